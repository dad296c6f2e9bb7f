import Dispatch

/// The lines of the standard input as a sequence; reading them blocks a thread of its own and nobody else.
enum InputLines {
  static func stream() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    DispatchQueue(label: "flagctl.input").async {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return stream
  }
}
