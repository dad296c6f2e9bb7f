/// What a path stands for.
enum Route: Sendable, Hashable {
  case evaluate
  /// A method of the JSON API, such as `postEvent`.
  case clientMethod(String)
  case health
  case metrics
  case panel
  case flags
  case flag(String)
  case flagAction(String, FlagAction)
  case segments
  case segment(String)
  case applications
  case application(String)
  case events
  case stats
  case devices
  case evaluation
  case export
  case `import`
  case stream
  case faults

  /// Who asks.
  enum Audience: Sendable { case client, admin, monitoring, anyone }

  /// The route of `path`; nil when it leads nowhere.
  ///
  /// What comes before the last parts of a client's path does not matter: that is where reverse proxies add theirs.
  init?(path: String) {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    if path.utf8.suffix(Self.evaluatePath.utf8.count).elementsEqual(Self.evaluatePath.utf8) {
      self = .evaluate
      return
    }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    if parts.count >= 3, parts.suffix(3).dropLast() == ["json", "1.3"], let last = parts.last, !last.isEmpty {
      self = .clientMethod(String(last))
    } else if parts.first == "admin" {
      self.init(adminPath: parts.dropFirst())
    } else if parts == ["healthz"] {
      self = .health
    } else if parts == ["metrics"] {
      self = .metrics
    } else if path == "/" || parts.first == "panel" && parts.count > 1 {
      self = .panel
    } else {
      return nil
    }
  }

  private static let evaluatePath = "/api/v1/feature-flags/evaluate"

  private init?(adminPath parts: ArraySlice<Substring>) {
    if parts.count == 1, let first = parts.first {
      self.init(adminPage: first)
      return
    }
    guard (2...3).contains(parts.count), let name = percentDecoded(parts[parts.startIndex + 1]), !name.isEmpty else {
      return nil
    }
    switch (parts.first, parts.count) {
    case ("flags", 2): self = .flag(name)
    case ("segments", 2): self = .segment(name)
    case ("applications", 2): self = .application(name)
    case ("flags", 3):
      guard let action = FlagAction(rawValue: String(parts[parts.startIndex + 2])) else { return nil }
      self = .flagAction(name, action)
    default: return nil
    }
  }

  private init?(adminPage name: Substring) {
    switch name {
    case "flags": self = .flags
    case "segments": self = .segments
    case "applications": self = .applications
    case "events": self = .events
    case "stats": self = .stats
    case "devices": self = .devices
    case "evaluate": self = .evaluation
    case "export": self = .export
    case "import": self = .import
    case "stream": self = .stream
    case "faults": self = .faults
    default: return nil
    }
  }

  var audience: Audience {
    switch self {
    case .evaluate, .clientMethod: .client
    case .health, .panel: .anyone
    case .metrics: .monitoring
    default: .admin
    }
  }

  /// The methods that it takes; `GET` stands for `HEAD` too.
  var methods: [String] {
    switch self {
    case .evaluate, .clientMethod, .flagAction, .evaluation: ["POST"]
    case .flag, .segment, .faults: ["GET", "PUT", "DELETE"]
    case .segments: ["GET", "PUT"]
    case .application, .import: ["PUT"]
    case .health, .metrics, .panel, .flags, .applications, .events, .stats, .devices, .export, .stream: ["GET"]
    }
  }

  /// How many bytes the body of a request may have.
  var bodyLimit: Int {
    switch audience {
    case .client: 1 << 20
    case .admin: self == .import ? 64 << 20 : 16 << 20
    case .monitoring, .anyone: 1 << 16
    }
  }

  /// What requests are counted under in `/metrics`.
  var endpoint: String {
    switch self {
    case .evaluate: "evaluate"
    case .clientMethod("postEvent"): "postEvent"
    case .clientMethod: "other"
    case .health: "healthz"
    case .metrics: "metrics"
    case .panel: "panel"
    case .stream: "stream"
    default: "admin"
    }
  }
}
