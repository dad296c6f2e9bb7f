import FeatureFlags

extension TransportRule {
  /// What holds for the answers of any transport.
  static let answerRules = [
    TransportRule("any status is an answer") { check in
      for status in [200, 201, 204, 301, 304, 400, 401, 404, 429, 500, 503, 599] {
        let stage = try check.harness.stage(HTTPResponse(status: status, headers: [HTTPHeader("X-Mark", "\(status)")]))
        let response = try await check.response(
          to: HTTPRequest(url: stage.url, timeout: .patient), through: stage.transport)
        try check.requireEqual(response.status, status, "the status")
        try check.requireEqual(response.headers.value(of: "x-mark"), "\(status)", "the header")
        try check.require(response.body.isEmpty, "a body of \(response.body.count) bytes came from nowhere")
      }
    },
    TransportRule("headers and body of an answer arrive exactly") { check in
      let headers = [
        HTTPHeader("X-First", "a, b;c=\"d\""), HTTPHeader("x-SECOND", ""), HTTPHeader("X-First", "again"),
        HTTPHeader("X-Colon", "a:b: c"), HTTPHeader("X-Text", "Grüße 你好"),
      ]
      let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      let stage = try check.harness.stage(HTTPResponse(status: 200, headers: headers, body: body))
      let response = try await check.response(
        to: HTTPRequest(url: stage.url, timeout: .patient), through: stage.transport)
      try check.requireEqual(response.headers.filter { $0.name.lowercased().hasPrefix("x-") }, headers, "the header")
      try check.require(response.body == body, "the body is not the one that was sent")
    },
    TransportRule("a body of just the limit is an answer, one byte more is too large") { check in
      let stage = try check.harness.stage(HTTPResponse(status: 200, body: Array(repeating: 0x61, count: 70_000)))
      var request = check.request(stage.url)
      request.maximumResponseBytes = 70_000
      let response = try await check.response(to: request, through: stage.transport)
      try check.requireEqual(response.body.count, 70_000, "the size of the body")
      request.maximumResponseBytes = 69_999
      try await check.requireFailure(.tooLarge, of: request, through: stage.transport)
      request.maximumResponseBytes = 0
      try await check.requireFailure(.tooLarge, of: request, through: stage.transport)
    },
    TransportRule("a send in a cancelled task is cancelled") { check in
      let stage = try check.harness.stage(HTTPResponse(status: 200))
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await check.requireFailure(.cancelled, of: check.request(stage.url), through: stage.transport)
      }
      try await task.value
    },
    TransportRule("without time there is no answer") { check in
      let stage = try check.harness.stage(HTTPResponse(status: 200))
      for timeout in [Duration.zero, .seconds(-1)] {
        try await check.requireFailure(
          .timedOut, of: check.request(stage.url, timeout: timeout), through: stage.transport)
      }
    },
    TransportRule("the longest time-out is no trap") { check in
      let stage = try check.harness.stage(HTTPResponse(status: 200))
      let request = HTTPRequest(url: stage.url, timeout: .seconds(Int64.max))
      try check.requireEqual(try await check.response(to: request, through: stage.transport).status, 200, "the status")
    },
    TransportRule("50 sends at once are all answered") { check in
      let stage = try check.harness.stage(HTTPResponse(status: 200, body: [1, 2, 3]))
      try await withThrowingTaskGroup { group in
        for _ in 0..<50 {
          group.addTask {
            try await check.response(to: HTTPRequest(url: stage.url, timeout: .patient), through: stage.transport)
          }
        }
        for try await response in group { try check.requireEqual(response.body, [1, 2, 3], "the body") }
      }
    },
  ]
}
