import CCurl
import FeatureFlags
import FeatureFlagsTesting
import TestSupport
import Testing

@testable import CurlTransport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What concerns the whole process, each in one of its own.
@Suite(.webServer) struct ProcessTests {
  @Test("Without libcurl a send is unavailable and says which package to install, and so is the next one")
  func missingLibrary() async {
    await #expect(processExitsWith: .success) {
      var configuration = CurlTransport.Configuration()
      configuration.libraryName = "libcurl-that-is-not-there.so.4"
      let transport = CurlTransport(configuration)
      for _ in 0..<2 {
        let error = await #expect(throws: TransportError.self) {
          _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1:1/"))
        }
        #expect(error?.reason == .unavailable)
        #expect(error?.message.contains("libcurl-that-is-not-there.so.4") == true)
        #expect(error?.message.contains("libcurl4") == true)
      }
    }
  }

  @Test("A library that is not libcurl, or an older one, is unavailable")
  func unusableLibrary() async {
    await #expect(processExitsWith: .success) {
      func load(_ name: String, _ version: UInt32) -> String? {
        var message = [CChar](repeating: 0, count: 512)
        if ff_curl_load(name, version, &message, message.count) { return nil }
        return String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      #expect(load("libc.so.6", 0) == "libc.so.6 has no curl_global_init; libcurl 7.85 or newer is needed")
      #expect(load(FF_CURL_LIBRARY, 0xff0a05)?.hasSuffix("255.10.5 or newer is needed") == true)
      #expect(load(FF_CURL_LIBRARY, UInt32(FF_CURL_MINIMUM_VERSION)) == nil)
      #expect(load(FF_CURL_LIBRARY, 0xff0a05)?.hasSuffix("255.10.5 or newer is needed") == true)
    }
  }

  @Test("Nothing is loaded before the first send")
  func lazy() async {
    await #expect(processExitsWith: .success) {
      func isLoaded() -> Bool {
        guard let library = dlopen(FF_CURL_LIBRARY, RTLD_NOLOAD | RTLD_NOW) else { return false }
        dlclose(library)
        return true
      }
      let server = try TransportTestServer(answering: HTTPResponse(status: 200))
      let transport = CurlTransport()
      #expect(!isLoaded())
      _ = try await transport.send(HTTPRequest(url: server.url + "/", timeout: .patient))
      #expect(isLoaded())
    }
  }

  @Test("The proxy of the environment is used, unless the configuration says none or NO_PROXY names the host")
  func environmentProxy() async {
    await #expect(processExitsWith: .success) {
      let proxy = try TransportTestServer(answering: HTTPResponse(status: 203))
      let server = try TransportTestServer(answering: HTTPResponse(status: 200))
      for name in ["NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "HTTP_PROXY"] { unsetenv(name) }
      setenv("http_proxy", proxy.url, 1)
      let request = HTTPRequest(url: server.url + "/", timeout: .patient)
      #expect(try await CurlTransport().send(request).status == 203)
      let direct = CurlTransport(CurlTransport.Configuration(proxy: .none))
      #expect(try await direct.send(request).status == 200)
      setenv("NO_PROXY", "127.0.0.1", 1)
      #expect(try await CurlTransport().send(request).status == 200)
    }
  }

  @Test("A .netrc is not used")
  func netrc() async {
    await #expect(processExitsWith: .success) {
      let home = try TemporaryFolder()
      try home.write(Array("default login someone password secret\n".utf8), to: ".netrc")
      setenv("HOME", home.path, 1)
      let server = try TransportTestServer(
        answering: HTTPResponse(status: 401, headers: [HTTPHeader("WWW-Authenticate", "Basic realm=\"a\"")]))
      #expect(try await CurlTransport().send(HTTPRequest(url: server.url + "/", timeout: .patient)).status == 401)
      #expect(server.record.requests.count == 1)
      #expect(server.record.requests.first?.headers.value(of: "Authorization") == nil)
    }
  }

  @Test("An answer without end, and a gzip bomb, are refused at the limit without holding more than a few pieces")
  func boundedMemory() async throws {
    let web = try #require(WebServer.current)
    await #expect(processExitsWith: .success) { [url = web.url(.plain) as String] in
      let flood = try TransportTestServer { _ in
        [.send(text: "HTTP/1.1 200 OK\r\n\r\n"), .flood(Array(repeating: 0x61, count: 64 << 10))]
      }
      let transport = CurlTransport()
      // Once before measuring, so that libraries and buffers are there.
      for url in [flood.url + "/", url + "/zeros.txt", flood.url + "/", url + "/zeros.txt"] {
        let before = try peakKilobytes()
        let request = HTTPRequest(method: "GET", url: url, maximumResponseBytes: 1 << 20)
        let error = await #expect(throws: TransportError.self) { _ = try await transport.send(request) }
        #expect(error?.reason == .tooLarge)
        #expect(try peakKilobytes() - before < 16 << 10)
      }
    }
  }

  @Test("A server that closes while a request is still going out over TLS does not end the process by SIGPIPE")
  func brokenPipe() async throws {
    let web = try #require(WebServer.current)
    await #expect(processExitsWith: .success) {
      [url = web.url(.http1) as String, authority = web.authority as String] in
      signal(SIGPIPE, SIG_DFL)
      let transport = CurlTransport(CurlTransport.Configuration(certificateAuthorityFile: authority))
      let body = [UInt8](repeating: 0x61, count: 8 << 20)
      for _ in 0..<20 {
        // Whether the answer 413 or the broken connection is noticed first is a matter of luck.
        _ = try? await transport.send(HTTPRequest(url: url + "/small", body: body))
      }
    }
  }

  @Test("A process may exit in the middle of sends")
  func exitDuringSends() async throws {
    let web = try #require(WebServer.current)
    for _ in 0..<3 {
      await #expect(processExitsWith: .exitCode(7)) {
        [url = web.url(.http1) as String, authority = web.authority as String] in
        let transport = CurlTransport(CurlTransport.Configuration(certificateAuthorityFile: authority))
        let request = HTTPRequest(method: "GET", url: url + "/zeros.txt", maximumResponseBytes: 32 << 20)
        await withTaskGroup { group in
          for _ in 0..<8 { group.addTask { while true { _ = try? await transport.send(request) } } }
          _ = try? await transport.send(request)
          exit(7)
        }
      }
    }
  }
}

/// The most memory this program has had so far; not by getrusage, which counts what was there before exec.
private func peakKilobytes() throws -> Int {
  let status = SystemProgram(name: "", package: "", log: "/proc/self/status").output
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
  return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
}
