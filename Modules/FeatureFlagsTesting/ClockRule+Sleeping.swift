import FeatureFlags

extension ClockRule {
  static let sleeping: [ClockRule] = [
    ClockRule("a sleep until now or earlier is over at once") { trial in
      let now = trial.clock.uptime()
      for deadline in [now, now - .seconds(1), Uptime(nanoseconds: 0), Uptime(nanoseconds: .min)] {
        try await trial.clock.sleep(until: deadline)
      }
    },

    ClockRule("a sleep ends no earlier than its deadline") { trial in
      for milliseconds: Int64 in [1, 3, 7] {
        let deadline = trial.clock.uptime() + Nanoseconds(milliseconds * 1_000_000)
        async let sleep: Void = trial.clock.sleep(until: deadline)
        try trial.reach(deadline)
        try await sleep
        let woken = trial.clock.uptime()
        try trial.expect(
          woken >= deadline, "woken at \(woken.nanoseconds), before the deadline \(deadline.nanoseconds)")
      }
    },

    ClockRule("many can sleep at once, each until its own deadline") { trial in
      let start = trial.clock.uptime()
      let deadlines = [5, 1, 3, 3, 2, 4].map { start + Nanoseconds($0 * 2_000_000) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for deadline in deadlines {
          group.addTask {
            try await trial.clock.sleep(until: deadline)
            let woken = trial.clock.uptime()
            try trial.expect(
              woken >= deadline, "woken at \(woken.nanoseconds), before the deadline \(deadline.nanoseconds)")
          }
        }
        for deadline in deadlines { try trial.reach(deadline) }
        try await group.waitForAll()
      }
    },

    ClockRule("a cancelled sleep throws CancellationError") { trial in
      let now = trial.clock.uptime()
      for deadline in [now + .hours(1000), Uptime(nanoseconds: .max)] {
        let sleep = Task { try await trial.clock.sleep(until: deadline) }
        sleep.cancel()
        do {
          try await sleep.value
          throw RuleViolation(trial.rule, "a cancelled sleep until \(deadline.nanoseconds) returned normally")
        } catch is CancellationError {
          // As it should be.
        }
      }
    },
  ]
}
