import FuzzTargets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let target = FuzzTarget.all.first(where: { $0.name == name }) else {
  if arguments == ["--list"] {
    for target in FuzzTarget.all { print("\(target.name)\t\(target.summary)") }
    exit(0)
  }
  complain("usage: flagfuzz --list | TARGET [options of libFuzzer] [folders of inputs]")
  exit(2)
}

Fuzzer.run(target)
