#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A system call that failed: what it was about, and the system's words for why.
struct SystemError: Error, CustomStringConvertible {
  let subject: String
  let code: Int32

  init(_ subject: String, code: Int32 = errno) {
    self.subject = subject
    self.code = code
  }

  var description: String { "\(subject): \(Self.words(code))" }

  static func words(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}

/// The contents of a file.
func contents(ofFile path: String) throws(SystemError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemError(path) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count == 0 { return bytes }
    if count < 0 {
      if errno == EINTR { continue }
      throw SystemError(path)
    }
    bytes += chunk[..<count]
  }
}

/// Writes `text` and a newline to a descriptor in one piece, so that lines of several threads do not mix.
func writeLine(_ text: String, to descriptor: Int32) {
  var rest = ArraySlice(Array(text.utf8) + [UInt8(ascii: "\n")])
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno == EINTR { continue }
      return
    }
    rest = rest.dropFirst(count)
  }
}
