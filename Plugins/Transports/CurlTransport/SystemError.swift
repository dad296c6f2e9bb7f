#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's words for an error number.
func describe(_ systemError: Int32) -> String {
  // Not strerror, whose buffer is shared by all threads.
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    start.initialize(repeating: 0, count: buffer.count)
    return strerror_r(systemError, start, buffer.count) == 0 ? String(cString: start) : "error \(systemError)"
  }
}
