/// Whether the app is in the foreground, and which session it is in (N1, N2).
struct Sessions: Sendable {
  enum State: Sendable {
    /// Neither has happened yet.
    case launched
    case foreground
    case background(since: Uptime)
  }

  private(set) var number = 0
  private(set) var state = State.launched

  /// The app became active; says whether that starts a session (N1).
  mutating func becomeActive(at now: Uptime) -> Bool {
    let startsSession: Bool
    switch state {
    case .foreground: return false
    case .launched: startsSession = true
    case .background(let since): startsSession = number == 0 || now.since(since) >= Rule.sessionGap
    }
    state = .foreground
    if startsSession { number += 1 }
    return startsSession
  }

  /// The app went to the background; a second time in a row changes nothing.
  mutating func enterBackground(at now: Uptime) {
    if case .background = state { return }
    state = .background(since: now)
  }

  var isForeground: Bool {
    if case .foreground = state { true } else { false }
  }

  var isBackground: Bool {
    if case .background = state { true } else { false }
  }
}
