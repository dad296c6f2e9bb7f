#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a step of the file store failed.
package struct FileError: Error, Sendable, Hashable {
  /// The system's error number; 0 when it was the store that refused.
  package let code: Int32

  /// The step and the reason, in words.
  package let message: String

  /// The system call `call` failed with the error number `code`.
  package init(_ call: String, code: Int32) {
    self.code = code
    // strerror is thread-safe in all C libraries that are supported.
    message = "\(call): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
  }

  /// The store refused, for the reason `message`.
  package init(_ message: String) {
    code = 0
    self.message = message
  }
}
