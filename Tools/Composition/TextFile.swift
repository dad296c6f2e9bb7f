#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Small files that settings name.
enum TextFile {
  /// More than any of them has.
  private static let limit = 1 << 20

  /// The bytes of the file at `path`.
  ///
  /// - Throws: `SettingError` naming the file and why it cannot be read.
  static func read(_ path: String, setting: Setting) throws(SettingError) -> [UInt8] {
    guard !path.isEmpty else { throw SettingError(setting, from: .option(setting.option), "must be a file") }
    guard let file = fopen(path, "re") else { throw problem(path, setting, String(cString: strerror(errno))) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { throw problem(path, setting, String(cString: strerror(errno))) }
    guard count <= limit else { throw problem(path, setting, "larger than 1 MiB") }
    return Array(bytes[..<count])
  }

  /// Fails unless there is a file at `path` that can be read; reads nothing.
  static func check(_ path: String, setting: Setting) throws(SettingError) {
    guard !path.isEmpty else { throw SettingError(setting, from: .option(setting.option), "must be a file") }
    guard access(path, R_OK) == 0 else { throw problem(path, setting, String(cString: strerror(errno))) }
  }

  private static func problem(_ path: String, _ setting: Setting, _ reason: String) -> SettingError {
    SettingError(setting, from: .file(path), "cannot be read: \(reason)")
  }
}
