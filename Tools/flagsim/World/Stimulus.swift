import FeatureFlags

/// One thing that happens to what is being tested; a step comes to some of these.
enum Stimulus: Sendable {
  /// A process starts on what the store holds, which it may be unable to read.
  case start(userID: String, readsFail: Bool)
  /// The process is gone; what it had not done is never done.
  case kill
  case shutDown
  /// The clock shows another time; nobody is woken by that.
  case move
  /// The timer that fell due goes off.
  case wake
  case becomeActive
  case enterBackground
  case registerForPush
  case setUser(String)
  case setBlankUser
  /// The configuration changed; requests can be made with it, or cannot (T10).
  case configure(isBlocked: Bool)
  case communicate(Bool)
  case clear
  case refresh(token: Int)
  case logImpression(id: Int, key: Int)
  case answer(request: Int, Answer)
  /// The store does what is next in its queue, or fails to.
  case storeWorked(fails: Bool)
  /// The sink is through with an impression.
  case sinkEnded(id: Int, fails: Bool)
  /// The record in the store is damaged.
  case damageRecord
  /// Nothing happens; reads are looked at.
  case look
}

extension Stimulus: CustomStringConvertible {
  var description: String {
    switch self {
    case .start(let userID, let readsFail): "start as \(userID)\(readsFail ? ", the store cannot be read" : "")"
    case .kill: "process gone"
    case .shutDown: "shut down"
    case .move: "clock moved"
    case .wake: "timer"
    case .becomeActive: "became active"
    case .enterBackground: "entered background"
    case .registerForPush: "registered for push"
    case .setUser(let userID): "user \(userID)"
    case .setBlankUser: "blank user"
    case .configure(let isBlocked): "configuration changed, endpoint \(isBlocked ? "unusable" : "usable")"
    case .communicate(let isAllowed): "communication \(isAllowed ? "started" : "stopped")"
    case .clear: "cleared"
    case .refresh(let token): "refresh \(token)"
    case .logImpression(let id, let key): "impression \(id) of \(Catalogue.name(ofKey: key))"
    case .answer(let number, let answer): "request \(number) ends: \(answer)"
    case .storeWorked(let fails): "store \(fails ? "failed" : "done")"
    case .sinkEnded(let id, let fails): "sink \(fails ? "failed" : "took") impression \(id)"
    case .damageRecord: "record damaged"
    case .look: "look"
    }
  }
}
