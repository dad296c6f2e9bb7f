import FlagRules
import StrictJSON

/// Answers `POST /admin/evaluate`: what somebody would get, and why. It counts as no impression and is not kept.
struct EvaluationAdmin: Sendable {
  var flags: FlagsRepository
  var events: EventLog
  var devices: DeviceRegistry
  /// How long a segment may take, in milliseconds.
  var segmentDeadline: Int
  /// The time in Unix seconds.
  var now: @Sendable () -> Int64

  func respond(to request: Request) -> Response {
    flagserver.respond(for: "flag") {
      let body = try BodyFields(json: request.body)
      try body.allow([
        "application", "user_id", "hwid", "platform", "app_version", "language", "push_registered", "sdk_version",
        "tags", "flag",
      ])
      let asked = try EvaluationRequest(body)
      var subject = asked.subject
      subject.tags = try body.fields("tags")?.object ?? devices.device(asked.device)?.tags ?? [:]
      subject.lastImpressions = events.lastImpressions(application: asked.application, user: subject.userID)
      let ruleset = flags.snapshot.ruleset
      guard ruleset.knows(application: asked.application) else { return .envelope(404, "unknown application") }
      let keys = try body.string("flag").map { [$0] } ?? ruleset.document.flags.map(\.key)
      let circumstances = Circumstances(now: now(), deadlineMilliseconds: segmentDeadline)
      var explanations: [(key: String, explanation: Explanation)] = []
      for key in keys {
        guard
          let explanation = ruleset.explain(key, application: asked.application, for: subject, in: circumstances)
        else { throw FlagsRepository.EditError.unknown }
        explanations.append((key, explanation))
      }
      return .json(bytes: Self.text(explanations))
    }
  }

  private static func text(_ explanations: [(key: String, explanation: Explanation)]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("flags")
      writer.array { writer in
        for (key, explanation) in explanations { write(key, explanation, to: &writer) }
      }
      writer.member("partial", explanations.contains { $0.explanation.absence == .unresolvedSegment })
    }
    return writer.bytes
  }

  private static func write(_ key: String, _ explanation: Explanation, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("key", key)
      if let decision = explanation.decision {
        writer.member("enabled", decision.isEnabled)
        writer.member("rule_id", decision.ruleID)
        writer.member("properties", .object(decision.properties))
      }
      writer.member("reason", reason(of: explanation))
      if case .rule(let index)? = explanation.decision?.reason { writer.member("rule_index", Int64(index)) }
      writer.key("steps")
      writer.array { writer in
        for step in explanation.steps {
          writer.object { writer in
            writer.member("rule_id", step.ruleID)
            writer.member("target", word(for: step.target))
            writer.member("bucket", Int64(step.bucket))
            writer.member("taken", Int64(step.takenBuckets))
            writer.member("decides", word(for: step.decides))
          }
        }
      }
    }
  }

  private static func reason(of explanation: Explanation) -> String {
    switch (explanation.decision?.reason, explanation.absence) {
    case (.killed?, _): "killed"
    case (.rule?, _): "rule"
    case (.noRule?, _): "default"
    case (nil, .archived?): "archived"
    case (nil, .applicationWithoutFlags?): "application-without-flags"
    case (nil, .unresolvedSegment?), (nil, nil): "unresolved-segment"
    }
  }

  private static func word(for truth: Truth) -> String {
    switch truth {
    case .yes: "yes"
    case .no: "no"
    case .unknown: "unknown"
    }
  }
}
