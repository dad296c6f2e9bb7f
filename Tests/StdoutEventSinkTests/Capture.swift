import FeatureFlags
import FeatureFlagsTesting
import Locking
import StdoutEventSink
import StrictJSON

/// An output that keeps the calls it gets, and refuses them when told to.
final class Capture: Sendable {
  private let state = Locked((calls: [[UInt8]](), failures: 0))

  var calls: [[UInt8]] { state.withLock { $0.calls } }

  func failNext() { state.withLock { $0.failures += 1 } }

  var configuration: StdoutEventSink.Configuration {
    .init { [state] (line) throws(EventSinkError) in
      let fails = state.withLock { state in
        if state.failures == 0 {
          state.calls.append(line)
          return false
        }
        state.failures -= 1
        return true
      }
      if fails { throw EventSinkError("refused") }
    }
  }
}

/// The events in JSON Lines, read by the strict reader.
func receivedEvents(in bytes: [UInt8]) throws -> [EventSinkFixture.Received] {
  try bytes.split(separator: UInt8(ascii: "\n")).map { line in
    guard case .object(let object) = try JSONReader.value(of: Array(line)),
      case .string(let name)? = object["event"], case .object(let attributes)? = object["attributes"],
      case .string(let user)? = object["userId"], case .integer(let time)? = object["time"], object.count == 4
    else { throw RuleViolation("the line has its form", String(decoding: line, as: UTF8.self)) }
    return .init(name: name, attributes: attributes, userID: user, seconds: time)
  }
}
