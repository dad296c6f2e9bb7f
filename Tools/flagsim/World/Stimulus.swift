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
