import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals as a sequence, in place of what they would do by themselves, for as long as the process runs.
///
/// Not of the main actor, as the handlers, which run on a queue, would then take themselves to be.
final class Signals {
  let stream: AsyncStream<Int32>
  private let continuation: AsyncStream<Int32>.Continuation
  private let sources: [any DispatchSourceSignal]

  init(_ numbers: [Int32]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.stream = stream
    self.continuation = continuation
    let queue = DispatchQueue(label: "flagctl.signals")
    sources = numbers.filter { !Self.mustStayIgnored($0) }.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
  }

  /// Ends the sequence.
  func end() {
    continuation.finish()
  }

  /// True for a SIGHUP that was ignored when the program started: it is to outlive its terminal, as under `nohup`.
  private static func mustStayIgnored(_ number: Int32) -> Bool {
    guard number == SIGHUP else { return false }
    let previous = signal(number, SIG_IGN)
    if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return true }
    signal(number, previous)
    return false
  }
}
