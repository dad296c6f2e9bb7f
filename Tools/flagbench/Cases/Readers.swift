import FeatureFlags
import Locking

/// The loops that are measured, each over all keys `rounds` times; not inlined, so that nothing is moved out of them.
enum Readers {
  @inline(never)
  static func dictionary(_ dictionary: [String: Bool], _ keys: [String], rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      for key in keys where dictionary[key] ?? false { count &+= 1 }
    }
    keep(count)
  }

  @inline(never)
  static func lockedDictionary(_ dictionary: Locked<[String: Bool]>, _ keys: [String], rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      for key in keys where dictionary.withLock({ $0[key] ?? false }) { count &+= 1 }
    }
    keep(count)
  }

  @inline(never)
  static func client(_ client: FeatureFlagsClient, _ keys: [String], rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      for key in keys where client.isEnabled(key, default: false) { count &+= 1 }
    }
    keep(count)
  }

  @inline(never)
  static func handles(_ handles: [FlagHandle], rounds: Int) {
    var count = 0
    for handle in handles {
      for _ in 0..<rounds where handle.isEnabled(default: false) { count &+= 1 }
    }
    keep(count)
  }

  @inline(never)
  static func numbers(_ flags: [Flag], _ name: String, rounds: Int) {
    var sum = 0.0
    for _ in 0..<rounds {
      for flag in flags { sum += flag.number(forProperty: name, default: 0) }
    }
    keep(sum)
  }

  @inline(never)
  static func strings(_ flags: [Flag], _ name: String, rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      for flag in flags { count &+= flag.string(forProperty: name, default: "").utf8.count }
    }
    keep(count)
  }

  @inline(never)
  static func bools(_ flags: [Flag], _ name: String, rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      for flag in flags where flag.bool(forProperty: name, default: false) { count &+= 1 }
    }
    keep(count)
  }

  @inline(never)
  static func gets(_ client: FeatureFlagsClient, _ keys: [String], rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      for key in keys where client.get(key)?.isEnabled ?? false { count &+= 1 }
    }
    keep(count)
  }

  @inline(never)
  static func impressions(_ client: FeatureFlagsClient, _ keys: [String], rounds: Int) {
    for _ in 0..<rounds {
      for key in keys { client.logImpression(key) }
    }
  }
}
