/// An Application Code that may stand in a host name, such as `ABCDE-12345` (C1).
public struct ApplicationCode: Sendable, Hashable {
  /// The code as it was given.
  public let text: String

  /// The code that `text` spells.
  ///
  /// - Throws: an error that names the broken rule when it is empty, over 63 bytes, or holds anything but ASCII letters,
  ///   digits, `-` and `_`, or starts or ends with `-`: it becomes a part of the host, where a `.` would make another.
  public init(_ text: String) throws(PushwooshConfigurationError) {
    guard !text.isEmpty else {
      throw PushwooshConfigurationError(.applicationCode, .notEmpty, "must not be empty")
    }
    guard text.utf8.count <= 63 else {
      throw PushwooshConfigurationError(.applicationCode, .length, "must not have more than 63 characters")
    }
    guard Host.isLabel(Substring(text)) else {
      throw PushwooshConfigurationError(
        .applicationCode, .characters, "must be letters, digits and '-', such as ABCDE-12345")
    }
    self.text = text
  }
}

extension ApplicationCode: CustomStringConvertible {
  /// The code.
  public var description: String { text }
}
