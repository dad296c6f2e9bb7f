import Locking
import StrictJSON

/// The latest events, numbered from 1, and who saw which flag when; bounded in number and in memory.
final class EventLog: Sendable {
  /// What is kept.
  struct Limits: Sendable {
    var events = 100_000
    var bytes = 64 << 20
  }

  /// A part of the log.
  struct Page: Sendable {
    var events: [(sequence: Int, event: LoggedEvent)]
    /// True when there are later events.
    var hasMore: Bool
    /// How many events ever came.
    var received: Int
    /// How many of them are no longer kept.
    var dropped: Int
  }

  /// The id that a device gave an event which it may send again.
  private struct Delivery: Hashable, Sendable {
    var application: ByteString
    var device: ByteString
    var id: ByteString

    /// The delivery of `event`; nil when that has no id.
    init?(of event: LoggedEvent) {
      guard !event.deliveryID.isEmpty else { return nil }
      application = ByteString(event.application)
      device = ByteString(event.device)
      id = ByteString(event.deliveryID)
    }
  }

  /// Users of different applications are different users.
  private struct User: Hashable, Sendable {
    var application: ByteString
    var id: ByteString
  }

  private struct State: Sendable {
    var events: [LoggedEvent?] = []
    /// The place of the oldest event in `events`; those before it have been dropped.
    var first = 0
    var bytes = 0
    var dropped = 0
    var lastImpressions: [User: [ByteString: Int64]] = [:]
    /// The number of the latest event behind each of `lastImpressions`; when that goes, so does the entry.
    var lastSequences: [User: [ByteString: Int]] = [:]
    /// Those of the events that are kept.
    var deliveries: Set<Delivery> = []

    var received: Int { dropped + events.count - first }
  }

  private let limits: Limits
  private let state = Locked(State())

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Takes up stored events, after which the numbers go on; `dropped` is how many came before them.
  func restore(_ events: [LoggedEvent], dropped: Int) {
    state.withLock { $0.dropped = dropped }
    for event in events { append(event) }
  }

  /// Adds an event, and drops the oldest ones that there is no more room for; its number.
  ///
  /// Nil for the repetition of an event that is kept, which changes nothing.
  @discardableResult
  func append(_ event: LoggedEvent) -> Int? {
    state.withLock { state in
      if let delivery = Delivery(of: event), !state.deliveries.insert(delivery).inserted { return nil }
      state.events.append(event)
      state.bytes += event.size
      if let impression = event.impression {
        let user = User(application: ByteString(event.application), id: ByteString(event.user))
        let key = ByteString(impression.flagKey)
        let last = state.lastImpressions[user]?[key] ?? .min
        state.lastImpressions[user, default: [:]][key] = max(last, event.time)
        state.lastSequences[user, default: [:]][key] = state.received
      }
      while state.events.count - state.first > max(1, limits.events)
        || state.bytes > limits.bytes && state.events.count - state.first > 1
      {
        Self.dropOldest(&state)
      }
      if state.first > 1_024, state.first > state.events.count / 2 {
        state.events.removeFirst(state.first)
        state.first = 0
      }
      return state.received
    }
  }

  /// The events after the one with the number `sequence`, at most `limit` of them.
  func page(after sequence: Int, limit: Int) -> Page {
    state.withLock { state in
      let skipped = min(max(0, sequence - state.dropped), state.events.count - state.first)
      let start = state.first + skipped
      let end = start + min(max(0, limit), state.events.count - start)
      return Page(
        events: (start..<end).compactMap { index in
          state.events[index].map { (state.dropped + index - state.first + 1, $0) }
        },
        hasMore: end < state.events.count, received: state.received, dropped: state.dropped)
    }
  }

  /// The last `count` events.
  func latest(_ count: Int) -> Page {
    let received = page(after: 0, limit: 0).received
    var page = page(after: max(0, received - count), limit: .max)
    if page.events.count > count { page.events.removeFirst(page.events.count - count) }
    return page
  }

  /// When the user last had an impression of each flag, in Unix seconds.
  func lastImpressions(application: String, user: String) -> [ByteString: Int64] {
    state.withLock { state in
      state.lastImpressions.isEmpty
        ? [:] : state.lastImpressions[User(application: ByteString(application), id: ByteString(user))] ?? [:]
    }
  }

  private static func dropOldest(_ state: inout State) {
    let event = state.events[state.first]
    state.events[state.first] = nil
    state.first += 1
    state.dropped += 1
    guard let event else { return }
    state.bytes -= event.size
    if let delivery = Delivery(of: event) { state.deliveries.remove(delivery) }
    guard let impression = event.impression else { return }
    let user = User(application: ByteString(event.application), id: ByteString(event.user))
    let key = ByteString(impression.flagKey)
    guard state.lastSequences[user]?[key] == state.dropped else { return }
    state.lastSequences[user]?[key] = nil
    state.lastImpressions[user]?[key] = nil
    if state.lastSequences[user]?.isEmpty == true {
      state.lastSequences[user] = nil
      state.lastImpressions[user] = nil
    }
  }
}
