import Dispatch
import FeatureFlags
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running program with pipes, or a terminal, for its streams, and an environment of its own.
///
/// Its methods block: call them off the cooperative pool, by `offThePool`.
final class Program: Sendable {
  /// What a program ended with.
  struct Ending: Sendable, Equatable {
    /// The exit status; 128 and the signal if one ended it.
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  struct Failure: Error {
    var call: String
    var code: Int32
  }

  /// What takes the standard output.
  enum Outlet: Sendable {
    case pipe
    /// A pipe whose reader is gone already.
    case closedPipe
    case terminal
  }

  /// Pipes are made, closed on the way and handed over by one at a time, so that no program gets another's.
  ///
  /// A number, for thread sanitizer takes changes of a value without size for changes of its neighbour.
  private static let starting = Locked(0)

  /// What must not go while the program runs: the folder it works in.
  private let kept: (any Sendable & AnyObject)?
  private let pid: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32

  init(
    _ path: String, _ arguments: [String], environment: [String: String], outlet: Outlet = .pipe,
    keeping kept: (any Sendable & AnyObject)? = nil
  ) throws {
    self.kept = kept
    (pid, input, output, errors) = try Self.starting.withLock { _ in
      try Self.start(path, arguments, environment, outlet)
    }
  }

  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ outlet: Outlet
  ) throws -> (pid: pid_t, input: Int32, output: Int32, errors: Int32) {
    // A program that does not read its input is no reason for the tests to end.
    signal(SIGPIPE, SIG_IGN)
    let inputPipe = try pipe()
    let outputPipe = outlet == .terminal ? try terminal() : try pipe()
    let errorPipe = try pipe()
    if outlet == .closedPipe { close(outputPipe.read) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputPipe.read, 0)
    posix_spawn_file_actions_adddup2(&actions, outputPipe.write, 1)
    posix_spawn_file_actions_adddup2(&actions, errorPipe.write, 2)
    // Whatever this process ignores or blocks is no concern of the program's.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, path, &actions, &attributes, &argv, &envp)
    for end in [inputPipe.read, outputPipe.write, errorPipe.write] { close(end) }
    guard code == 0 else { throw Failure(call: "posix_spawn", code: code) }
    return (pid, inputPipe.write, outlet == .closedPipe ? -1 : outputPipe.read, errorPipe.read)
  }

  /// Writes `text` to the standard input, closes that, and waits for the end.
  func finish(input text: String = "") -> Ending {
    let input = input
    DispatchQueue(label: "program.input").async {
      Self.write(text, to: input)
      close(input)
    }
    var streams: [Int32: [UInt8]] = [output: [], errors: []]
    var open = Set([output, errors]).subtracting([-1])
    while !open.isEmpty {
      var entries = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { break }
      for entry in entries where entry.revents != 0 {
        let bytes = Self.read(entry.fd, 1 << 16)
        if bytes.isEmpty { open.remove(entry.fd) }
        streams[entry.fd, default: []] += bytes
      }
    }
    let status = wait(0)
    for end in [output, errors] where end >= 0 { close(end) }
    let exit = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    return Ending(
      status: exit, output: String(decoding: streams[output] ?? [], as: UTF8.self),
      errors: String(decoding: streams[errors] ?? [], as: UTF8.self))
  }

  /// The next line of the standard output, without its end; what there is when that ends.
  func line() -> String { Self.line(output) }

  /// The next line of the standard error, without its end; what there is when that ends.
  func errorLine() -> String { Self.line(errors) }

  /// Writes `text` to the standard input, which stays open.
  func write(_ text: String) { Self.write(text, to: input) }

  /// The process.
  var id: Int32 { pid }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Waits until the program was stopped by a signal; false when it ended instead.
  func waitForStop() -> Bool { wait(WUNTRACED) & 0xff == 0x7f }

  /// Waits until the program was continued; false when it ended instead.
  func waitForContinuation() -> Bool { wait(WCONTINUED) == 0xffff }

  private func wait(_ options: Int32) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, options) < 0, errno == EINTR {}
    return status
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
  }

  private static func line(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    while let byte = read(descriptor, 1).first, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func read(_ descriptor: Int32, _ limit: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    var count = systemRead(descriptor, &buffer, limit)
    while count < 0, errno == EINTR { count = systemRead(descriptor, &buffer, limit) }
    return Array(buffer[..<max(count, 0)])
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
    // The program is to have the copies it is given and no others.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func terminal() throws -> (read: Int32, write: Int32) {
    var controller: Int32 = 0
    var device: Int32 = 0
    guard openpty(&controller, &device, nil, nil, nil) == 0 else { throw Failure(call: "openpty", code: errno) }
    for end in [controller, device] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (controller, device)
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// Runs `body`, which blocks, on a thread that no task waits for.
func offThePool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "off-the-pool").async {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
