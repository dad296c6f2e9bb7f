import CommandOptions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(
  await Flagsim.run(
    CommandLine.arguments, out: { DescriptorWriter.writeLine($0, to: STDOUT_FILENO) },
    err: { DescriptorWriter.writeLine($0, to: STDERR_FILENO) }))
