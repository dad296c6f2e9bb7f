import Glibc
import Testing

/// Runs `body` with the path of a directory that is not there yet, and removes it and its files afterwards.
func withDataDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
  var template = Array("/tmp/flagserver-test-XXXXXX".utf8CString)
  let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
  let path = folder + "/data"
  defer {
    for name in ["flagserver.sqlite", "flagserver.sqlite-wal", "flagserver.sqlite-shm", "lock"] {
      unlink(path + "/" + name)
    }
    rmdir(path)
    rmdir(folder)
  }
  return try body(path)
}

/// Writes a file, or replaces it.
func write(_ bytes: [UInt8], to path: String) throws {
  let file = try #require(fopen(path, "w"))
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
