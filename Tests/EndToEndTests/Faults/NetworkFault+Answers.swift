import FeatureFlags
import FeatureFlagsTesting

extension NetworkFault {
  private static let malformed = Ending.failure(0, .malformedAnswer)
  private static let unusable = Ending.failure(200, nil)
  private static let head = "HTTP/1.1 200 OK\r\n"

  private static func length(_ lines: String, _ body: String = goodBody(2)) -> String {
    "\(head)\(lines)\r\n\(body)"
  }

  private static func chunked(_ body: String) -> String { "\(head)Transfer-Encoding: chunked\r\n\r\n\(body)" }

  /// Bodies whose length is told wrongly.
  static let framings: [NetworkFault] = [
    server("body cut", .failure(0, .connection), [.send(text: String(goodAnswer(2).dropLast(5))), .close]),
    server("body cut by a reset", .failure(0, .connection), [.send(text: String(goodAnswer(2).dropLast(5))), .reset]),
    server(
      "Content-Length too long, closed", .failure(0, .connection),
      [.send(text: length("Content-Length: 999\r\n")), .close]),
    server(
      "Content-Length too long, left open", .failure(0, .timedOut), timeout: .milliseconds(500),
      [.send(text: length("Content-Length: 999\r\n")), .stall]),
    server("Content-Length too short", unusable, sends: length("Content-Length: 9\r\n")),
    server("Content-Length 0, and a body", unusable, sends: length("Content-Length: 0\r\n")),
    server("Content-Length negative", malformed, sends: length("Content-Length: -5\r\n"), thenCloses: true),
    server("Content-Length no number", malformed, sends: length("Content-Length: five\r\n"), thenCloses: true),
    // To libcurl as good as none: the body ends with the connection.
    server(
      "Content-Length of 2^64", .updated, sends: length("Content-Length: 18446744073709551616\r\n"), thenCloses: true),
    server(
      "Content-Length twice, different", malformed,
      sends: length("Content-Length: \(goodBody(2).utf8.count)\r\nContent-Length: 9\r\n")),
    server("chunk size no number", malformed, sends: chunked("zz\r\nhello\r\n0\r\n\r\n"), thenCloses: true),
    server("chunk size beyond 2^64", malformed, sends: chunked("fffffffffffffffff\r\nhello"), thenCloses: true),
    server("chunk size negative", malformed, sends: chunked("-5\r\nhello\r\n0\r\n\r\n"), thenCloses: true),
    server("chunk without its end", .failure(0, .connection), sends: chunked("5\r\nhello"), thenCloses: true),
    server("chunk longer than it says", malformed, sends: chunked("2\r\nhello\r\n0\r\n\r\n"), thenCloses: true),
    server(
      "two answers at once: the second is for nobody", .updated, sends: goodAnswer(2) + goodAnswer(666)),
    server("HTTP/0.9", malformed, sends: "<html>hello</html>", thenCloses: true),
    server("another protocol", malformed, sends: "220 mail.example ESMTP\r\n", thenCloses: true),
    server("binary garbage", malformed, [.send((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 167) }), .close]),
  ]

  /// Content codings.
  static let codings: [NetworkFault] = [
    server(
      "gzip bomb: 10 MB become 10 GB", .failure(0, .tooLarge),
      [
        .send(text: "\(head)Content-Encoding: gzip\r\nContent-Length: \(24 + 160 * 65536)\r\n\r\n"),
        .send(GzipBomb.head),
      ]
        + Array(repeating: .send(GzipBomb.filler), count: 160)),
    server(
      "gzip in gzip in gzip", malformed,
      sends: length("Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip, gzip\r\nContent-Length: 4\r\n", "\u{1f}abc")),
    server(
      "gzip that is none", malformed, sends: length("Content-Encoding: gzip\r\nContent-Length: 9\r\n", "not gzip!")),
    // libcurl gives what there was, without a word; it is the JSON that is not whole.
    server(
      "gzip cut", unusable,
      [
        .send(text: "\(head)Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n"),
        .send(Array(GzipBomb.head.prefix(20))),
      ]),
    server(
      "a coding that was not asked for", malformed,
      sends: length("Content-Encoding: br\r\nContent-Length: \(goodBody(2).utf8.count)\r\n")),
  ]

  /// Header sections.
  static let heads: [NetworkFault] = [
    server(
      "a header of 64 KB, within the limits", .updated,
      sends: answer(200, "X-Filler: \(String(repeating: "a", count: 64 << 10))\r\n", body: goodBody(2))),
    server(
      "a header of 300 KB", malformed,
      sends: answer(200, "X-Filler: \(String(repeating: "a", count: 300 << 10))\r\n", body: goodBody(2))),
    server(
      "10 000 headers", malformed,
      sends: answer(200, (0..<10_000).map { "X-\($0): a\r\n" }.joined(), body: goodBody(2))),
    server(
      "headers without end", malformed,
      [.send(text: head), .flood(Array("X-Filler: \(String(repeating: "a", count: 1000))\r\n".utf8))]),
    server("a header line without end", malformed, [.send(text: head), .flood(Array(repeating: 0x61, count: 4096))]),
    server(
      "interim answers without end", malformed,
      [
        .flood(Array(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 100).utf8))
      ]),
    server(
      "early hints without end", malformed,
      [
        .flood(Array(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 100).utf8))
      ]),
    server("status 999", malformed, sends: "HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n", thenCloses: true),
    server("status no number", malformed, sends: "HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n", thenCloses: true),
  ]

  /// Statuses that a client must not take for an answer, or not follow.
  static let statuses: [NetworkFault] =
    [301, 302, 303, 307, 308].map { status in
      server("redirect \(status), to itself", .failure(status, nil), sends: answer(status, "Location: /\r\n", body: ""))
    } + [
      server(
        "redirect to another scheme", .failure(302, nil),
        sends: answer(302, "Location: file:///etc/passwd\r\n", body: "")),
      server("204", .failure(204, nil), sends: "HTTP/1.1 204 No Content\r\n\r\n"),
      server("205", .failure(205, nil), sends: answer(205, body: "")),
      server("206 with a whole body", .failure(206, nil), sends: answer(206, body: goodBody(2))),
      server("304 that was not asked for", .failure(304, nil), sends: "HTTP/1.1 304 Not Modified\r\n\r\n"),
      server(
        "captive portal: 200 and a page", unusable,
        sends: answer(200, "Content-Type: text/html\r\n", body: "<html>Log in</html>")),
      server(
        "captive portal: 302 to a page", .failure(302, nil),
        sends: answer(302, "Location: http://portal.invalid/\r\n", body: "")),
      server("captive portal: 511", .failure(511, nil), sends: answer(511, body: "<html>Log in</html>")),
      server(
        "a proxy that wants a password: 407", .failure(407, nil),
        sends: answer(407, "Proxy-Authenticate: Basic realm=\"a\"\r\n", body: "")),
      server("401", .failure(401, nil), sends: answer(401, "WWW-Authenticate: Basic realm=\"a\"\r\n", body: "")),
      server("500 with good flags in it", .failure(500, nil), sends: answer(500, body: goodBody(2))),
    ]

  /// Whole answers with bodies that cannot be used.
  static let bodies: [NetworkFault] = [
    server("empty body", unusable, sends: answer(200, body: "")),
    server("null", unusable, sends: answer(200, body: "null")),
    server("flags that are no list", unusable, sends: answer(200, body: #"{"flags":{}}"#)),
    server("half an answer in a whole body", unusable, sends: answer(200, body: String(goodBody(2).dropLast(2)))),
    server("two JSON texts", unusable, sends: answer(200, body: goodBody(2) + goodBody(2))),
    server(
      "zero bytes", unusable,
      [.send(text: "\(head)Content-Length: 64\r\n\r\n"), .send([UInt8](repeating: 0, count: 64))]),
    server(
      "1 000 levels deep", unusable,
      sends: answer(
        200,
        body: #"{"flags":[{"key":"a","enabled":true,"rule_id":"","properties":{"x":"#
          + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000) + "}}]}")),
    server(
      "body of 100 MB", .failure(0, .tooLarge),
      [.send(text: "\(head)Content-Length: \(100 << 20)\r\n\r\n")]
        + Array(repeating: .send(GzipBomb.filler), count: 1600)),
    server(
      "body without end, as fast as it goes", .failure(0, .tooLarge),
      [.send(text: "\(head)\r\n"), .flood([UInt8](repeating: 0x20, count: 64 << 10))]),
  ]
}
