/// One step of a history. Each makes sense after any other, or does nothing, so that any part of a history is one too.
enum Step: Sendable, Hashable {
  case read(key: Int)
  case refresh(count: Int)
  case setUser(Int)
  /// The same user again, or a blank one: nothing may come of it (T5, C3).
  case setSameUser(isBlank: Bool)
  case becomeActive
  case enterBackground
  case registerForPush
  case logImpression(key: Int)
  case clear
  case stopCommunication
  case startCommunication
  case configure(isBlocked: Bool)
  case shutDown
  /// The process ends, in order or killed, and another begins on the same store.
  case restart(user: Int?, isKilled: Bool)
  case advance(Int64)
  case advanceTo(Boundary, offset: Int64)
  /// Time passes while nothing runs; the wake that fell due comes then, or only after the next step.
  case suspend(Int64, wakesLate: Bool)
  case skew(Int64)
  case reboot(downtime: Int64)
  /// The request in flight ends.
  case answer(Reply)
  /// An answer for a request that was given up comes after all.
  case answerLate(Reply)
  /// A request that has ended is answered once more.
  case answerTwice(Reply)
  case changeServer(user: Int, key: Int, ServerChange)
  case failStoreChanges(count: Int)
  case failStoreReads
  case delayStore(Bool)
  case damageRecord
  case failSink(count: Int)
  case holdSink(Bool)
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .read(let key): "read \(Catalogue.name(ofKey: key))"
    case .refresh(let count): count == 1 ? "refresh" : "refresh, \(count) at once"
    case .setUser(let user): "set user \(Catalogue.users[user])"
    case .setSameUser(let isBlank): isBlank ? "set a blank user" : "set the same user again"
    case .becomeActive: "become active"
    case .enterBackground: "enter background"
    case .registerForPush: "register for push"
    case .logImpression(let key): "log impression \(Catalogue.name(ofKey: key))"
    case .clear: "clear stored flags"
    case .stopCommunication: "stop communication"
    case .startCommunication: "start communication"
    case .configure(let isBlocked): "change configuration, endpoint \(isBlocked ? "unusable" : "usable")"
    case .shutDown: "shut down"
    case .restart(let user, let isKilled):
      (isKilled ? "kill and restart" : "restart") + (user.map { " as \(Catalogue.users[$0])" } ?? "")
    case .advance(let span): "advance \(Span.text(span))"
    case .advanceTo(let boundary, let offset):
      "advance to \(boundary.rawValue)"
        + (offset == 0 ? "" : offset > 0 ? " + \(Span.text(offset))" : " - \(Span.text(-offset))")
    case .suspend(let span, let wakesLate): "suspend \(Span.text(span))\(wakesLate ? ", wake late" : "")"
    case .skew(let span): "skew wall clock \(Span.text(span))"
    case .reboot(let downtime): "reboot, off for \(Span.text(downtime))"
    case .answer(let reply): "answer: \(reply)"
    case .answerLate(let reply): "answer late: \(reply)"
    case .answerTwice(let reply): "answer twice: \(reply)"
    case .changeServer(let user, let key, let change):
      "server: \(change.rawValue) \(Catalogue.name(ofKey: key)) of \(Catalogue.users[user])"
    case .failStoreChanges(let count): "store: fail the next \(count) changes"
    case .failStoreReads: "store: fail to read at the next start"
    case .delayStore(let isSlow): isSlow ? "store: slow" : "store: fast"
    case .damageRecord: "store: damage the record"
    case .failSink(let count): "sink: fail the next \(count)"
    case .holdSink(let isHeld): isHeld ? "sink: hold" : "sink: release"
    }
  }
}
