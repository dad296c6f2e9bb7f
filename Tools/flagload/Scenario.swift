/// One kind of load, and what must hold under it.
struct Scenario: Sendable {
  /// The name, as an argument.
  var name: String
  /// How much the most memory of the process may grow by it, in KiB.
  var maximumGrowth: Int
  /// Does it, and tells what was seen; throws `Broken` when something other than memory is not as it must be.
  var run: @Sendable @MainActor (Measurement) async throws -> Void

  static let all = flagScenarios + impressionScenarios
}

/// Something that must hold does not.
struct Broken: Error, CustomStringConvertible {
  var description: String
}

/// Fails with `message` unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  if !condition { throw Broken(description: message()) }
}
