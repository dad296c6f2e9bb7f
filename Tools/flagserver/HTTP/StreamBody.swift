import CMicroHTTPD

/// The body of `/admin/stream` on one connection, from the reader's queue to the library.
///
/// A connection without anything to send is suspended, and the reader's queue resumes it: no thread waits.
final class StreamBody: Sendable {
  private let hub: StreamHub
  private let reader: StreamReader
  /// The address of the exchange.
  private let connection: UInt

  /// The body of a new reader; nil when there is no room for one.
  init?(hub: StreamHub, connection: OpaquePointer) {
    let address = UInt(bitPattern: connection)
    guard let reader = hub.open(wake: { cmhd_resume(OpaquePointer(bitPattern: address)) }) else { return nil }
    self.hub = hub
    self.reader = reader
    self.connection = address
  }

  /// The response, which holds the body until the library is done with it; nil when memory is short.
  func message() -> OpaquePointer? {
    var stream = cmhd_stream(
      context: Unmanaged.passRetained(self).toOpaque(),
      read: { context, buffer, room in
        guard let context, let buffer else { return ptrdiff_t(cmhd_stream_end) }
        return Unmanaged<StreamBody>.fromOpaque(context).takeUnretainedValue().read(
          into: UnsafeMutableBufferPointer(start: buffer, count: room))
      },
      end: { context in
        guard let context else { return }
        let body = Unmanaged<StreamBody>.fromOpaque(context).takeRetainedValue()
        body.hub.close(body.reader)
      })
    return cmhd_response_create_stream(&stream)
  }

  private func read(into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
    switch reader.read(into: room, pause: { cmhd_suspend(OpaquePointer(bitPattern: connection)) }) {
    case .bytes(let count): count
    case .nothingYet: 0
    case .end: Int(cmhd_stream_end)
    }
  }
}
