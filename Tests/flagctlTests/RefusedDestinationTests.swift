import Testing

@testable import flagctl

/// Headers and URLs that would send a secret to the wrong place, or a request that is not ours.
@Suite("Refused headers and destinations")
struct RefusedDestinationTests {
  private let secret = "hdr-5ecret-7785"

  @Test(
    "Headers that would be the client's own, or another's, are refused, in any case and with spaces",
    arguments: ["Host", "Content-Length", "Content-Type", "Authorization"])
  func reservedHeaders(name: String) async throws {
    let scene = try Scene()
    for spelling in [
      name, name.lowercased(), name.uppercased(), " " + name, name + " ", name + "\t", "\t" + name, name + "\u{0b}",
    ] {
      let option = ["list", "--proxy-header", "\(spelling): \(secret)"]
      let ending = try await scene.run(option)
      #expect(ending.status == 2, "'\(spelling)'")
      #expect(ending.errors.hasPrefix("flagctl: --proxy-header: "))
      #expect(!ending.errors.contains(secret) && ending.output.isEmpty)
    }
  }

  @Test(
    "A header with a line break is refused and not shown",
    arguments: [
      "X-Key: a\rb", "X-Key: a\nb", "X-Key: a\r\nX-Other: b", "X-Key\r\nHost: b", "X\nKey: b", "X-Key: b\u{7f}",
    ])
  func brokenHeaders(header: String) async throws {
    let ending = try await Scene().run(["list", "--proxy-header", header + secret])
    #expect(ending.status == 2)
    #expect(ending.errors.hasPrefix("flagctl: --proxy-header: "))
    #expect(!ending.errors.contains(secret) && ending.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "http to a host that is not loopback is refused unless it is allowed, however it is dressed up",
    arguments: [
      "http://flags.example/json/1.3/", "http://127.0.0.1.evil.example/json/1.3/",
      "http://localhost.evil.example/json/1.3/", "http://evil.localhost/json/1.3/", "http://0x7f.1/json/1.3/",
      "http://0x7f000001/json/1.3/", "http://2130706433/json/1.3/", "http://127.1/json/1.3/",
      "http://0177.0.0.1/json/1.3/", "http://localhost@evil.example/json/1.3/",
      "http://127.0.0.1:80@evil.example/json/1.3/", "http://evil.example#@127.0.0.1/json/1.3/",
      "http://evil.example\\@127.0.0.1/json/1.3/", "http://[::ffff:127.0.0.1]/json/1.3/", "http://0.0.0.0/json/1.3/",
      "http://[::]/json/1.3/", "http://128.0.0.1/json/1.3/", "http://localhost./json/1.3/",
      "http://ⓛocalhost/json/1.3/", "http://localhost%2eevil.example/json/1.3/", "HTTP://EVIL.EXAMPLE/json/1.3/",
    ])
  func insecure(url: String) async throws {
    let scene = try Scene()
    for option in ["--base-url", "--reverse-proxy"] {
      let ending = try await scene.run(["refresh", option, url])
      #expect(ending.status == 2, "\(option)")
      #expect(ending.errors.hasPrefix("flagctl: \(option): ") && !ending.errors.contains("evil"))
    }
    // The same from inside, where nothing but the request is left to fail.
    let ending = try await scene.run(
      ["shell", "--json"], input: "set-proxy \"\(url.replacing("\\", with: "\\\\"))\"\nrefresh\n")
    #expect(ending.output.contains(#""code":0"#) && !ending.output.contains("evil"), "\(ending.output)")
  }

  @Test(
    "http to loopback needs no leave, and with leave any host does",
    arguments: [
      ["--base-url", "http://localhost/json/1.3/"], ["--base-url", "http://LOCALHOST:8080/json/1.3/"],
      ["--base-url", "http://127.0.0.1/json/1.3/"], ["--base-url", "http://127.255.255.254:1/json/1.3/"],
      ["--base-url", "http://[::1]/json/1.3/"], ["--base-url", "http://[0:0:0:0:0:0:0:1]:1/json/1.3/"],
      ["--allow-insecure-http", "--base-url", "http://flags.example/json/1.3/"],
      ["--allow-insecure-http", "--reverse-proxy", "http://flags.example/json/1.3/"],
    ])
  func loopback(options: [String]) async throws {
    let ending = try await Scene().run(["refresh"] + options)
    #expect(ending.status == 0, "\(ending.errors)")
  }
}
