import FeatureFlags

extension EventSinkRule {
  static let deliveries: [EventSinkRule] = [
    EventSinkRule("an event arrives once, with its own user and time") { trial in
      let event = EventSinkTrial.event(1)
      try await trial.fixture.sink.deliver(event)
      try trial.expectReceived([event], "after one delivery")
    },

    EventSinkRule("events arrive in the order in which they were delivered") { trial in
      let events = (0..<20).map { EventSinkTrial.event($0) }
      for event in events { try await trial.fixture.sink.deliver(event) }
      try trial.expectReceived(events, "after \(events.count) deliveries")
    },

    EventSinkRule("equal events are delivered each time") { trial in
      let event = EventSinkTrial.event(7)
      for _ in 0..<3 { try await trial.fixture.sink.deliver(event) }
      try trial.expectReceived([event, event, event], "after three deliveries of an equal event")
    },

    EventSinkRule("whatever the attributes hold arrives as it is") { trial in
      let events = [
        EventSinkTrial.event(0, attributes: [:]),
        EventSinkTrial.event(
          1,
          attributes: [
            "flag_key": .string("quote \" backslash \\ slash / newline \n return \r tab \t nul \u{0} del \u{7f}"),
            "": .string("empty key"), "n\u{301}": .string("combining"), "\u{144}": .string("composed"),
            "emoji": .string("👩‍👩‍👧 \u{2028}"),
          ]),
        EventSinkTrial.event(
          2,
          attributes: [
            "least": .integer(.min), "most": .integer(.max), "fraction": .number(0.1), "nothing": .null,
            "list": .array([.bool(true), .array([]), .object([:]), .string("")]),
            "object": .object(["inner": .object(["deep": .integer(1)])]),
          ]),
        EventSinkTrial.event(3, attributes: ["long": .string(String(repeating: "long ", count: 20_000))]),
      ]
      for event in events { try await trial.fixture.sink.deliver(event) }
      try trial.expectReceived(events, "after odd attributes")
    },

    EventSinkRule("many tasks can deliver at once") { trial in
      let events = (0..<50).map { EventSinkTrial.event($0) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for event in events { group.addTask { try await trial.fixture.sink.deliver(event) } }
        try await group.waitForAll()
      }
      let received = try trial.fixture.received()
      let distinct = Set(received)
      try trial.expect(
        received.count == events.count && distinct.count == events.count,
        "of \(events.count) events delivered at once \(received.count) arrived, \(distinct.count) of them different")
      for event in events {
        try trial.expect(
          distinct.contains(EventSinkFixture.Received(event)), "the event \(event.attributes) did not arrive whole")
      }
    },
  ]
}
