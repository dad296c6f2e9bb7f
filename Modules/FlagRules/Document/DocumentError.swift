/// What is wrong with a flags document, and where in it.
public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place, such as `flags[3].rules[0].rollout`; empty for the text as a whole.
  public var path: String

  /// What is wrong, in words.
  public var message: String

  /// An error at `path`.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  init(_ path: DocumentPath, _ message: String) {
    self.init(path: path.description, message: message)
  }

  /// The path and the message, in one line.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
