/// How a request ends, as a history says it; what flags that means is the server's business at that moment.
enum Reply: Sendable, Hashable {
  /// All flags of the user, with a tag or without; 304 when the request named the tag of exactly these.
  case flags(isTagged: Bool)
  /// All flags, beside one that cannot be read.
  case flagsAndAnOddOne
  /// Those of the user's flags whose bit is set (S4).
  case partial(mask: Int)
  /// 304, whether or not it fits what was asked.
  case notModified
  /// 200 with something that is no answer.
  case garbage
  /// An HTTP status, with a `Retry-After` of so many seconds or without.
  case status(Int, retryAfter: Int64?)
  /// No answer.
  case lost(Loss)
  /// The request could not even be sent.
  case notSent

  /// Why no answer came.
  enum Loss: String, Sendable, CaseIterable {
    case timedOut, connection, nameResolution, tls
  }
}

extension Reply: CustomStringConvertible {
  var description: String {
    switch self {
    case .flags(let isTagged): isTagged ? "flags with a tag" : "flags"
    case .flagsAndAnOddOne: "flags and one that cannot be read"
    case .partial(let mask): "partial, mask \(mask)"
    case .notModified: "304"
    case .garbage: "garbage"
    case .status(let code, nil): "\(code)"
    case .status(let code, let wait?): "\(code), Retry-After \(wait)"
    case .lost(let loss): "nothing (\(loss.rawValue))"
    case .notSent: "not sent"
    }
  }
}
