import FeatureFlags

/// How things are written in messages: the same every time.
extension World {
  static func text(_ flags: [Flag]) -> String {
    let texts = flags.map { flag in
      let owner = if case .string(let owner)? = flag.properties["owner"] { owner } else { "?" }
      let number = if case .integer(let number)? = flag.properties["number"] { "\(number)" } else { "?" }
      return "\(flag) \(owner)/\(number)"
    }
    return "[\(texts.joined(separator: "; "))]"
  }

  static func text(_ request: Prediction.Request?) -> String {
    request.map { "a request for \($0.user), tag \($0.tag ?? "none")\($0.saysPush ? ", push" : "")" } ?? "nothing"
  }

  static func text(_ operation: DiskOperation) -> String {
    switch operation {
    case .write(let record):
      "write \(text(record.flags)) of \(record.user), tag \(record.tag ?? "none"), at \(record.received.uptime.nanoseconds)"
    case .remove: "remove"
    case .setAside: "set aside"
    case .writeSwitch(let isStopped): "write stopped=\(isStopped)"
    }
  }

  static func text(_ event: Ports.Event) -> String {
    let attributes = event.attributes
    return "\(event.name) \(text(attributes["flag_key"])) rule \(text(attributes["rule_id"])) "
      + "enabled \(attributes["enabled"] == .bool(true)) of \(event.identity.userID)"
  }

  private static func text(_ value: JSONValue?) -> String {
    if case .string(let text)? = value { text } else { "?" }
  }
}

extension Model {
  /// True for a write that a client may do although it need not: the very record it holds (S1).
  func isOfNow(_ operation: DiskOperation) -> Bool {
    guard case .write(let written) = operation, let record else { return false }
    return written.user == record.user && written.received == record.received && written.tag == record.tag
      && written.flags == record.flags
  }
}

extension World {
  /// True when a refresh ended as it should; words are not compared, and a kind only where one can be seen.
  static func matches(_ ending: Ending, _ wanted: Ending) -> Bool {
    switch (ending, wanted) {
    case (.success(nil, _, _), .success): true
    case (.success(let kind, let keys, let until), .success(let wantedKind, let wantedKeys, let wantedUntil)):
      kind == wantedKind && keys == wantedKeys && until == wantedUntil
    case (.failure(let code, let reason, let retryAt, _), .failure(let wantedCode, let wantedReason, let wantedAt, _)):
      code == wantedCode && reason == wantedReason && retryAt == wantedAt
    default: false
    }
  }
}
