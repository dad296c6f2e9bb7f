import FeatureFlags
import FeatureFlagsTesting
import Testing

@Suite("ScriptedTransport")
struct ScriptedTransportTests {
  private let transport = ScriptedTransport()
  private let request = HTTPRequest(url: "https://example.com/json/1.3/flags?secret=1")

  @Test("It gives its answers and failures in order, and keeps the requests")
  func inOrder() async throws {
    let transport = ScriptedTransport([HTTPResponse(status: 200)])
    transport.answer(HTTPResponse(status: 503))
    transport.fail(TransportError(.timedOut, "too late"))
    #expect(transport.answersLeft == 3)
    #expect(try await transport.send(request).status == 200)
    #expect(try await transport.send(request).status == 503)
    await #expect(throws: TransportError(.timedOut, "too late")) { try await transport.send(request) }
    #expect(transport.requests == [request, request, request])
    try transport.verify()
  }

  @Test("A request that is not scripted fails, and fails the test at its end")
  func unscripted() async throws {
    await #expect(throws: TransportError(.unavailable, "no answer is scripted for request 1")) {
      try await transport.send(request)
    }
    transport.answer(HTTPResponse(status: 200))
    _ = try await transport.send(request)
    #expect { try transport.verify() } throws: { "\($0)".contains("no answer was scripted for request 1") }
  }

  @Test("An answer that nobody asked for fails the test at its end")
  func leftOver() {
    transport.answer(HTTPResponse(status: 200))
    #expect { try transport.verify() } throws: { "\($0)".contains("1 scripted answers were not asked for") }
  }

  @Test("Held answers come when they are released, in any order, and only once")
  func held() async throws {
    let first = transport.hold()
    let second = transport.hold()
    let third = transport.hold()
    var sends: [Task<Int, any Error>] = []
    for number in 1...3 {
      sends.append(Task { [transport, request] in try await transport.send(request).status })
      #expect(try await transport.request(number: number) == request)
    }
    second.release(HTTPResponse(status: 202))
    second.release(HTTPResponse(status: 299))
    #expect(try await sends[1].value == 202)
    third.release(TransportError(.connection, "reset"))
    await #expect(throws: TransportError(.connection, "reset")) { try await sends[2].value }
    first.release(HTTPResponse(status: 201))
    #expect(try await sends[0].value == 201)
    try transport.verify()
  }

  @Test("An answer released before its request comes at once")
  func releasedBefore() async throws {
    transport.hold().release(HTTPResponse(status: 204))
    #expect(try await transport.send(request).status == 204)
  }

  @Test("A request cancelled while its answer is held throws .cancelled; a late release changes nothing")
  func cancelled() async throws {
    let held = transport.hold()
    let send = Task { [transport, request] in try await transport.send(request) }
    _ = try await transport.request(number: 1)
    send.cancel()
    try await transport.waitForCancelled(count: 1)
    held.release(HTTPResponse(status: 200))
    await #expect {
      _ = try await send.value
    } throws: {
      ($0 as? TransportError)?.reason == .cancelled
    }
    #expect(transport.cancelledCount == 1)
    try transport.verify()
  }

  @Test("A request of a task that is cancelled already is none")
  func cancelledBefore() async throws {
    transport.answer(HTTPResponse(status: 200))
    let reason = await withTaskGroup(of: TransportError.Reason?.self) { group in
      group.cancelAll()
      group.addTask { [transport, request] in
        do throws(TransportError) {
          _ = try await transport.send(request)
          return nil
        } catch {
          return error.reason
        }
      }
      return await group.next() ?? nil
    }
    #expect(reason == .cancelled)
    #expect(transport.requests == [])
    #expect(transport.answersLeft == 1)
  }

  @Test("The n-th request can be awaited, and the wait cancelled")
  func awaits() async throws {
    let waiting = Task { [transport] in try await transport.request(number: 2).url }
    transport.answer(HTTPResponse(status: 200))
    transport.answer(HTTPResponse(status: 200))
    _ = try await transport.send(HTTPRequest(url: "https://example.com/1"))
    _ = try await transport.send(HTTPRequest(url: "https://example.com/2"))
    #expect(try await waiting.value == "https://example.com/2")
    #expect(try await transport.request(number: 0).url == "https://example.com/1")
    let never = Task { [transport] in try await transport.request(number: 3) }
    never.cancel()
    await #expect(throws: CancellationError.self) { try await never.value }
  }
}
