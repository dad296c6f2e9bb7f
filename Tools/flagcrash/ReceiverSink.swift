import FeatureFlags
import Glibc

/// A far end in a file: a line with the id and the key of each event; refuses one in five.
struct ReceiverSink: Ports.EventSink {
  let path: String

  func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    guard Int.random(in: 0..<5) > 0 else { throw EventSinkError("refused") }
    guard case .string(let key)? = event.attributes["flag_key"], let id = event.deliveryID else {
      throw EventSinkError("no key or no id")
    }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw EventSinkError("cannot open the receiver's file") }
    defer { close(descriptor) }
    let line = Array("\(id) \(key)\n".utf8)
    guard line.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == line.count else {
      throw EventSinkError("cannot write to the receiver's file")
    }
  }
}
