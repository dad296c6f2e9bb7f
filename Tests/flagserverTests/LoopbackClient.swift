import Dispatch
import Glibc

/// A connection to a server on loopback, with nothing of HTTP but what is needed to look at answers.
///
/// Its calls block; tests make them on a queue of their own, see ``onQueue(_:)``.
final class LoopbackClient {
  private let descriptor: Int32
  private var unread: [UInt8] = []
  /// False once a send has shown that the server has closed.
  private(set) var isOpen = true

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ClientError(what: "connect", code: errno) }
    // A server that never answers fails the test instead of hanging it.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  struct ClientError: Error {
    var what: String
    var code: Int32
  }

  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: String
    /// How many bytes of the announced body did not come.
    var missing: Int
  }

  /// Sends bytes; a server that has closed already is no error, for its answer may be there.
  func send(_ text: String) {
    var bytes = ArraySlice(Array(text.utf8))
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        isOpen = false
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }

  func request(_ method: String, _ target: String, _ body: String = "", headers: [String] = []) throws -> Answer {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1", "Content-Length: \(body.utf8.count)"] + headers
    send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    guard let answer = try answer() else { throw ClientError(what: "closed without an answer", code: 0) }
    return answer
  }

  /// The next answer; nil when the connection was closed before one began.
  func answer() throws -> Answer? {
    while let head = try head() {
      let lines = head.split(separator: "\r\n")
      let status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
      if status == 100 { continue }
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        headers[parts[0].lowercased()] = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
      }
      let size = Int(headers["content-length"] ?? "") ?? 0
      while unread.count < size, try receive() {}
      let body = unread.prefix(size)
      unread.removeFirst(body.count)
      return Answer(
        status: status, headers: headers, body: String(decoding: body, as: UTF8.self), missing: size - body.count)
    }
    return nil
  }

  /// All that comes, up to and with `mark`; to the end of the connection when it does not come.
  func text(through mark: String) throws -> String {
    while true {
      let text = String(decoding: unread, as: UTF8.self)
      if let range = text.firstRange(of: mark) {
        let part = String(text[..<range.upperBound])
        unread.removeFirst(part.utf8.count)
        return part
      }
      guard try receive() else {
        defer { unread = [] }
        return text
      }
    }
  }

  /// Waits for `100 Continue`, by which the server shows that it has seen the head of a request.
  func awaitInterimAnswer() throws { _ = try head() }

  private func head() throws -> String? {
    while true {
      let text = String(decoding: unread, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let head = text[..<end.lowerBound]
        unread.removeFirst(head.utf8.count + 4)
        return String(head)
      }
      guard try receive() else { return nil }
    }
  }

  /// Receives some more; false at the end.
  private func receive() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count < 0, errno != ECONNRESET { throw ClientError(what: "recv", code: errno) }
    guard count > 0 else { return false }
    unread += chunk[..<count]
    return true
  }
}

/// Runs blocking work away from the threads of Swift concurrency.
func onQueue<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "test").async { continuation.resume(with: .init(catching: work)) }
  }
}
