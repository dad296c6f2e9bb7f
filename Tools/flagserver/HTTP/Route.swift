/// What a path stands for.
enum Route: Sendable, Hashable {
  case evaluate
  /// A method of the JSON API, such as `postEvent`.
  case clientMethod(String)
  case health
  case flags
  case flag(String)
  case flagAction(String, FlagAction)
  case events
  case faults

  /// Who asks.
  enum Audience: Sendable { case client, admin, anyone }

  /// The route of `path`; nil when it leads nowhere.
  ///
  /// What comes before the last parts of a client's path does not matter: that is where reverse proxies add theirs.
  init?(path: String) {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    if parts.suffix(4) == ["api", "v1", "feature-flags", "evaluate"] {
      self = .evaluate
    } else if parts.count >= 3, parts.suffix(3).dropLast() == ["json", "1.3"], let last = parts.last, !last.isEmpty {
      self = .clientMethod(String(last))
    } else if parts.first == "admin" {
      self.init(adminPath: parts.dropFirst())
    } else if parts == ["healthz"] {
      self = .health
    } else {
      return nil
    }
  }

  private init?(adminPath parts: ArraySlice<Substring>) {
    switch (parts.first, parts.count) {
    case ("flags", 1): self = .flags
    case ("events", 1): self = .events
    case ("faults", 1): self = .faults
    case ("flags", 2), ("flags", 3):
      guard let key = percentDecoded(parts[parts.startIndex + 1]), !key.isEmpty else { return nil }
      guard parts.count == 3 else {
        self = .flag(key)
        return
      }
      guard let action = FlagAction(rawValue: String(parts[parts.startIndex + 2])) else { return nil }
      self = .flagAction(key, action)
    default: return nil
    }
  }

  var audience: Audience {
    switch self {
    case .evaluate, .clientMethod: .client
    case .flags, .flag, .flagAction, .events, .faults: .admin
    case .health: .anyone
    }
  }

  /// The methods that it takes; `GET` stands for `HEAD` too.
  var methods: [String] {
    switch self {
    case .evaluate, .clientMethod, .flagAction: ["POST"]
    case .flag: ["GET", "PUT"]
    case .faults: ["GET", "PUT", "DELETE"]
    case .health, .flags, .events: ["GET"]
    }
  }

  /// How many bytes the body of a request may have.
  var bodyLimit: Int {
    switch audience {
    case .client: 1 << 20
    case .admin: 16 << 20
    case .anyone: 1 << 16
    }
  }
}
