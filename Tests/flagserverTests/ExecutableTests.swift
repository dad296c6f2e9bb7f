import CMicroHTTPD
import CSQLite
import Glibc
import Testing

@testable import flagserver

/// The program itself, as a process of its own.
@Suite(.enabled(if: cmhd_version() != nil, "built without libmicrohttpd"))
struct ExecutableTests {
  /// A running `flagserver` with its output in pipes.
  final class Child {
    let process: pid_t
    let output: Int32
    let errors: Int32
    private var isOver = false

    init(_ arguments: [String]) throws {
      var path = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/exe", &path, path.count - 1)
      let own = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
      var outputPipe: [Int32] = [0, 0]
      var errorPipe: [Int32] = [0, 0]
      // Pairs of sockets, for they can be kept from other children from the start.
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, type, 0, &outputPipe) == 0, socketpair(AF_UNIX, type, 0, &errorPipe) == 0 else {
        throw LoopbackClient.ClientError(what: "socketpair", code: errno)
      }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_adddup2(&actions, outputPipe[1], STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, errorPipe[1], STDERR_FILENO)
      var words: [UnsafeMutablePointer<CChar>?] =
        ([folder + "/flagserver"] + arguments).map { strdup(String($0)) } + [nil]
      defer {
        words.forEach { free($0) }
        posix_spawn_file_actions_destroy(&actions)
        close(outputPipe[1])
        close(errorPipe[1])
      }
      var process: pid_t = 0
      let code = posix_spawn(&process, folder + "/flagserver", &actions, nil, &words, environ)
      guard code == 0 else { throw LoopbackClient.ClientError(what: "posix_spawn", code: code) }
      self.process = process
      output = outputPipe[0]
      errors = errorPipe[0]
    }

    deinit {
      if !isOver { _ = end(SIGKILL) }
      close(output)
      close(errors)
    }

    /// Reads up to the first newline, or to the end.
    func line(from descriptor: Int32) -> String {
      var bytes: [UInt8] = []
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The exit code after `signal`; -1 when it did not exit by itself.
    func end(_ signal: Int32 = 0) -> Int32 {
      if signal != 0 { kill(process, signal) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      isOver = true
      return status & 0x7f == 0 ? status >> 8 & 0xff : -1
    }
  }

  /// A file in a directory of its own, which is removed afterwards.
  private func withFile<Result: Sendable>(
    _ text: String, _ body: @escaping @Sendable (String) throws -> Result
  ) async throws -> Result {
    try await onQueue {
      var template = Array("/tmp/flagserver-test-XXXXXX".utf8CString)
      let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
      let path = folder + "/file"
      defer {
        unlink(path)
        rmdir(folder)
      }
      let file = try #require(fopen(path, "w"))
      fputs(text, file)
      fclose(file)
      return try body(path)
    }
  }

  @Test("It says where it listens, serves, logs, and ends with 0 on either signal", arguments: [SIGTERM, SIGINT])
  func life(signal: Int32) async throws {
    try await withFile(sampleFile) { path in
      let child = try Child(["--flags", path, "--listen", "127.0.0.1:0"])
      let line = child.line(from: child.output)
      #expect(line.hasPrefix("listening on http://127.0.0.1:"))
      let port = try #require(UInt16(line.split(separator: ":").last ?? ""))
      let answer = try LoopbackClient(port: port).request("POST", "/api/v1/feature-flags/evaluate", someone)
      #expect(answer.body.contains(#""rule_id":"r_1""#))
      let log = child.line(from: child.errors)
      #expect(log.contains("POST /api/v1/feature-flags/evaluate 200"))
      #expect(!log.contains("u-7"))
      #expect(child.end(signal) == 0)
    }
  }

  @Test("A bad flags file ends it with 4 and the path inside the file")
  func badFile() async throws {
    try await withFile(#"{"flags":[{"key":"a","rules":[{"id":"r","rollout":200}]}]}"#) { path in
      let child = try Child(["--flags", path])
      #expect(child.line(from: child.errors) == "flagserver: \(path): flags[0].rules[0].rollout: must be 0…100")
      #expect(child.end() == 4)
    }
  }

  @Test(
    "What it cannot start with is told in one line, with the exit code of its kind",
    arguments: [
      (["--flags", "/nonexistent/flags"], "flagserver: --flags: /nonexistent/flags: No such file or directory", 4),
      (["--flags", "/"], "flagserver: --flags: /: Is a directory", 4),
      (["--data", "/proc/none"], "flagserver: --data: /proc/none: No such file or directory", 4),
      (["--flagz"], "flagserver: unknown option --flagz; see --help", 2),
    ] as [([String], String, Int32)])
  func cannotStart(arguments: [String], message: String, code: Int32) async throws {
    try await onQueue {
      let child = try Child(arguments)
      #expect(child.line(from: child.errors) == message)
      #expect(child.end() == code)
    }
  }

  @Test("The token comes from its file, without the white space around it")
  func token() async throws {
    try await withFile(" s3cret\n") { tokenPath in
      let options = Options(flagsFile: "Tools/none", adminTokenFile: tokenPath)
      #expect(throws: OptionError.self) { try Station(options, report: { _ in }) }
    }
    try await withFile(sampleFile) { path in
      let asToken = Options(flagsFile: path, adminTokenFile: path)
      #expect(throws: OptionError.configuration("--admin-token-file: \(path) must hold one word of printable ASCII")) {
        try Station(asToken, report: { _ in })
      }
      let missing = Options(flagsFile: path, adminTokenFile: path + ".none")
      #expect(throws: OptionError.configuration("--admin-token-file: \(path).none: No such file or directory")) {
        try Station(missing, report: { _ in })
      }
    }
    let folderToken = try await withFile(" s3cret\n") { tokenPath in
      try Child(["--help", "--admin-token-file", tokenPath]).end()
    }
    #expect(folderToken == 0)
  }

  /// A program over a data directory, and its port.
  private func start(_ path: String, flags: String?) throws -> (child: Child, port: UInt16) {
    let child = try Child((flags.map { ["--flags", $0] } ?? []) + ["--data", path, "--listen", "127.0.0.1:0"])
    return (child, try #require(UInt16(child.line(from: child.output).split(separator: ":").last ?? "")))
  }

  @Test(
    "An edit that was answered survives kill -9, and SIGTERM loses nothing at all", .enabled(if: csql_version() != nil))
  func killed() async throws {
    try await withFile(sampleFile) { flags in
      try withDataDirectory { path in
        let (killed, port) = try start(path, flags: flags)
        #expect(try LoopbackClient(port: port).request("PUT", "/admin/flags/made", "{}").status == 201)
        #expect(killed.end(SIGKILL) == -1)
        let (ended, secondPort) = try start(path, flags: nil)
        let client = try LoopbackClient(port: secondPort)
        #expect(try client.request("GET", "/admin/flags/made").status == 200)
        for _ in 0..<100 {
          #expect(try client.request("POST", "/json/1.3/postEvent", impression(of: "made")).status == 200)
        }
        #expect(ended.end(SIGTERM) == 0)
        let (third, thirdPort) = try start(path, flags: flags)
        #expect(third.line(from: third.errors) == "flagserver: \(path) has flags already; \(flags) was not read")
        let stats = try LoopbackClient(port: thirdPort).request("GET", "/admin/stats").body
        #expect(stats.contains(#""made":{"enabled":100,"disabled":0,"#) && stats.contains(#""received":100"#))
        let second = try Child(["--data", path])
        #expect(second.line(from: second.errors) == "flagserver: --data: \(path): another flagserver is using it")
        #expect(second.end() == 4)
        #expect(third.end(SIGINT) == 0)
      }
    }
  }

  @Test("Help and version go to standard output")
  func information() async throws {
    try await onQueue {
      let help = try Child(["--help"])
      #expect(help.line(from: help.output) == "usage: flagserver --flags FILE [options]")
      #expect(help.end() == 0)
      let version = try Child(["--version"])
      #expect(version.line(from: version.output) == "flagserver \(flagserverVersion)")
      #expect(version.end() == 0)
    }
  }
}
