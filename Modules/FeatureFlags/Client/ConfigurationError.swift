/// A value that a client cannot be configured with (C2).
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key of the value.
  public let key: String

  /// What it should be, in words that follow the key.
  public let problem: String

  /// An error for the value under `key`.
  public init(key: String, problem: String) {
    self.key = key
    self.problem = problem
  }

  /// The key and what it should be.
  public var description: String { "\(key): \(problem)" }
}
