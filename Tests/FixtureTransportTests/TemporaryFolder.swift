import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of its own for a test, removed with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    var template = Array("/tmp/fixture-transport-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
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

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try #require(fopen("\(path)/\(name)", "w"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
  }

  func makeFolder(_ name: String) throws {
    try #require(mkdir("\(path)/\(name)", 0o700) == 0)
  }
}
