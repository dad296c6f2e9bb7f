#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One line to a descriptor; there is nobody to tell when that fails.
func put(_ line: String, to descriptor: Int32) {
  let bytes = Array((line + "\n").utf8)
  var offset = 0
  while offset < bytes.count {
    let count = bytes[offset...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    offset += count
  }
}

exit(await Flagsim.run(CommandLine.arguments, out: { put($0, to: 1) }, err: { put($0, to: 2) }))
