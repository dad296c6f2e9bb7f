import FeatureFlags
import Foundation
import Testing

@testable import StdoutEventSink

@Suite("StdoutEventSink: open files")
struct DescriptorOutputTests {
  private let line = Array("line\n".utf8)

  @Test("I4: a pipe without reader is an error, not the end of the process")
  func brokenPipe() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let output = DescriptorOutput(ends[1], timeout: .seconds(1))
    for _ in 0..<2 {
      #expect(throws: EventSinkError("cannot write to the output: Broken pipe")) { try output.write(line) }
    }
  }

  @Test("I4: a closed output is an error")
  func closed() {
    #expect(throws: EventSinkError("cannot write to the output: Bad file descriptor")) {
      try DescriptorOutput(-1, timeout: .seconds(1)).write(line)
    }
  }

  @Test("I4: a full disk is an error", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    #expect(throws: EventSinkError("cannot write to the output: No space left on device")) {
      try DescriptorOutput(descriptor, timeout: .seconds(1)).write(line)
    }
  }

  @Test("I4: a reader that reads nothing is an error after the time allowed")
  func fullPipe() throws {
    let pipe = try OpenPipe()
    _ = pipe.fill()
    #expect(throws: EventSinkError("the output took nothing for 5 ms")) {
      try DescriptorOutput(pipe.writer, timeout: .milliseconds(5)).write(line)
    }
  }

  @Test("After a line that was cut the next one begins on a line of its own")
  func cutLine() throws {
    let pipe = try OpenPipe()
    let output = DescriptorOutput(pipe.writer, timeout: .zero)
    let long = [UInt8](repeating: UInt8(ascii: "l"), count: 1 << 20) + [UInt8(ascii: "\n")]
    #expect(throws: EventSinkError.self) { try output.write(long) }
    let cut = pipe.contents()
    #expect(!cut.isEmpty && cut.allSatisfy { $0 == UInt8(ascii: "l") })
    try output.write(line)
    try output.write(line)
    #expect(pipe.contents() == Array("\nline\nline\n".utf8))
  }

  @Test("A long line goes whole into a pipe whose writer does not block", arguments: [4095, 4096, 4097, 50_000])
  func longLine(count: Int) throws {
    let pipe = try OpenPipe()
    _ = fcntl(pipe.writer, F_SETFL, O_NONBLOCK)
    let long = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    try DescriptorOutput(pipe.writer, timeout: .seconds(1)).write(long)
    #expect(pipe.contents() == long)
  }

  @Test("The time allowed may be anything", arguments: [Duration.seconds(Int64.max), .seconds(-1), .zero])
  func oddTimeouts(timeout: Duration) throws {
    let pipe = try OpenPipe()
    try DescriptorOutput(pipe.writer, timeout: timeout).write(line)
    #expect(pipe.contents() == line)
  }
}
