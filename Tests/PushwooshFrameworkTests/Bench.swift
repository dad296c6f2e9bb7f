import FeatureFlags
import FeatureFlagsTesting
import InMemoryStore
import Locking
import PushwooshWire
import StrictJSON

@testable import PushwooshFramework

/// A hub of scripted adapters, property lists and a place for what it reports.
final class Bench: Sendable {
  let transport = ScriptedTransport()
  let store: InMemoryStore
  let clock: ManualClock
  let sink = RecordingEventSink()
  let warnings = Locked<[String]>([])
  /// How many clients were made.
  let factoryCalls = Locked(0)

  init(store: InMemoryStore = InMemoryStore(), clock: ManualClock = ManualClock()) {
    self.store = store
    self.clock = clock
  }

  /// What makes adapters of these parts; `onCall` runs inside.
  func factory(_ onCall: @escaping @Sendable () throws -> Void = {}) -> AdapterFactory {
    { service in
      self.factoryCalls.withLock { $0 += 1 }
      try onCall()
      return Adapters(
        wireFormat: PushwooshWireFormat(service: service), transport: self.transport, store: self.store,
        clock: self.clock, eventSink: self.sink,
        diagnostics: { diagnostic in
          guard diagnostic.level >= .warning else { return }
          self.warnings.withLock { $0.append(diagnostic.code.rawValue) }
        })
    }
  }

  func hub(
    bundle: [String: any Sendable] = [:], environment: [String: String] = [:],
    onCall: @escaping @Sendable () throws -> Void = {}
  ) -> Hub {
    let factory = factory(onCall)
    return Hub(
      lists: { () throws(SetupProblem) in try PropertyLists(environment: environment, bundle: bundle) },
      defaultFactory: { factory }, report: { line in self.warnings.withLock { $0.append(line) } })
  }

  var reported: [String] { warnings.withLock { $0 } }

  /// An answer with the flag `new_checkout`.
  static func answer(enabled: Bool = true, rule: String = "r_1a2b3c4d", color: String = "green") -> HTTPResponse {
    answer(
      #"{"flags":[{"key":"new_checkout","enabled":\#(enabled),"rule_id":"\#(rule)","properties":"#
        + #"{"button_color":"\#(color)","max_items":5,"express":true,"layout":{"rows":[1,2],"title":"x"}}}]}"#)
  }

  static func answer(_ json: String) -> HTTPResponse { HTTPResponse(status: 200, body: Array(json.utf8)) }
}

extension HTTPRequest {
  /// A member of the body.
  func body(_ name: String) throws -> JSONValue? {
    guard case .object(let object) = try JSONReader.value(of: body) else { return nil }
    return object[name]
  }
}
