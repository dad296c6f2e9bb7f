import FeatureFlags
import FeatureFlagsTesting
import Locking
import Testing

/// A sink with one planted fault.
private struct FaultySink: Ports.EventSink {
  enum Fault: CaseIterable {
    case none, dropsEverything, deliversTwice, newestFirst, dropsEqualOnes
    case timeOfDelivery, userOfDelivery, dropsAttributes, dropsFractions, cutsAtNewline
    case swallowsFailures, namesUser, saysNothing, failsForEver, losesAtOnce
    case ignoresCancellation, pretendsWhenCancelled
  }

  let fault: Fault
  let farEnd: RecordingEventSink
  private let seen = Locked<[Ports.Event]>([])

  init(_ fault: Fault, farEnd: RecordingEventSink) {
    self.fault = fault
    self.farEnd = farEnd
  }

  func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    var event = event
    switch fault {
    case .dropsEverything: return
    case .dropsEqualOnes where seen.withLock({ $0.contains(event) }): return
    case .timeOfDelivery: event.time = WallTime(seconds: 1_767_225_600)
    case .userOfDelivery: event.identity = Identity(applicationCode: "DEMO0-00001", userID: "someone")
    case .dropsAttributes: event.attributes = [:]
    case .dropsFractions where event.attributes["fraction"] != nil: event.attributes["fraction"] = .integer(0)
    case .cutsAtNewline:
      if case .string(let text)? = event.attributes["flag_key"] {
        event.attributes["flag_key"] = .string(String(text.prefix { $0 != "\n" }))
      }
    case .failsForEver where seen.withLock({ $0.isEmpty == false }) && farEnd.attempts.count > farEnd.events.count:
      throw EventSinkError("still broken")
    case .losesAtOnce where seen.withLock({ $0.count }) % 7 == 6:
      seen.withLock { $0.append(event) }
      return
    case .pretendsWhenCancelled where Task.isCancelled: return
    default: break
    }
    seen.withLock { $0.append(event) }
    try await send(event)
    if fault == .deliversTwice { try await send(event) }
  }

  private func send(_ event: Ports.Event) async throws(EventSinkError) {
    do throws(EventSinkError) {
      try await farEnd.deliver(event)
    } catch {
      switch fault {
      case .swallowsFailures: return
      case .namesUser: throw EventSinkError("could not deliver for \(event.identity.userID)")
      case .saysNothing: throw EventSinkError("")
      case .ignoresCancellation where Task.isCancelled: return
      default: throw error
      }
    }
  }
}

@Suite("EventSinkRule")
struct EventSinkRuleTests {
  private func broken(_ fault: FaultySink.Fault) async -> Int {
    var count = 0
    for rule in EventSinkRule.all {
      do throws(RuleViolation) {
        try await rule.verify {
          let farEnd = RecordingEventSink()
          return EventSinkFixture(
            sink: FaultySink(fault, farEnd: farEnd),
            received: {
              let events = farEnd.events.map { EventSinkFixture.Received($0) }
              return fault == .newestFirst ? events.reversed() : events
            },
            failNext: { farEnd.failNext() }, stall: { farEnd.hold() },
            isStalled: { try await farEnd.waitForAttempts(1) })
        }
      } catch {
        #expect(error.rule == rule.name)
        count += 1
      }
    }
    return count
  }

  @Test("A sink without fault keeps every rule")
  func noFault() async {
    #expect(await broken(.none) == 0)
  }

  @Test("Every planted fault breaks a rule", arguments: FaultySink.Fault.allCases.filter { $0 != .none })
  fileprivate func findsFault(fault: FaultySink.Fault) async {
    #expect(await broken(fault) > 0)
  }

  @Test("RecordingEventSink keeps every rule", arguments: EventSinkRule.all)
  func recordingSink(rule: EventSinkRule) async throws {
    try await rule.verify {
      let sink = RecordingEventSink()
      return EventSinkFixture(
        sink: sink, received: { sink.events.map { .init($0) } }, failNext: { sink.failNext() },
        stall: { sink.hold() }, isStalled: { try await sink.waitForAttempts(1) })
    }
  }

  @Test("Rules that need a far end that fails or stalls are skipped without one", arguments: EventSinkRule.all)
  func plainFixture(rule: EventSinkRule) async throws {
    try await rule.verify {
      let sink = RecordingEventSink()
      return EventSinkFixture(sink: sink) { sink.events.map { .init($0) } }
    }
  }
}
