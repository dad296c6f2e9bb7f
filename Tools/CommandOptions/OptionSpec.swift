/// One long option of a command line.
public struct OptionSpec: Sendable, Hashable {
  /// The name without the leading dashes.
  public var name: String

  /// What its argument is called in the help; nil when it takes none.
  public var argument: String?

  /// The environment variable that stands for it; nil when there is none.
  public var environment: String?

  /// What it means, in one line.
  public var help: String

  /// An option with the given parts.
  public init(_ name: String, argument: String? = nil, environment: String? = nil, help: String) {
    self.name = name
    self.argument = argument
    self.environment = environment
    self.help = help
  }
}
