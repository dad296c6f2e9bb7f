import FeatureFlags

/// What the body of a ``StoreRule`` works with.
struct StoreTrial: Sendable {
  var rule: String
  var open: @Sendable () throws -> any Ports.Store
  var blobCount: (@Sendable () throws -> Int)?

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws(RuleViolation) {
    try RuleViolation.unless(condition, rule, message())
  }

  /// Checks that `store` has exactly `bytes` under `name`.
  func expect(
    _ store: any Ports.Store, _ name: String, holds bytes: [UInt8]?, _ occasion: String
  ) throws {
    let found = try store.read(name)
    try expect(
      found == bytes,
      "\(occasion), read(\"\(name)\") gave \(Self.summary(found)) instead of \(Self.summary(bytes))")
  }

  /// What a message may say of a blob: enough to tell two apart, not its content.
  static func summary(_ bytes: [UInt8]?) -> String {
    guard let bytes else { return "nil" }
    let start = bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
    return "\(bytes.count) bytes\(bytes.isEmpty ? "" : " (\(start)\(bytes.count > 8 ? " …" : ""))")"
  }
}
