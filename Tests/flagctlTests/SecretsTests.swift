import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@testable import flagctl

/// What nobody but the server is to learn, and where it must not turn up.
@Suite("Secrets: no output, no command line, no file that others can read")
struct SecretsTests {
  /// The values that every command is given, by variable or file.
  enum Secret {
    static let token = "tok-5ecret-7781"
    static let user = "user-5ecret-7782"
    static let otherUser = "user-5ecret-7783"
    static let device = "DEADBEEF-DEAD-4EAD-8EAD-5ECBE7DEAD84"
    static let header = "hdr-5ecret-7785"

    static let all = [token, user, otherUser, device, header]
  }

  /// A server, and how well it answers.
  enum Manners: String, CaseIterable {
    case good, refuses, garbage, repeatsTheRequest, hangsUp
  }

  private static let commands: [[String]] = [
    ["get", "a"], ["get", "nope"], ["enabled", "a"], ["property", "a", "p", "--type", "string"], ["list"], ["refresh"],
    ["impression", "a"], ["impression", "nope"], ["status"], ["shell"], ["clear"], ["clear", "--all"], ["bogus"],
    ["get"], ["--help"], ["--version"],
  ]

  /// What `status`, and the events of the stdout sink, are asked to tell: the ids, on the standard output alone.
  private static func mayTellIDs(_ command: [String]) -> Bool { ["status", "shell"].contains(command[0]) }

  private func server(_ manners: Manners) throws -> TransportTestServer {
    try TransportTestServer { request in
      let isEvent = request.target.hasSuffix("postEvent")
      switch manners {
      case .good:
        let body =
          isEvent
          ? #"{"status_code":200,"status_message":"OK","response":null}"#
          : #"{"flags":[{"key":"a","enabled":true,"rule_id":"r_1","properties":{"p":"v"}}]}"#
        return [.answer(HTTPResponse(status: 200, body: Array(body.utf8)), to: request)]
      case .refuses: return [.answer(HTTPResponse(status: 401, body: request.body), to: request)]
      case .garbage: return [.answer(HTTPResponse(status: 200, body: Array("<html>".utf8)), to: request)]
      case .repeatsTheRequest:
        // A server that is mistaken, or wants to be quoted: everything the client said, as header, status and body.
        let said = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return [
          .send(text: "HTTP/1.1 200 \(said)\r\nX-Said: \(said)\r\nContent-Length: \(request.body.count)\r\n\r\n"),
          .send(request.body),
        ]
      case .hangsUp:
        return [.send(text: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), .send(request.body), .close]
      }
    }
  }

  private func environment(_ scene: Scene, _ server: TransportTestServer) -> [String: String] {
    [
      "FLAGCTL_API_TOKEN": Secret.token, "FLAGCTL_USER_ID": Secret.user, "FLAGCTL_DEVICE_ID": Secret.device,
      "FLAGCTL_REVERSE_PROXY": "\(server.url)/json/1.3/", "FLAGCTL_PROXY_HEADER": "X-Key: \(Secret.header)",
      "FLAGCTL_TRANSPORT": "curl", "FLAGCTL_SINK": "pushwoosh", "FLAGCTL_TIMEOUT": "30", "FLAGCTL_VERBOSE": "true",
      "NO_PROXY": "127.0.0.1",
    ]
  }

  @Test(
    "E2, C5: no command, with --verbose, tells a token, a header, a user or a device, whatever the server answers",
    arguments: Manners.allCases)
  func output(_ manners: Manners) async throws {
    let scene = try Scene()
    let server = try self.server(manners)
    let environment = self.environment(scene, server)
    let script = """
      active
      refresh
      refresh &
      wait
      get a
      impression a
      set-user \(Secret.otherUser)
      register-push
      list
      status
      set-proxy http://\(Secret.token)@127.0.0.1/json/1.3/
      refresh
      set-user
      reopen
      listen on
      quit
      """
    for command in Self.commands {
      for options in [[], ["--json"]] {
        let ending = try await scene.run(options + command, input: script, environment: environment)
        for secret in Secret.all {
          #expect(!ending.errors.contains(secret), "\(command) \(options): \(ending.errors)")
          if Self.mayTellIDs(command), secret != Secret.token, secret != Secret.header { continue }
          #expect(!ending.output.contains(secret), "\(command) \(options): \(ending.output)")
        }
      }
    }
    // It did all go over the wire, or the search above would prove nothing.
    let seen = server.record.requests
    #expect(seen.contains { $0.headers.value(of: "Authorization") == "Token \(Secret.token)" })
    #expect(seen.contains { $0.headers.value(of: "X-Key") == Secret.header })
    #expect(seen.contains { String(decoding: $0.body, as: UTF8.self).contains(Secret.user) })
    #expect(seen.contains { String(decoding: $0.body, as: UTF8.self).contains(Secret.device) })
  }

  @Test("E2: a command line holds nothing of what was given by variable or file, while the program runs")
  func commandLine() async throws {
    let scene = try Scene()
    try scene.write(Secret.token, "token")
    let server = try self.server(.good)
    var environment = self.environment(scene, server)
    environment["FLAGCTL_API_TOKEN"] = ""
    let program = try scene.start(
      ["watch", "--json", "--api-token-file", "\(scene.path)/token"], environment: environment)
    #expect(await server.saw { !$0.requests.isEmpty })
    let seen = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: "/proc/\(program.id)/cmdline")), as: UTF8.self)
    let name = try String(decoding: Data(contentsOf: URL(fileURLWithPath: "/proc/\(program.id)/comm")), as: UTF8.self)
    #expect(seen.contains("watch"))
    // The name of the program is what a core file is named after.
    for secret in Secret.all { #expect(!seen.contains(secret) && !name.contains(secret)) }
    program.send(SIGTERM)
    let ending = try await offThePool { program.finish() }
    #expect(ending.status == 0)
    for secret in Secret.all { #expect(!ending.errors.contains(secret) && !ending.output.contains(secret)) }
    #expect(server.record.requests.first?.headers.value(of: "Authorization") == "Token \(Secret.token)")
  }

  @Test("E2: every file of the store is its owner's alone, and none holds the token")
  func files() async throws {
    let scene = try Scene()
    let server = try self.server(.good)
    var environment = self.environment(scene, server)
    environment["FLAGCTL_DEVICE_ID"] = ""
    for command in [["refresh"], ["impression", "a"], ["shell"]] {
      _ = try await scene.run(command, input: "refresh\nset-user x\nreopen\n", environment: environment)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scene.path + "/store")
    #expect(names.contains("flags.json") && names.contains("device-id.json"))
    let folder = try FileManager.default.attributesOfItem(atPath: scene.path + "/store")
    #expect((folder[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(scene.path)/store/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
      let text = try scene.read("store/\(name)")
      for secret in [Secret.token, Secret.header] { #expect(!text.contains(secret), "\(name)") }
    }
  }
}
