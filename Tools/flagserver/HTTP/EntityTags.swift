/// The value of `If-Match` or `If-None-Match`: a list of entity tags, or `*` for any.
struct EntityTags {
  private let list: String

  init(_ list: String) {
    self.list = list
  }

  /// True when `tag` is in the list; weak ones count only for `If-None-Match` (RFC 9110, §13.1).
  func contains(_ tag: String, isWeakEnough: Bool) -> Bool {
    list.split(separator: ",").contains { candidate in
      var candidate = candidate.drop { $0 == " " || $0 == "\t" }
      if isWeakEnough, candidate.hasPrefix("W/") { candidate = candidate.dropFirst(2) }
      while let last = candidate.last, last == " " || last == "\t" { candidate.removeLast() }
      return candidate == "*" || candidate == tag
    }
  }
}
