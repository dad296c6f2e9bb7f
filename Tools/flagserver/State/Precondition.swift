/// What an edit asks of the thing that it changes, by `If-Match` and `If-None-Match` (RFC 9110, §13.1).
struct Precondition: Sendable {
  var ifMatch: String?
  var ifNoneMatch: String?

  /// Nothing is asked.
  static let none = Precondition()

  private init() {}

  /// What `request` asks.
  init(_ request: Request) {
    ifMatch = request.header("if-match")
    ifNoneMatch = request.header("if-none-match")
  }

  /// True when `tag`, nil for a thing that is not there, is what was asked for.
  func holds(for tag: String?) -> Bool {
    if let ifMatch {
      guard let tag, EntityTags(ifMatch).contains(tag, isWeakEnough: false) else { return false }
    }
    if let ifNoneMatch, let tag, EntityTags(ifNoneMatch).contains(tag, isWeakEnough: true) { return false }
    return true
  }
}
