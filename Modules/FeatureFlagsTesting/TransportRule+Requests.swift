import FeatureFlags

extension TransportRule {
  /// What holds for requests on the wire.
  static let requestRules = [
    TransportRule("headers and body of a request arrive exactly") { check in
      let server = try TransportTestServer(answering: HTTPResponse(status: 200))
      let headers = [
        HTTPHeader("X-First", "a, b;c=\"d\""), HTTPHeader("x-SECOND", ""), HTTPHeader("X-Text", "Grüße 你好"),
        HTTPHeader("Content-Type", "application/json; charset=utf-8"), HTTPHeader("Authorization", "Token abc"),
      ]
      let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      let request = HTTPRequest(url: server.url + "/a%20b/c?d=e&f=%3D", headers: headers, body: body, timeout: .patient)
      _ = try await check.response(to: request, through: try check.harness.connect())
      let seen = server.record.requests
      try check.requireEqual(seen.count, 1, "the number of requests")
      guard let seen = seen.first else { return }
      try check.requireEqual(seen.method, "POST", "the method")
      try check.requireEqual(seen.target, "/a%20b/c?d=e&f=%3D", "the target")
      let names = Set(headers.map { $0.name.lowercased() })
      try check.requireEqual(seen.headers.filter { names.contains($0.name.lowercased()) }, headers, "the header")
      try check.require(seen.body == body, "the body is not the one that was sent")
    },
    TransportRule("no header is added that changes the meaning") { check in
      let server = try TransportTestServer(answering: HTTPResponse(status: 200))
      let transport = try check.harness.connect()
      for body: [UInt8] in [[], Array(repeating: 0x61, count: 2 << 20)] {
        _ = try await check.response(
          to: HTTPRequest(url: server.url + "/", body: body, timeout: .patient), through: transport)
      }
      let harmless: Set<String> = ["host", "content-length", "accept-encoding", "accept", "connection", "user-agent"]
      for header in server.record.requests.flatMap(\.headers) {
        try check.require(harmless.contains(header.name.lowercased()), "\(header.name) was added")
      }
      try check.requireEqual(server.record.requests.map(\.body.count), [0, 2 << 20], "the size of the bodies")
    },
    TransportRule("every method is sent as it is, with and without a body") { check in
      let server = try TransportTestServer(answering: HTTPResponse(status: 200, body: [1]))
      let transport = try check.harness.connect()
      for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PURGE"] {
        for body: [UInt8] in method == "HEAD" ? [[]] : [[], [1, 2, 3]] {
          let request = HTTPRequest(method: method, url: server.url + "/", body: body, timeout: .patient)
          let response = try await check.response(to: request, through: transport)
          try check.requireEqual(response.body, method == "HEAD" ? [] : [1], "the body of the answer to \(method)")
          let seen = server.record.requests.last
          try check.requireEqual(seen?.method, method, "the method")
          try check.requireEqual(seen?.body, body, "the body of \(method)")
        }
      }
    },
    TransportRule("redirects are not followed") { check in
      let server = try TransportTestServer { request in
        [.answer(HTTPResponse(status: 307, headers: [HTTPHeader("Location", "/elsewhere")]), to: request)]
      }
      let transport = try check.harness.connect()
      let response = try await check.response(to: check.request(server.url + "/"), through: transport)
      try check.requireEqual(response.status, 307, "the status")
      try check.requireEqual(response.headers.value(of: "Location"), "/elsewhere", "the place to go to")
      try check.requireEqual(server.record.requests.count, 1, "the number of requests")
    },
    TransportRule("an error status is not tried again, and cookies are not sent back") { check in
      let server = try TransportTestServer(
        answering: HTTPResponse(status: 503, headers: [HTTPHeader("Set-Cookie", "a=b; Path=/")]))
      let transport = try check.harness.connect()
      for _ in 0..<2 {
        let response = try await check.response(
          to: HTTPRequest(url: server.url + "/", timeout: .patient), through: transport)
        try check.requireEqual(response.status, 503, "the status")
      }
      try check.requireEqual(server.record.requests.count, 2, "the number of requests")
      let sent = server.record.requests.flatMap(\.headers).value(of: "Cookie")
      try check.requireEqual(sent, nil, "the cookie")
    },
    TransportRule("50 sends at once get each its own answer") { check in
      let server = try TransportTestServer { [.answer(HTTPResponse(status: 200, body: $0.body), to: $0)] }
      let transport = try check.harness.connect()
      try await withThrowingTaskGroup { group in
        for number in 0..<50 {
          group.addTask {
            let body = Array("number \(number)".utf8)
            let request = HTTPRequest(url: server.url + "/", body: body, timeout: .patient)
            try check.requireEqual(try await check.response(to: request, through: transport).body, body, "the body")
          }
        }
        try await group.waitForAll()
      }
    },
    TransportRule("a request that could forge another or leak a password is not sent") { check in
      let server = try TransportTestServer(answering: HTTPResponse(status: 200))
      let transport = try check.harness.connect()
      for request in forbiddenRequests(server) {
        try await check.requireFailure(.invalidRequest, of: request, through: transport, "\(request)")
      }
      try check.requireEqual(server.record.requests.count, 0, "the number of requests")
    },
  ]

  private static func forbiddenRequests(_ server: TransportTestServer) -> [HTTPRequest] {
    let secret = TransportRuleCheck.secret
    let urls = [
      "", "no url", "ftp://127.0.0.1:\(server.port)/", "file:///etc/passwd", "http:127.0.0.1:\(server.port)",
      "http:///\(secret)", "http://user:\(secret)@127.0.0.1:\(server.port)/", "//127.0.0.1:\(server.port)/",
      "\(server.url)/ \(secret)", "\(server.url)/\r\nX-Forged: \(secret)", "\(server.url)/\u{0}\(secret)",
      " \(server.url)/", "\(server.url)/\n", "\(server.url)/\u{a0}",
    ]
    let headers = [
      HTTPHeader("", "a"), HTTPHeader("X Y", "a"), HTTPHeader("X:", "a"), HTTPHeader("X\r\nForged", "a"),
      HTTPHeader("X-Ä", "a"), HTTPHeader("X", "a\r\nX-Forged: \(secret)"), HTTPHeader("X", "a\n"),
      HTTPHeader("X", "a\rb"), HTTPHeader("X", "a\u{0}b"),
    ]
    return urls.map { HTTPRequest(url: $0) } + headers.map { HTTPRequest(url: server.url + "/", headers: [$0]) }
      + ["", "P T", "GET /\(secret) HTTP/1.1\r\n", "PÖST"].map {
        HTTPRequest(method: $0, url: server.url + "/", timeout: .patient)
      }
  }
}
