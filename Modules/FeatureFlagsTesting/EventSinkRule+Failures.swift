import FeatureFlags

extension EventSinkRule {
  static let failures: [EventSinkRule] = [
    EventSinkRule("a failed delivery throws, and does not stand in the way of the next") { trial in
      guard let failNext = trial.fixture.failNext else { return }
      let first = EventSinkTrial.event(1)
      let second = EventSinkTrial.event(2)
      failNext()
      do {
        try await trial.fixture.sink.deliver(first)
        throw RuleViolation(trial.rule, "a delivery that the far end refused returned normally")
      } catch let error as EventSinkError {
        for secret in [first.identity.userID, first.deviceID] {
          try trial.expect(
            !error.message.contains(secret), "the error's message holds the User ID or the device id")
        }
        try trial.expect(!error.message.isEmpty, "the error says nothing")
      }
      try await trial.fixture.sink.deliver(first)
      try await trial.fixture.sink.deliver(second)
      try trial.expectReceived([first, second], "after a refused delivery, the same again, and another")
    },

    EventSinkRule("a delivery in a cancelled task ends, and says whether the event arrived") { trial in
      let event = EventSinkTrial.event(1)
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.cancelAll()
          group.addTask { try await trial.fixture.sink.deliver(event) }
          try await group.waitForAll()
        }
        try trial.expectReceived([event], "after a delivery in a cancelled task that returned normally")
      } catch is EventSinkError {
        // As good: the client delivers it again.
      }
    },

    EventSinkRule("a delivery that gets no answer ends when its task is cancelled") { trial in
      guard let stall = trial.fixture.stall else { return }
      stall()
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            try await trial.fixture.sink.deliver(EventSinkTrial.event(1))
            throw RuleViolation(trial.rule, "a delivery that nobody took returned normally")
          }
          // A sink that ends by itself ends the wait too, by the violation.
          if let isStalled = trial.fixture.isStalled {
            group.addTask { try await isStalled() }
            try await group.next()
          }
          group.cancelAll()
          try await group.waitForAll()
        }
      } catch is EventSinkError {
        // As it should be.
      }
    },
  ]
}
