import FeatureFlags

/// The server: the flags of each user, and a tag for each state of them.
struct SimServer: Sendable {
  private var flags: [[Flag?]]
  private var versions: [Int]

  init() {
    flags = Catalogue.users.indices.map { user in
      (0..<Catalogue.servedKeys).map { key in
        key == 4 ? nil : Self.flag(user: user, key: key, isEnabled: key % 2 == 0, rule: "r_0", number: 0)
      }
    }
    versions = Catalogue.users.map { _ in 0 }
  }

  /// Every flag bears its user's name, so that one in the wrong hands can be told at once (S2).
  private static func flag(user: Int, key: Int, isEnabled: Bool, rule: String, number: Int64) -> Flag {
    Flag(
      key: Catalogue.keys[key], isEnabled: isEnabled, ruleID: rule,
      properties: [
        "owner": .string(Catalogue.users[user]), "number": .integer(number),
        "mixed": kinds[Int((number + Int64(key)) % Int64(kinds.count))],
      ])
  }

  /// One value of each kind, and those that are easily taken for another (R6, R8).
  private static let kinds: [JSONValue] = [
    .bool(true), .integer(1), .string("1"), .null, .array([.integer(1)]), .object(["1": .integer(1)]),
    .number(0.5), .integer(.max), .outOfRange("1e400"), .bool(false),
  ]

  /// All flags of `user`.
  func flags(of user: String) -> [Flag] {
    Catalogue.users.firstIndex(of: user).map { flags[$0].compactMap { $0 } } ?? []
  }

  /// The flags of `user` whose bit is set in `mask`.
  func flags(of user: String, mask: Int) -> [Flag] {
    guard let index = Catalogue.users.firstIndex(of: user) else { return [] }
    return flags[index].enumerated().compactMap { mask >> $0.offset & 1 == 1 ? $0.element : nil }
  }

  /// The tag of what `user` has now.
  func tag(of user: String) -> String {
    "\"\(user)-\(Catalogue.users.firstIndex(of: user).map { versions[$0] } ?? 0)\""
  }

  mutating func change(user: Int, key: Int, _ change: ServerChange) {
    versions[user] += 1
    let old = flags[user][key]
    let number: Int64 = if case .integer(let number)? = old?.properties["number"] { number } else { 0 }
    let isEnabled = old?.isEnabled ?? false
    func set(_ isEnabled: Bool, _ rule: String, _ number: Int64) {
      flags[user][key] = Self.flag(user: user, key: key, isEnabled: isEnabled, rule: rule, number: number)
    }
    switch change {
    case .toggle: set(!isEnabled, isEnabled ? "default" : "r_0", number)
    case .kill: set(false, "", 0)
    case .newRule: set(isEnabled, old?.ruleID == "r_1" ? "r_2" : "r_1", number)
    case .newProperty: set(isEnabled, old?.ruleID ?? "r_0", number + 1)
    case .archive: flags[user][key] = nil
    case .noPlan: flags[user] = flags[user].map { _ in nil }
    case .newTag: break
    }
  }

  /// What `reply` comes to for a request of `user` that named `tag`.
  func answer(_ reply: Reply, user: String, tag: String?) -> Answer {
    switch reply {
    case .flags(let isTagged):
      isTagged && tag == self.tag(of: user)
        ? .notModified
        : .flags(flags(of: user), isPartial: false, tag: isTagged ? self.tag(of: user) : nil, hasOddOne: false)
    case .flagsAndAnOddOne: .flags(flags(of: user), isPartial: false, tag: nil, hasOddOne: true)
    case .partial(let mask): .flags(flags(of: user, mask: mask), isPartial: true, tag: nil, hasOddOne: false)
    case .notModified: .notModified
    case .garbage: .garbage
    case .status(let code, let wait): .status(code, retryAfter: wait)
    case .lost(let loss): .lost(loss)
    case .notSent: .notSent
    }
  }
}
