/// A command line taken apart: options with their values, and the words that are none.
public struct ParsedArguments: Sendable, Hashable {
  /// One option as given; an option without an argument has an empty value.
  public struct Option: Sendable, Hashable {
    /// The name without the leading dashes.
    public var name: String
    /// The value.
    public var value: String
  }

  /// The options in their order.
  public private(set) var options: [Option] = []

  /// The words that are neither options nor their values, in their order.
  public private(set) var words: [String] = []

  /// The last value given for `name`; nil when it was not given.
  public func value(of name: String) -> String? {
    options.last { $0.name == name }?.value
  }

  /// All values given for `name`.
  public func values(of name: String) -> [String] {
    options.filter { $0.name == name }.map(\.value)
  }

  init(options: [Option], words: [String]) {
    self.options = options
    self.words = words
  }
}
