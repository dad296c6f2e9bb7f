#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of its own for a test, removed with the value.
public final class TemporaryFolder: Sendable {
  /// Why a folder or a file in it could not be made.
  public struct Problem: Error {
    /// What failed.
    public let message: String
  }

  /// Where it is.
  public let path: String

  /// A new folder with the given files in it.
  public init(_ files: [String: String] = [:]) throws {
    var template = Array("/tmp/feature-flags-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Problem(message: "mkdtemp failed") }
    path = String(cString: made)
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  deinit {
    if let directory = opendir(path) {
      var names: [String] = []
      while let entry = readdir(directory) {
        names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
      }
      closedir(directory)
      for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
    }
    rmdir(path)
  }

  /// Makes or replaces a file.
  public func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen("\(path)/\(name)", "w") else { throw Problem(message: "cannot open \(name)") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Problem(message: "cannot write \(name)") }
  }

  /// Makes a folder in it.
  public func makeFolder(_ name: String) throws {
    guard mkdir("\(path)/\(name)", 0o700) == 0 else { throw Problem(message: "cannot make \(name)") }
  }
}
