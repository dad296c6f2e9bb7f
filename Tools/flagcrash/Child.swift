import Glibc

/// A process of this very program that writes lines to a pipe, until it is killed.
struct Child {
  let number: Int
  private let processID: pid_t
  private let output: Int32
  private var rest: [UInt8] = []

  /// Starts the program with `arguments`.
  init(number: Int, arguments: [String]) throws(Failure) {
    self.number = number
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var pointers: [UnsafeMutablePointer<CChar>?] = (["flagcrash"] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, "/proc/self/exe", &actions, nil, &pointers, environ)
    close(ends[1])
    guard code == 0 else { throw Failure("posix_spawn", code: code) }
    self.processID = processID
    output = ends[0]
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  /// The whole lines that have come since the last call.
  mutating func lines() -> [String] {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(output, &chunk, chunk.count)
      if count <= 0 { break }
      rest += chunk[..<count]
    }
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What has no end yet may have come in half.
    rest = Array(lines.removeLast())
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits until it has written something, at most `milliseconds`.
  func waitForOutput(milliseconds: Int32) {
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, milliseconds)
  }

  /// Ends it with no chance to do anything more, and returns its last lines.
  mutating func kill() -> [String] {
    Glibc.kill(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    let last = lines()
    close(output)
    return last
  }

  /// Waits for its end; true when it ended well.
  mutating func wait() -> Bool {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    close(output)
    return status == 0
  }
}

/// Writes a line to the standard output in one piece.
func tell(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// Nanoseconds of a clock that all processes share and nothing puts back.
func monotonicTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
