import FeatureFlags
import Testing

@testable import CurlTransport

@Suite struct ResponseCollectorTests {
  private func collect(_ lines: String..., body: [String] = [], limit: Int = 100) -> ResponseCollector {
    var collector = ResponseCollector(maximumBodyBytes: limit)
    for line in lines { guard take(line, &collector) else { return collector } }
    for piece in body {
      guard Array(piece.utf8).withUnsafeBytes({ collector.takeBody($0) }) else { return collector }
    }
    return collector
  }

  private func take(_ line: String, _ collector: inout ResponseCollector) -> Bool {
    Array(line.utf8).withUnsafeBytes { collector.takeHeadLine($0) }
  }

  @Test("Status, header fields and body are put together")
  func whole() {
    let collector = collect(
      "HTTP/1.1 404 Not Found\r\n", "A: b\r\n", "a:c:d \t\r\n", "Empty:\r\n", "\r\n", body: ["one ", "two"])
    #expect(
      collector.response
        == HTTPResponse(
          status: 404, headers: [HTTPHeader("A", "b"), HTTPHeader("a", "c:d"), HTTPHeader("Empty", "")],
          body: Array("one two".utf8)))
  }

  @Test(
    "Each version's status line is read",
    arguments: [
      ("HTTP/1.0 200\r\n", 200), ("HTTP/1.1 200 \r\n", 200), ("HTTP/2 503 \r\n", 503), ("HTTP/3 599 a b c\n", 599),
    ])
  func statusLine(line: String, status: Int) {
    #expect(collect(line, "\r\n").response?.status == status)
  }

  @Test(
    "A status that is none is refused",
    arguments: [
      "HTTP/1.1\r\n", "HTTP/1.1 \r\n", "HTTP/1.1 20\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 099 OK\r\n",
      "HTTP/1.1 600\r\n",
      "HTTP/1.1 abc\r\n", "HTTP/1.1 -20\r\n", "HTTP/1.1 +20\r\n",
    ])
  func badStatus(line: String) {
    let collector = collect(line, "\r\n")
    #expect(collector.refusal == .badHead)
    #expect(collector.response == nil)
  }

  @Test("A line before any status line is refused")
  func noStatus() {
    #expect(collect("A: b\r\n").refusal == .badHead)
  }

  @Test("An interim answer is forgotten, and alone it is no answer")
  func interim() {
    let response = collect("HTTP/1.1 103 Hints\r\n", "A: b\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "C: d\r\n", "\r\n")
      .response
    #expect(response == HTTPResponse(status: 200, headers: [HTTPHeader("C", "d")]))
    #expect(collect("HTTP/1.1 103 Hints\r\n", "\r\n").response == nil)
  }

  @Test("A header section that is not finished is no answer")
  func unfinished() {
    #expect(collect("HTTP/1.1 200 OK\r\n", "A: b\r\n").response == nil)
    #expect(ResponseCollector(maximumBodyBytes: 1).response == nil)
  }

  @Test("A folded line goes on with the value before it, a trailer and a line without colon are left out")
  func oddLines() {
    var collector = collect("HTTP/1.1 200 OK\r\n", " lost\r\n", "A: b\r\n", " \t c \r\n", "no colon\r\n", "\r\n")
    #expect(take("Trailer: late\r\n", &collector))
    #expect(collector.response?.headers == [HTTPHeader("A", "b c")])
  }

  @Test("The body is taken up to the limit, to the byte, and dropped beyond it")
  func bodyLimit() {
    #expect(collect("HTTP/1.1 200 OK\r\n", "\r\n", body: ["12", "345"], limit: 5).response?.body.count == 5)
    let collector = collect("HTTP/1.1 200 OK\r\n", "\r\n", body: ["12", "3456"], limit: 5)
    #expect(collector.refusal == .bodyTooLarge)
    #expect(collector.response == nil)
    #expect(collect("HTTP/1.1 200 OK\r\n", "\r\n", body: ["1"], limit: -5).refusal == .bodyTooLarge)
    #expect(collect("HTTP/1.1 200 OK\r\n", "\r\n", limit: .min).response?.body == [])
    #expect(collect("HTTP/1.1 200 OK\r\n", "\r\n", body: ["1", "2"], limit: .max).response?.body.count == 2)
  }

  @Test("More than 1000 header fields are refused, whatever libcurl says")
  func headerCount() {
    var collector = collect("HTTP/1.1 200 OK\r\n")
    for number in 0..<1000 { #expect(take("X-\(number): a\r\n", &collector)) }
    #expect(!take("X-1000: a\r\n", &collector))
    #expect(collector.refusal == .headTooLarge)
  }

  @Test("Two lengths that differ are refused; the same one twice is not, nor another one in an interim answer")
  func lengths() {
    var collector = collect("HTTP/1.1 200 OK\r\n")
    #expect(take("Content-Length: 5\r\n", &collector) && take("content-length:5 \r\n", &collector))
    #expect(collector.isInHead)
    #expect(!take("CONTENT-LENGTH: 6\r\n", &collector))
    #expect(collector.refusal == .badHead)
    var other = collect("HTTP/1.1 103 Early\r\n")
    #expect(take("Content-Length: 5\r\n", &other) && take("\r\n", &other) && !other.isInHead)
    #expect(take("HTTP/1.1 200 OK\r\n", &other) && take("Content-Length: 6\r\n", &other))
  }

  @Test("The header sections together are limited, interim ones included")
  func headLimit() {
    var collector = ResponseCollector(maximumBodyBytes: 1)
    let line = "HTTP/1.1 103 " + String(repeating: "x", count: 1000) + "\r\n"
    var count = 0
    while take(line, &collector) { count += line.utf8.count }
    #expect(collector.refusal == .headTooLarge)
    #expect(count <= ResponseCollector.maximumHeadBytes && count > ResponseCollector.maximumHeadBytes - 2000)
  }

  @Test("Bytes that are not UTF-8 are replaced, not a crash")
  func notUTF8() {
    var collector = collect("HTTP/1.1 200 OK\r\n")
    let line: [UInt8] = [0x41, 0x3a, 0x20, 0xff, 0x0d, 0x0a]
    #expect(line.withUnsafeBytes { collector.takeHeadLine($0) })
    #expect(take("\r\n", &collector))
    #expect(collector.response?.headers == [HTTPHeader("A", "\u{fffd}")])
  }
}
