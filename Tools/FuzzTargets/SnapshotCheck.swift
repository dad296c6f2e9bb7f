#if DEBUG || FUZZ
  @testable import FeatureFlags

  /// What an answer becomes in the core: every flag is found under its key, and equal answers are no change.
  enum SnapshotCheck {
    static func run(_ flags: [Flag]) throws {
      let now = Uptime(nanoseconds: 0)
      let snapshot = FlagSnapshot(flags.map { .init(flag: $0, expiry: Uptime(nanoseconds: 1)) })
      for flag in flags {
        try Violation.unless(snapshot.flag(flag.key, at: { now }) == flag, "a flag is not found under its key (R1)")
      }
      try Violation.unless(snapshot.flags(at: now).count == flags.count, "the list of flags is of another length")
      try Violation.unless(snapshot.changedKeys(to: snapshot, at: now).isEmpty, "flags differ from themselves (L1)")
      try Violation.unless(
        FlagSnapshot.empty.changedKeys(to: snapshot, at: now).count == flags.count, "a new flag is no change (L1)")
    }
  }
#endif
