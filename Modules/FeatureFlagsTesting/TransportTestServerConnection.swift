import FeatureFlags

/// One connection of a test server: what came in, what is going out, and what is left to do.
struct TransportTestServerConnection {
  let descriptor: Int32
  let number: Int
  private(set) var isClosed = false
  /// When to go on even if nothing happens on the socket.
  private(set) var due: ContinuousClock.Instant?

  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  private var steps: ArraySlice<TransportTestServer.Step>
  private var isFinished = false

  init(descriptor: Int32, number: Int, greeting: [TransportTestServer.Step]) {
    self.descriptor = descriptor
    self.number = number
    steps = greeting[...]
  }

  var hasOutput: Bool { !output.isEmpty }

  /// Takes what has arrived; the end of it ends the connection.
  mutating func receive(_ core: TransportTestServerCore) {
    while !isClosed {
      switch TransportSocket.input(from: descriptor) {
      case .bytes(let bytes): if !isFinished { input += bytes }
      case .nothingYet: return
      case .ended: endedByPeer(core)
      }
    }
  }

  /// Does as much as possible without waiting: sends, takes the next step, or asks the script about the next request.
  mutating func proceed(
    _ now: ContinuousClock.Instant, _ core: TransportTestServerCore,
    _ script: (TransportTestServer.Request) -> [TransportTestServer.Step]
  ) {
    due = nil
    while !isClosed, !isFinished {
      if hasOutput {
        guard let count = TransportSocket.send(output, to: descriptor) else { return endedByPeer(core) }
        output = output.dropFirst(count)
        // The socket is full; waiting for it also lets the other connections have their turn.
        if hasOutput { return }
      } else if let step = steps.popFirst() {
        guard take(step, now) else { return }
      } else if let request = nextRequest() {
        core.note { $0.requests.append(request) }
        steps = script(request)[...]
      } else {
        return
      }
    }
  }

  /// Begins a step; false when there is nothing to do but wait.
  private mutating func take(_ step: TransportTestServer.Step, _ now: ContinuousClock.Instant) -> Bool {
    switch step {
    case .send(let bytes): output = bytes[...]
    case .flood(let bytes):
      // One piece a turn, or a quick reader would keep the thread to itself.
      if due == now {
        steps = [step] + steps
        return false
      }
      (due, output) = (now, bytes[...])
      steps = [step] + steps
    case .drip(let bytes, let pause):
      return drip(bytes, pause, now)
    case .stall:
      steps = [step] + steps
      return false
    case .close:
      TransportSocket.finish(descriptor)
      isFinished = true
    case .reset:
      TransportSocket.reset(descriptor)
      isClosed = true
    }
    return true
  }

  private var dripNext: ContinuousClock.Instant?

  private mutating func drip(_ bytes: [UInt8], _ pause: Duration, _ now: ContinuousClock.Instant) -> Bool {
    guard let first = bytes.first else {
      dripNext = nil
      return true
    }
    guard let next = dripNext, next <= now else {
      let next = dripNext ?? now + pause
      (dripNext, due) = (next, next)
      steps = [.drip(bytes, every: pause)] + steps
      return false
    }
    output = [first]
    dripNext = next + pause
    steps = [.drip(Array(bytes.dropFirst()), every: pause)] + steps
    return true
  }

  /// Where the body of the next request starts.
  private var endOfHead: Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard input.count >= mark.count else { return nil }
    return (mark.count...input.count).first { input[($0 - mark.count)..<$0].elementsEqual(mark) }
  }

  private mutating func endedByPeer(_ core: TransportTestServerCore) {
    TransportSocket.close(descriptor)
    isClosed = true
    core.note { $0.endedByPeer += 1 }
  }

  /// The next whole request of the input, taken out of it.
  private mutating func nextRequest() -> TransportTestServer.Request? {
    guard let end = endOfHead else { return nil }
    // By bytes: to Swift a carriage return and a line feed are one Character.
    let lines = input[..<(end - 4)].split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    let requestLine = (lines.first ?? "").split(separator: " ")
    let headers = lines.dropFirst().map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return HTTPHeader(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
    }
    let length = headers.value(of: "Content-Length").flatMap { Int($0) } ?? 0
    guard length >= 0, input.count - end >= length else { return nil }
    let body = Array(input[end..<(end + length)])
    input.removeFirst(end + length)
    return TransportTestServer.Request(
      connection: number, method: String(requestLine.first ?? ""), target: String(requestLine.dropFirst().first ?? ""),
      headers: headers, body: body)
  }
}
