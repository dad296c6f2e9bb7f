import Locking
import StrictJSON

/// Takes events in: into the log and into the statistics, as one step.
final class EventRecorder: Sendable {
  /// What has changed since it was last saved.
  struct Changes: Sendable {
    /// Events by number, in order; those that have been dropped in the meantime are left out.
    var events: [(sequence: Int, event: LoggedEvent)] = []
    var branches: [Statistics.BranchID: Statistics.Branch] = [:]
    var names: [ByteString: Int64] = [:]
    var received = 0
    /// Events up to this number are no longer kept.
    var dropped = 0
    /// True when there are more events to save than were taken.
    var hasMore = false
  }

  private struct State: Sendable {
    var statistics = Statistics()
    var savedSequence = 0
    var savedDropped = 0
    var branches: Set<Statistics.BranchID> = []
    var names: Set<ByteString> = []
  }

  let log: EventLog
  private let state: Locked<State>
  private let now: @Sendable () -> Int64
  private let publish: @Sendable (Int, LoggedEvent) -> Void
  private let keepsChanges: Bool

  /// A recorder without events.
  ///
  /// - Parameters:
  ///   - keepsChanges: true when somebody calls ``takeChanges(limit:)``.
  ///   - publish: told of every event and its number, after it has been taken in.
  init(
    limits: EventLog.Limits = .init(), statistics: Statistics.Limits = .init(), keepsChanges: Bool = false,
    now: @escaping @Sendable () -> Int64, publish: @escaping @Sendable (Int, LoggedEvent) -> Void = { _, _ in }
  ) {
    log = EventLog(limits: limits)
    state = Locked(State(statistics: Statistics(limits: statistics)))
    self.keepsChanges = keepsChanges
    self.now = now
    self.publish = publish
  }

  /// What has been counted.
  var statistics: Statistics { state.withLock { $0.statistics } }

  /// Takes an event in; one that is there already, and comes again, counts once.
  func record(_ event: LoggedEvent) {
    let now = now()
    let sequence: Int? = state.withLock { state in
      guard let sequence = log.append(event) else { return nil }
      let change = state.statistics.count(event, now: now)
      if keepsChanges {
        if let branch = change.branch { state.branches.insert(branch) }
        if let name = change.name { state.names.insert(name) }
      }
      return sequence
    }
    if let sequence { publish(sequence, event) }
  }

  /// What has changed since the last call, with at most `limit` events; nil when nothing has.
  func takeChanges(limit: Int) -> Changes? {
    state.withLock { state in
      let page = log.page(after: state.savedSequence, limit: limit)
      guard
        !page.events.isEmpty || page.dropped != state.savedDropped || !state.names.isEmpty
          || !state.branches.isEmpty
      else { return nil }
      var changes = Changes(events: page.events, received: page.received, dropped: page.dropped, hasMore: page.hasMore)
      for id in state.branches { changes.branches[id] = state.statistics.branches[id] }
      for name in state.names { changes.names[name] = state.statistics.names[name] }
      state.branches = []
      state.names = []
      state.savedSequence = page.events.last?.sequence ?? max(state.savedSequence, page.dropped)
      state.savedDropped = page.dropped
      return changes
    }
  }

  /// Takes back changes that could not be saved.
  func returnChanges(_ changes: Changes) {
    state.withLock { state in
      state.branches.formUnion(changes.branches.keys)
      state.names.formUnion(changes.names.keys)
      if let first = changes.events.first { state.savedSequence = min(state.savedSequence, first.sequence - 1) }
      state.savedDropped = -1
    }
  }

  /// Takes up what was stored, before the first event comes.
  func restore(
    _ events: [LoggedEvent], dropped: Int, branches: [Statistics.BranchID: Statistics.Branch],
    names: [ByteString: Int64]
  ) {
    state.withLock { state in
      log.restore(events, dropped: dropped)
      state.statistics.restore(branches, names: names)
      let page = log.page(after: 0, limit: 0)
      state.savedSequence = page.received
      state.savedDropped = page.dropped
    }
  }
}
