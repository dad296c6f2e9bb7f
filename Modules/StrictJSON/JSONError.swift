/// Why a text is not the JSON that was asked for, and at which byte.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in words; never part of the text itself, so nothing personal can be in it.
  public let message: String

  /// The offset of the offending byte, from 0; the length of the text when it ended too early.
  public let offset: Int

  /// An error at `offset`.
  public init(_ message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The message and the offset.
  public var description: String { "\(message) at byte \(offset)" }
}
