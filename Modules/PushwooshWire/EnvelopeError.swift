/// Why a JSON method did not succeed.
package struct EnvelopeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, in words; nothing of the request or of the answer's text in it.
  package let message: String

  /// The message.
  package var description: String { message }
}
