/// Why a ``Ports/Store`` could not do what was asked.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What failed and why, in words: the operation, the place, the system's own message. Never a blob's content.
  public let message: String

  /// An error with the given words.
  public init(_ message: String) {
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
