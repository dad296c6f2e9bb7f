import FlagRules
import StrictJSON
import Testing

@testable import flagserver

/// A flags file with one flag of every sort.
let sampleFile = """
  {"applications":[{"code":"DEMO0-00001"},{"code":"PLAIN-00001","featureFlags":false}],
   "segments":{"beta":{"attribute":"app_version","op":"at-least","value":"2.0.0","as":"version"},
               "slow":{"all":[],"latency-ms":300}},
   "flags":[
     {"key":"new_checkout","properties":[{"key":"color","type":"string","default":"blue"}],
      "rules":[{"id":"r_1","segment":"beta","properties":{"color":"green"}}]},
     {"key":"killed","killed":true,"rules":[{"id":"r_2"}]},
     {"key":"archived","archived":true},
     {"key":"survey","rules":[{"id":"r_3","when":{"saw-flag":"new_checkout"}}]}]}
  """

/// The time in the tests that do not say otherwise.
let now: Int64 = 1_800_000_000

func router(
  _ file: String = sampleFile, token: String? = nil, limits: ServerState.Limits = .init()
) throws -> Router {
  Router(
    gate: AdminGate(token: token),
    state: ServerState(try Ruleset(FlagsDocument(json: Array(file.utf8))), limits: limits, now: { now }),
    segmentDeadline: 200)
}

extension Router {
  func send(
    _ method: String, _ target: String, _ body: String = "", headers: [Header] = []
  ) -> Response {
    respond(to: Request(method: method, target: target, headers: headers, body: Array(body.utf8)))
  }

  func evaluate(_ body: String = someone, headers: [Header] = []) -> Response {
    send("POST", "/api/v1/feature-flags/evaluate", body, headers: headers)
  }

  /// The rule that decided `key`; nil when the flag is not in the answer.
  func ruleID(_ key: String, _ body: String = someone) throws -> String? {
    guard case .object(let answer) = try evaluate(body).value, case .array(let flags)? = answer["flags"] else {
      return nil
    }
    for case .object(let flag) in flags where flag["key"] == .string(key) {
      if case .string(let ruleID)? = flag["rule_id"] { return ruleID }
    }
    return nil
  }
}

extension Response {
  var text: String { String(decoding: body, as: UTF8.self) }

  var value: JSONValue { get throws { try JSONReader.value(of: body) } }

  /// The `status_message` of an envelope; its `status_code` must be the status.
  var message: String? {
    get throws {
      guard case .object(let object) = try value, object["status_code"] == .integer(Int64(status)),
        case .string(let message)? = object["status_message"]
      else { return nil }
      return message
    }
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

let someone = #"{"application":"DEMO0-00001","hwid":"6F","user_id":"u-7","platform":"linux","app_version":"2.4.0"}"#

func impression(
  of key: String, user: String = "u-7", time: Int64? = now, name: String = "PW_FeatureFlagImpression",
  padding: String = "", device: String = "6F", eventID: String? = nil
) -> String {
  let timestamp = time.map { #","timestampUTC":\#($0)"# } ?? ""
  let delivery = eventID.map { #","eventId":"\#($0)""# } ?? ""
  return #"{"request":{"application":"DEMO0-00001","hwid":"\#(device)"\#(delivery),"userId":"\#(user)","#
    + #""event":"\#(name)","attributes":{"flag_key":"\#(key)","rule_id":"r","enabled":true,"#
    + #""padding":"\#(padding)"}\#(timestamp)}}"#
}
