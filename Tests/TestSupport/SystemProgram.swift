#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program of the system that a test needs, found on the path.
public struct SystemProgram: Sendable {
  /// A test cannot run because of the machine it runs on.
  public struct Failure: Error, CustomStringConvertible {
    /// What is missing.
    public let description: String

    /// A failure that `description` tells of.
    public init(description: String) {
      self.description = description
    }
  }

  let name: String
  /// The Debian package it comes in.
  let package: String
  /// Where its output goes.
  let log: String

  /// A program that writes to the file `log`.
  public init(name: String, package: String, log: String) {
    self.name = name
    self.package = package
    self.log = log
  }

  /// Runs the program to its end, which must be a good one.
  public func run(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var process = pid_t()
    let path = "PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "") + ":/usr/sbin:/usr/bin:/sbin:/bin"
    let error = withStrings([name] + arguments) { arguments in
      withStrings([path]) { environment in
        posix_spawnp(&process, find(in: path), &actions, nil, arguments, environment)
      }
    }
    guard error == 0 else {
      throw Failure(description: "\(name) cannot be started (Debian package \(package)): system error \(error)")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(description: "\(name) \(arguments) failed: \(output)") }
  }

  /// What the program has said so far.
  public var output: String {
    guard let file = fopen(log, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Where on `path` the program is; posix_spawnp looks only on the path of this process, which may lack the sbin folders.
  private func find(in path: String) -> String {
    let folders = path.dropFirst("PATH=".count).split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } ?? name
  }

  private func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(copies)
  }
}
