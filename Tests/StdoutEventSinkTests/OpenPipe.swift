import Foundation
import Testing

/// A pipe whose ends a test opens, fills and closes.
final class OpenPipe: Sendable {
  let reader: Int32
  let writer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// What lies in the pipe, without waiting for more.
  func contents() -> [UInt8] {
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(reader, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  /// Writes into the pipe until there is no room left, and says how much that was.
  func fill() -> Int {
    let flags = fcntl(writer, F_GETFL)
    _ = fcntl(writer, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(writer, F_SETFL, flags) }
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    var total = 0
    while true {
      let count = write(writer, bytes, bytes.count)
      guard count > 0 else { return total }
      total += count
    }
  }
}
