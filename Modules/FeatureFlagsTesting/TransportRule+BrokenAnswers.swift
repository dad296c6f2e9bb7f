import FeatureFlags

extension TransportRule {
  /// What holds for answers that are not whole or not HTTP.
  static let brokenAnswerRules = [
    TransportRule("an answer that is cut short is a failed connection") { check in
      let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
      for (what, steps) in [
        ("no answer", [TransportTestServer.Step.close]), ("no answer and a reset", [.reset]),
        ("half a body", [.send(text: half), .close]), ("half a body and a reset", [.send(text: half), .reset]),
        (
          "a chunk too few",
          [.send(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .close]
        ),
      ] {
        let server = try TransportTestServer { _ in steps }
        let transport = try check.harness.connect()
        try await check.requireFailure(.connection, of: check.request(server.url + "/"), through: transport, what)
      }
    },
    TransportRule("an answer that is not HTTP is malformed") { check in
      let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      let gzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n"
      for (what, text) in [
        ("a line of garbage", "garbage\r\n\r\n"), ("binary garbage", "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\n"),
        ("another protocol", "220 mail.example.com ESMTP\r\n"), ("HTTP/0.9", "<html>hello</html>"),
        ("a chunk size that is no number", chunked + "zz\r\nhello\r\n0\r\n\r\n"),
        ("gzip that is none", gzip + "not gzip!"),
      ] {
        let server = try TransportTestServer { _ in [.send(text: text), .close] }
        var request = check.request(server.url + "/")
        request.headers.append(HTTPHeader("Accept-Encoding", "gzip"))
        try await check.requireFailure(.malformedAnswer, of: request, through: try check.harness.connect(), what)
      }
    },
    TransportRule("interim answers are passed over") { check in
      let server = try TransportTestServer { _ in
        [
          .send(
            text: """
              HTTP/1.1 103 Early Hints\r\nX-Mark: early\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n\
              HTTP/1.1 200 OK\r\nX-Mark: late\r\nContent-Length: 2\r\n\r\nok
              """)
        ]
      }
      let transport = try check.harness.connect()
      let response = try await check.response(
        to: HTTPRequest(url: server.url + "/", timeout: .patient), through: transport)
      try check.requireEqual(response.status, 200, "the status")
      try check.requireEqual(
        response.headers.filter { $0.name == "X-Mark" }, [HTTPHeader("X-Mark", "late")], "the header")
      try check.requireEqual(response.body, Array("ok".utf8), "the body")
    },
    TransportRule("a chunked answer arrives whole, without its trailer") { check in
      let server = try TransportTestServer { _ in
        [
          .send(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Mark\r\n\r\n5\r\nhello\r\n"),
          .send(text: "7;a=b\r\n, world\r\n0\r\nX-Mark: late\r\n\r\n"),
        ]
      }
      let transport = try check.harness.connect()
      let response = try await check.response(
        to: HTTPRequest(url: server.url + "/", timeout: .patient), through: transport)
      try check.requireEqual(response.body, Array("hello, world".utf8), "the body")
      try check.requireEqual(response.headers.value(of: "X-Mark"), nil, "the trailer")
    },
    TransportRule("a header section without end is refused") { check in
      let line = Array("X-Filler: \(String(repeating: "a", count: 1000))\r\n".utf8)
      let server = try TransportTestServer { _ in [.send(text: "HTTP/1.1 200 OK\r\n"), .flood(line)] }
      let transport = try check.harness.connect()
      try await check.requireFailure(.malformedAnswer, of: check.request(server.url + "/"), through: transport)
      try check.require(await server.saw { $0.endedByPeer == 1 }, "the connection was left open")
    },
  ]
}
