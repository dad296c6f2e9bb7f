/// Why a ``Ports/EventSink`` did not deliver an event.
public struct EventSinkError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, in words; nothing personal and no token in it.
  public let message: String

  /// An error with the given words.
  public init(_ message: String) {
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
