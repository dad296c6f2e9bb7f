/// A command line that cannot be understood, in one line that names the culprit and what it should be.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line.
  public let description: String

  /// An error of the given words.
  public init(_ description: String) {
    self.description = description
  }
}
