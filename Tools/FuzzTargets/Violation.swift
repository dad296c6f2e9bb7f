/// A property that some input does not have.
public struct Violation: Error, Sendable, CustomStringConvertible {
  /// What should have been so and was not.
  public let description: String

  /// A violation of what `description` says.
  init(_ description: String) {
    self.description = description
  }

  /// Throws unless `condition` holds.
  static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw Violation(description()) }
  }
}
