/// One header field.
public struct HTTPHeader: Sendable, Hashable {
  /// The name; compared without regard to case.
  public var name: String

  /// The value, without surrounding white space.
  public var value: String

  /// A field of the given name and value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPHeader] {
  /// The value of the first field named `name`, in any case; nil when there is none.
  public func value(of name: String) -> String? {
    let wanted = name.lowercased()
    return first { $0.name.lowercased() == wanted }?.value
  }
}

extension HTTPHeader: CustomStringConvertible, CustomReflectable {
  /// The name alone: the value may be a secret.
  public var description: String { "HTTPHeader(\(name))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
