import FeatureFlags

extension TransportRule {
  /// What holds for a send that ends before there is an answer.
  static let endingRules = [
    TransportRule("the time-out ends a send and its connection when no answer comes") { check in
      // It does come, but so late that only a transport with a time-out of its own choosing gets it.
      let server = try TransportTestServer { request in
        [.drip(Array("H".utf8), every: .seconds(10)), .send(text: "TTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")]
      }
      let transport = try check.harness.connect()
      let request = check.request(server.url + "/", timeout: .milliseconds(300))
      try await check.requireFailure(.timedOut, of: request, through: transport)
      try check.require(await server.saw { $0.endedByPeer == 1 }, "the connection was left open")
    },
    TransportRule("the time-out is for the whole answer, however steadily it trickles") { check in
      let server = try TransportTestServer { _ in
        [
          .send(text: "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"),
          .drip(Array(repeating: 0x61, count: 500), every: .milliseconds(20)),
        ]
      }
      let transport = try check.harness.connect()
      let request = check.request(server.url + "/", timeout: .milliseconds(300))
      try await check.requireFailure(.timedOut, of: request, through: transport)
      try check.require(await server.saw { $0.endedByPeer == 1 }, "the connection was left open")
    },
    TransportRule("cancelling the task ends a send and its connection") { check in
      let server = try TransportTestServer { _ in
        [.send(text: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .stall]
      }
      let transport = try check.harness.connect()
      let task = Task {
        try await check.requireFailure(.cancelled, of: check.request(server.url + "/"), through: transport)
      }
      let wasSent = await server.saw { $0.requests.count == 1 }
      task.cancel()
      _ = try await task.value
      try check.require(wasSent, "the request did not arrive")
      try check.require(await server.saw { $0.endedByPeer == 1 }, "the connection was left open")
    },
    TransportRule("cancelling one send leaves the others alone") { check in
      let server = try TransportTestServer { request in
        request.target == "/stall" ? [.stall] : [.answer(HTTPResponse(status: 200), to: request)]
      }
      let transport = try check.harness.connect()
      let stalled = Task { try await transport.send(HTTPRequest(url: server.url + "/stall", timeout: .patient)) }
      let others = Task { try await transport.send(HTTPRequest(url: server.url + "/stall", timeout: .patient)) }
      _ = await server.saw { $0.requests.count == 2 }
      stalled.cancel()
      _ = await stalled.result
      let response = try await check.response(
        to: HTTPRequest(url: server.url + "/", timeout: .patient), through: transport)
      try check.requireEqual(response.status, 200, "the status")
      try check.require(
        await server.saw { $0.endedByPeer >= 1 } && server.record.endedByPeer == 1,
        "\(server.record.endedByPeer) connections were ended, not 1")
      others.cancel()
      _ = await others.result
    },
    TransportRule("an answer without end is cut off at the limit") { check in
      let server = try TransportTestServer { _ in
        [.send(text: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"), .flood(Array(repeating: 0x61, count: 64 << 10))]
      }
      var request = check.request(server.url + "/")
      request.maximumResponseBytes = 1 << 20
      try await check.requireFailure(.tooLarge, of: request, through: try check.harness.connect())
      try check.require(await server.saw { $0.endedByPeer == 1 }, "the connection was left open")
    },
    TransportRule("a refused connection is a failed connection") { check in
      let closed = try TransportSocket.bound(listening: false)
      defer { TransportSocket.close(closed.descriptor) }
      let request = check.request("http://127.0.0.1:\(closed.port)/")
      try await check.requireFailure(.connection, of: request, through: try check.harness.connect())
    },
    TransportRule("after any failure the next send works") { check in
      let server = try TransportTestServer { request in
        switch request.target {
        case "/reset": [.reset]
        case "/garbage": [.send(text: "garbage\r\n\r\n"), .close]
        case "/stall": [.stall]
        default: [.answer(HTTPResponse(status: 200), to: request)]
        }
      }
      let transport = try check.harness.connect()
      for target in ["/reset", "/garbage", "/stall"] {
        let request = HTTPRequest(url: server.url + target, timeout: target == "/stall" ? .milliseconds(100) : .patient)
        try check.require((try? await transport.send(request)) == nil, "\(target) was answered")
        let response = try await check.response(
          to: HTTPRequest(url: server.url + "/", timeout: .patient), through: transport)
        try check.requireEqual(response.status, 200, "the status after \(target)")
      }
    },
  ]
}
