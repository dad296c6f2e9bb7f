import StrictJSON
import Testing

@testable import flagserver

struct RouterTests {
  @Test(
    "A path that leads nowhere is 404",
    arguments: [
      "", "*", "/admin", "/admin/", "/admin/flags/", "/admin/flags/a/b/c", "/admin/flags/%zz", "/admin/flags/%",
      "/admin/flags/%ff",
      "/admin/events/1", "/healthz/", "/json/1.3/", "/json/1.3", "/json/1.4/postEvent",
      "/api/v1/feature-flags/evaluate/", "//healthz",
    ])
  func notFound(target: String) throws {
    let response = try router().send("GET", target)
    #expect(response.status == 404)
    #expect(try response.message == "there is nothing at this path")
  }

  @Test(
    "A method that a path does not take is 405 with those that it takes",
    arguments: [
      ("GET", "/json/1.3/postEvent", "POST"), ("PUT", "/api/v1/feature-flags/evaluate", "POST"),
      ("POST", "/healthz", "GET"),
      ("POST", "/admin/flags/a", "GET, PUT, DELETE"), ("GET", "/admin/flags/a/kill", "POST"),
      ("POST", "/admin/faults", "GET, PUT, DELETE"),
      ("BREW", "/admin/events", "GET"),
    ])
  func wrongMethod(method: String, target: String, allowed: String) throws {
    let response = try router().send(method, target)
    #expect(response.status == 405)
    #expect(response.header("Allow") == allowed)
    #expect(try response.message == "this path takes \(allowed)")
  }

  @Test("The server says that it is well")
  func health() throws {
    #expect(try router().send("GET", "/healthz").text == #"{"status":"ok"}"#)
  }

  @Test("With a token, administration needs it, and clients do not")
  func token() throws {
    let router = try router(token: "s3cret")
    for value in ["Bearer s3cret", "bearer s3cret"] {
      #expect(router.send("GET", "/admin/flags", headers: [Header(name: "authorization", value: value)]).status == 200)
    }
    for value in [nil, "", "Bearer ", "Bearer s3cre", "Bearer s3cret2", "Bearer s3creT", "Basic s3cret", "s3cret"] {
      let response = router.send(
        "PUT", "/admin/flags/x", "{}", headers: value.map { [Header(name: "authorization", value: $0)] } ?? [])
      #expect(response.status == 401)
      #expect(response.header("WWW-Authenticate") == "Bearer")
    }
    #expect(router.evaluate().status == 200)
    #expect(router.send("GET", "/healthz").status == 200)
  }

  @Test("Without a token, a web page cannot administer the server through the browser")
  func origins() throws {
    let router = try router()
    func status(_ host: String, _ origin: String? = nil) -> Int {
      var headers = [Header(name: "host", value: host)]
      if let origin { headers.append(Header(name: "origin", value: origin)) }
      return router.send("POST", "/admin/flags/killed/kill", headers: headers).status
    }
    for host in ["127.0.0.1:8080", "127.0.0.1", "localhost", "localhost:1", "[::1]:80", "[::1]"] {
      #expect(status(host) == 200)
      #expect(status(host, "http://\(host)") == 200)
      #expect(status(host, "http://evil.example") == 403)
      #expect(status(host, "null") == 403)
    }
    #expect(status("evil.example") == 403)
    #expect(status("localhost.evil.example:80", "http://localhost.evil.example:80") == 403)
  }

  @Test("Comparing in constant time compares all")
  func constantTime() {
    #expect(isEqualInConstantTime([1, 2, 3], [1, 2, 3]))
    for other in [[1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 1], [1, 2, 3, 1, 2, 3], []] as [[UInt8]] {
      #expect(!isEqualInConstantTime(other, [1, 2, 3]))
    }
    #expect(isEqualInConstantTime([], []))
    #expect(!isEqualInConstantTime([0], []))
  }

  @Test("Parameters are unescaped; a broken escape is no value")
  func parameters() {
    let request = Request(method: "GET", target: "/a?x=%41b&y&z=1=2&w=%4")
    #expect(request.path == "/a")
    #expect(request.parameter("x") == "Ab")
    #expect(request.parameter("y") == "")
    #expect(request.parameter("z") == "1=2")
    #expect(request.parameter("w") == nil)
    #expect(request.parameter("v") == nil)
    #expect(Request(method: "GET", target: "/a").query == nil)
  }
}
