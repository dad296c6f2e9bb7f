import FeatureFlags

extension ClockRule {
  static let readings: [ClockRule] = [
    ClockRule("the uptime never goes back") { trial in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            var last = trial.clock.uptime()
            for _ in 0..<5_000 {
              let next = trial.clock.uptime()
              try trial.expect(next >= last, "uptime \(next.nanoseconds) came after \(last.nanoseconds)")
              last = next
            }
          }
        }
        try await group.waitForAll()
      }
    },

    ClockRule("a reading is of the same clock as the uptime") { trial in
      for _ in 0..<1_000 {
        let before = trial.clock.uptime()
        let reading = trial.clock.now()
        let after = trial.clock.uptime()
        try trial.expect(
          before <= reading.uptime && reading.uptime <= after,
          "a reading's uptime \(reading.uptime.nanoseconds) is not between \(before.nanoseconds) and "
            + "\(after.nanoseconds), the uptimes around it")
      }
    },

    ClockRule("a moment is reached exactly when the uptime has come to it") { trial in
      for step in 0..<3_000 {
        // Moments around now, from 10 s before to 10 s after, and now itself.
        let offset = Nanoseconds((Int64(step % 21) - 10) * 1_000_000_000)
        let before = trial.clock.uptime()
        let moment = before + offset
        let isReached = trial.clock.hasReached(moment)
        let after = trial.clock.uptime()
        try trial.expect(
          isReached ? moment <= after : moment > before,
          "\(moment.nanoseconds) is said to be \(isReached ? "reached" : "yet to come") between the uptimes "
            + "\(before.nanoseconds) and \(after.nanoseconds)")
      }
    },

    ClockRule("a boot has one id, or none") { trial in
      let first = trial.clock.now().bootID
      try trial.expect(first != "", "the boot id is empty; it should be nil when there is none")
      for _ in 0..<100 {
        let next = trial.clock.now().bootID
        try trial.expect(next == first, "the boot id was \(first ?? "nil"), then \(next ?? "nil")")
      }
    },

    ClockRule("the wall clock counts nanoseconds from 1970") { trial in
      let wall = trial.clock.now().wall
      try trial.expect(
        wall.seconds > 1_000_000_000,
        "the wall clock shows \(wall.nanoseconds), before September 2001: in another unit, or not set")
    },
  ]
}
