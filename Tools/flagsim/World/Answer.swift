import FeatureFlags

/// How a request ends, in full: what a ``Reply`` comes to once the server has been asked.
enum Answer: Sendable, Hashable {
  case flags([Flag], isPartial: Bool, tag: String?, hasOddOne: Bool)
  case notModified
  case garbage
  case status(Int, retryAfter: Int64?)
  case lost(Reply.Loss)
  case notSent
}

extension Answer: CustomStringConvertible {
  var description: String {
    switch self {
    case .flags(let flags, let isPartial, let tag, let hasOddOne):
      "\(isPartial ? "partial " : "")\(World.text(flags)), tag \(tag ?? "none")\(hasOddOne ? ", and an odd one" : "")"
    case .notModified: "304"
    case .garbage: "garbage"
    case .status(let code, let wait): "\(code)\(wait.map { ", Retry-After \($0)" } ?? "")"
    case .lost(let loss): "nothing (\(loss.rawValue))"
    case .notSent: "not sent"
    }
  }
}
