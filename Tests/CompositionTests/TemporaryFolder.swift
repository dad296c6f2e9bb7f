import Foundation

/// A folder of its own for a test, removed with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "composition-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes `bytes` to a file and gives its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Writes `text` to a file and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Writes a property list with a dictionary at its top and gives its path.
  func propertyList(
    _ values: [String: Any], format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> String {
    let data = try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
    return try file("Info.plist", Array(data))
  }
}
