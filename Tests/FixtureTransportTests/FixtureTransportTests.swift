import FeatureFlags
import FeatureFlagsTesting
import FixtureTransport
import TestSupport
import Testing

@Suite struct FixtureTransportTests {
  private static let evaluate = "https://example.com/api/v1/feature-flags/evaluate"

  /// What the transport says to one request, in a form that is short to compare.
  private func answer(
    _ transport: FixtureTransport, _ url: String = Self.evaluate, headers: [HTTPHeader] = [], body: String = ""
  ) async -> String {
    do {
      let response = try await transport.send(HTTPRequest(url: url, headers: headers, body: Array(body.utf8)))
      return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    } catch {
      return "\(error.reason.rawValue): \(error)"
    }
  }

  @Test("The transport keeps the port's general contract", arguments: TransportRule.general)
  func keepsTheContract(rule: TransportRule) async throws {
    try await rule.verify(
      on: .offline { response in
        let folder = try TemporaryFolder()
        var file = "HTTP/1.1 \(response.status) Whatever\r\n"
        for header in response.headers { file += "\(header.name): \(header.value)\r\n" }
        try folder.write(Array((file + "\r\n").utf8) + response.body, to: "evaluate.http")
        return TransportHarness.Stage(
          transport: FixtureTransport(directory: folder.path), url: Self.evaluate, props: folder)
      })
  }

  @Test("A .json file is a 200 of just its bytes")
  func json() async throws {
    let folder = try TemporaryFolder(["evaluate.json": "{\"flags\": [ ]}\n", "other.json": "{}"])
    let request = HTTPRequest(url: Self.evaluate + "?a=b/c#d")
    let response = try await FixtureTransport(directory: folder.path).send(request)
    #expect(response.status == 200)
    #expect(response.headers.value(of: "content-type") == "application/json")
    #expect(response.body == Array("{\"flags\": [ ]}\n".utf8))
  }

  @Test("A .http file gives status, headers and body, with either line end")
  func http() async throws {
    let folder = try TemporaryFolder([
      "a.http": "HTTP/1.1 503 Service Unavailable\r\nRetry-After:  7 \r\n\r\nlater\n\nmore",
      "b.http": "HTTP/2 429\nRetry-After: 7\n\nlater\n\nmore", "c.http": "HTTP/1.1 204 No Content\nX: y",
    ])
    let transport = FixtureTransport(directory: folder.path)
    for (name, status, body) in [("a", 503, "later\n\nmore"), ("b", 429, "later\n\nmore"), ("c", 204, "")] {
      let response = try await transport.send(HTTPRequest(url: "http://localhost/" + name))
      #expect(response.status == status)
      #expect(response.headers == [name == "c" ? HTTPHeader("X", "y") : HTTPHeader("Retry-After", "7")])
      #expect(String(decoding: response.body, as: UTF8.self) == body)
    }
  }

  @Test("A .fail file is the failure it names, with its message")
  func fail() async throws {
    let folder = try TemporaryFolder(["a.fail": "connection\n", "b.fail": "tls the certificate is old\n"])
    let transport = FixtureTransport(directory: folder.path)
    #expect(await answer(transport, "http://localhost/a") == "connection: as the folder of answers says")
    #expect(await answer(transport, "http://localhost/b") == "tls: the certificate is old")
  }

  @Test(
    "Every reason can be scripted",
    arguments: [
      "name-resolution", "connection", "timed-out", "tls", "malformed-answer", "too-large", "cancelled",
      "invalid-request", "unavailable",
    ])
  func everyReason(reason: String) async throws {
    let folder = try TemporaryFolder(["evaluate.fail": reason])
    #expect(await answer(FixtureTransport(directory: folder.path)).hasPrefix("\(reason): as"))
  }

  @Test("A sequence is served in turn, and its last file again and again")
  func sequence() async throws {
    let folder = try TemporaryFolder([
      "evaluate.1.json": "one", "evaluate.2.fail": "connection gone", "evaluate.4.json": "four",
      "evaluate.10.http": "HTTP/1.1 500 X\n\nten",
    ])
    let transport = FixtureTransport(directory: folder.path)
    var answers: [String] = []
    for _ in 1...11 { answers.append(await answer(transport)) }
    #expect(
      answers == ["200 one", "connection: gone", "connection: gone"] + Array(repeating: "200 four", count: 6)
        + ["500 ten", "500 ten"])
  }

  @Test("A file without a number counts as 0, and before the lowest number that one answers")
  func unnumbered() async throws {
    let folder = try TemporaryFolder(["a.json": "zero", "a.2.json": "two", "b.3.json": "three"])
    let transport = FixtureTransport(directory: folder.path)
    #expect(await answer(transport, "http://localhost/a") == "200 zero")
    #expect(await answer(transport, "http://localhost/a") == "200 two")
    #expect(await answer(transport, "http://localhost/b") == "200 three")
  }

  @Test("Of several endings with one number the first in the alphabet answers")
  func precedence() async throws {
    let folder = try TemporaryFolder(["a.json": "j", "a.http": "HTTP/1.1 201 X\n\nh", "a.fail": "tls f", "b.json": "j"])
    try folder.write(Array("HTTP/1.1 201 X\n\nh".utf8), to: "b.http")
    let transport = FixtureTransport(directory: folder.path)
    #expect(await answer(transport, "http://localhost/a") == "tls: f")
    #expect(await answer(transport, "http://localhost/b") == "201 h")
  }

  @Test("A user's own files answer that user, in a sequence of their own")
  func users() async throws {
    let folder = try TemporaryFolder([
      "evaluate.json": "all", "evaluate@u-7.json": "seven", "evaluate@u-7.2.json": "seven again",
      "evaluate@a.b@c.json": "mail", "postEvent@u-7.json": "event",
    ])
    let transport = FixtureTransport(directory: folder.path)
    #expect(await answer(transport, body: #"{"user_id":"u-8"}"#) == "200 all")
    #expect(await answer(transport, body: #"{"user_id":"u-7"}"#) == "200 seven")
    #expect(await answer(transport, body: #"{"user_id":"u-7"}"#) == "200 seven again")
    #expect(await answer(transport, body: #"{"user_id":"a.b@c"}"#) == "200 mail")
    #expect(await answer(transport, body: #"{"user_id":"../u-7"}"#) == "200 all")
    #expect(await answer(transport, body: #"{"user_id":7}"#) == "200 all")
    #expect(await answer(transport, body: "no JSON") == "200 all")
    let event = #"{"request":{"userId":"u-7"}}"#
    #expect(await answer(transport, "https://example.com/json/1.3/postEvent", body: event) == "200 event")
  }

  @Test("A method of the service without a file is answered with success, anything else is unavailable")
  func defaults() async throws {
    let folder = try TemporaryFolder()
    let transport = FixtureTransport(directory: folder.path)
    let success = #"200 {"status_code":200,"status_message":"OK","response":null}"#
    #expect(await answer(transport, "https://example.com/proxy/json/1.3/postEvent") == success)
    #expect(
      await answer(transport) == "unavailable: there is no \(folder.path)/evaluate.json, .http or .fail")
  }

  @Test("A folder that is not there is named")
  func missingFolder() async throws {
    let path = try TemporaryFolder().path + "/none"
    #expect(
      await answer(FixtureTransport(FixtureTransport.Configuration(directory: path)))
        == "unavailable: the folder \(path) cannot be read: No such file or directory")
  }

  @Test(
    "A file that cannot be used is named, with the line at fault",
    arguments: [
      ("x.http", "", ", line 1: should be like HTTP/1.1 200 OK, with a status of 200 to 599"),
      ("x.http", "503 Unavailable\n\n", ", line 1: should be like HTTP/1.1 200 OK, with a status of 200 to 599"),
      ("x.http", "HTTP/1.1 100 Continue\n\n", ", line 1: should be like HTTP/1.1 200 OK, with a status of 200 to 599"),
      (
        "x.http", "HTTP/1.1 99999999999999999999\n\n",
        ", line 1: should be like HTTP/1.1 200 OK, with a status of 200 to 599"
      ),
      ("x.http", "HTTP/1.1 200 OK\nA: b\nno header\n\n", ", line 3: should be like Name: value"),
      ("x.http", "HTTP/1.1 200 OK\n: b\n\n", ", line 2: should be like Name: value"),
      ("x.fail", "", ": should start with one of name-resolution, "),
      ("x.fail", "conection", ": should start with one of name-resolution, "),
    ])
  func badFile(name: String, text: String, message: String) async throws {
    let folder = try TemporaryFolder([name: text])
    let found = await answer(FixtureTransport(directory: folder.path), "http://localhost/x")
    #expect(found.hasPrefix("unavailable: \(folder.path)/\(name)\(message)"))
  }

  @Test("A folder in place of a file, or a file in place of the folder, is named")
  func folderForFile() async throws {
    let folder = try TemporaryFolder(["postEvent.json": "{}"])
    try folder.makeFolder("evaluate.json")
    #expect(
      await answer(FixtureTransport(directory: folder.path))
        == "unavailable: \(folder.path)/evaluate.json cannot be read: Is a directory")
    #expect(
      await answer(FixtureTransport(directory: folder.path + "/postEvent.json"))
        == "unavailable: the folder \(folder.path)/postEvent.json cannot be read: Not a directory")
  }

  @Test(
    "Nothing outside the folder can be asked for",
    arguments: [
      "https://example.com/", "https://example.com", "https://example.com/a/..", "https://example.com/.hidden",
      "https://example.com/a%2fb", "https://example.com/evaluate@u-7", "https://example.com/a\u{0}b", "evaluate",
      "file:///etc/evaluate", "",
    ])
  func badURL(url: String) async throws {
    let folder = try TemporaryFolder(["evaluate.json": "{}", "evaluate@u-7.json": "{}", ".hidden.json": "{}"])
    #expect(await answer(FixtureTransport(directory: folder.path), url).hasPrefix("invalid-request: "))
  }

  @Test("An ETag that the request has is answered with 304 and no body")
  func etag() async throws {
    let folder = try TemporaryFolder([
      "evaluate.http": "HTTP/1.1 200 OK\nETag: \"v1\"\n\nbody", "other.http": "HTTP/1.1 404 No\nETag: \"v1\"\n\nbody",
    ])
    let transport = FixtureTransport(directory: folder.path)
    #expect(await answer(transport, headers: [HTTPHeader("if-none-match", "\"v1\"")]) == "304 ")
    #expect(await answer(transport, headers: [HTTPHeader("If-None-Match", "\"v2\"")]) == "200 body")
    #expect(await answer(transport) == "200 body")
    #expect(
      await answer(transport, "http://localhost/other", headers: [HTTPHeader("If-None-Match", "\"v1\"")])
        == "404 body")
  }

  @Test("Files are read anew with each send")
  func readAnew() async throws {
    let folder = try TemporaryFolder(["evaluate.json": "old"])
    let transport = FixtureTransport(directory: folder.path)
    #expect(await answer(transport) == "200 old")
    try folder.write(Array("new".utf8), to: "evaluate.json")
    #expect(await answer(transport) == "200 new")
  }
}
