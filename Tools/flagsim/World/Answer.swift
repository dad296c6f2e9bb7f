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
