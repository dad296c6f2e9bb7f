import Glibc

/// Why the trial itself could not go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  /// The system call `call` failed.
  init(_ call: String, code: Int32 = errno) {
    description = "\(call): \(String(cString: strerror(code)))"
  }

  /// Something else went wrong.
  init(message: String) { description = message }
}
