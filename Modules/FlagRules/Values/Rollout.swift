/// The share of users that a rule takes: a number of hash buckets out of 10,000.
///
/// A user's bucket depends on the rule and the user alone, so growing the share never takes a user out.
public struct Rollout: Sendable, Hashable {
  /// How many buckets there are.
  public static let bucketCount: UInt32 = 10_000

  /// How many of them, from the first, are taken.
  public let buckets: UInt32

  /// The rollout of `percent`, or nil when that is not from 0 to 100.
  ///
  /// The smallest number of buckets that is at least `percent × 100`. A product that misses a whole number only because
  /// the percentage has no exact binary form, as `0.07 × 100` does, counts as that number.
  public init?(percent: Double) {
    guard percent >= 0, percent <= 100 else { return nil }
    let exact = percent * 100
    // Not `rounded()`: that is a function of libm on some processors, and this module links nothing.
    let nearest = UInt32(exact + 0.5)
    let difference = exact - Double(nearest)
    buckets = difference > 1e-6 ? nearest + 1 : nearest
  }

  /// True when a user in `bucket` is taken.
  public func takes(bucket: UInt32) -> Bool { bucket < buckets }

  /// The bucket of a user for a rule: `murmur3_32("<rule id>:<user id>") mod 10000`.
  public static func bucket(ruleID: String, userID: String) -> UInt32 {
    Murmur3.hash32("\(ruleID):\(userID)".utf8) % bucketCount
  }
}
