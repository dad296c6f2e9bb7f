#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(await Benchmark.run(Array(CommandLine.arguments.dropFirst())))
