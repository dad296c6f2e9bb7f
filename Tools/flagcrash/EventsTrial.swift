import DurableEventSink
import FeatureFlags
import Foundation
import SystemClock

/// Two processes log events through one queue while one or the other is killed at random moments.
struct EventsTrial {
  private let directory: String
  private let receiver: String
  private var generator: SplitMix64
  private var acknowledged: [[Int]] = [[], []]

  init(directory: String, seed: UInt64) {
    self.directory = directory + "/events"
    receiver = directory + "/received"
    generator = SplitMix64(seed)
  }

  /// Kills so many times, lets the rest arrive, and says what it found; true when nothing was lost or out of order.
  mutating func run(kills: Int) async throws -> Bool {
    var children = try [0, 1].map { try start($0) }
    for _ in 0..<kills {
      let victim = Int(generator.next() % 2)
      children[victim].waitForOutput(milliseconds: 1_000)
      usleep(UInt32(generator.next() % 4_000))
      take(children[victim].kill(), of: victim)
      take(children[1 - victim].lines(), of: 1 - victim)
      children[victim] = try start(victim)
    }
    for index in children.indices { take(children[index].kill(), of: index) }
    let sink = Self.sink(directory, receiver)
    while await sink.flush() > 0 {}
    return report(kills: kills, damaged: sink.status.setAside)
  }

  private func start(_ logger: Int) throws(Failure) -> Child {
    try Child(
      number: logger,
      arguments: ["logger", directory, receiver, "\(logger)", "\((acknowledged[logger].last ?? 0) + 2)"])
  }

  private mutating func take(_ lines: [String], of logger: Int) {
    acknowledged[logger] += lines.compactMap { Int($0) }
  }

  private func report(kills: Int, damaged: Int) -> Bool {
    var ids: [String: String] = [:]
    var order: [[Int]] = [[], []]
    var repeated = 0
    var confused = 0
    let text = (try? String(contentsOfFile: receiver, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let numbers = words.last?.split(separator: "-").compactMap { Int($0) } ?? []
      guard words.count == 2, numbers.count == 2, order.indices.contains(numbers[0]) else {
        confused += 1
        continue
      }
      if let id = ids[words[1]] {
        repeated += 1
        if id != words[0] { confused += 1 }
      } else {
        ids[words[1]] = words[0]
        order[numbers[0]].append(numbers[1])
      }
    }
    let lost = acknowledged.enumerated().reduce(0) { sum, entry in
      sum + entry.element.count { ids["\(entry.offset)-\($0)"] == nil }
    }
    let displaced = order.reduce(0) { sum, numbers in sum + zip(numbers, numbers.dropFirst()).count { $0 > $1 } }
    let total = acknowledged.reduce(0) { $0 + $1.count }
    print(
      "| `kill -9` of one of two processes that log through one `DurableEventSink` | \(kills) kills, \(total) "
        + "acknowledged events | lost \(lost), damaged \(damaged), out of order \(displaced), repeated under the same "
        + "id \(repeated), under another \(confused) |")
    return lost + damaged + displaced + confused == 0
  }

  private static func sink(_ directory: String, _ receiver: String) -> DurableEventSink {
    DurableEventSink(
      ReceiverSink(path: receiver),
      configuration: .init(directory: directory, retryDelay: .milliseconds(1), maximumRetryDelay: .milliseconds(8)),
      clock: SystemClock())
  }

  /// The part of a logger: logs, reports, and begins again.
  static func log(directory: String, receiver: String, logger: Int, from first: Int) async throws {
    let sink = sink(directory, receiver)
    for number in first... {
      let event = Ports.Event(
        name: "PW_FeatureFlagImpression", attributes: ["flag_key": .string("\(logger)-\(number)")],
        identity: Identity(applicationCode: "DEMO0-00001", userID: "user"), deviceID: "device",
        time: SystemClock().now().wall)
      do throws(EventSinkError) {
        try await sink.deliver(event)
        tell("\(number)")
      } catch {
        // Full: the other end has to catch up.
        await sink.flush()
      }
    }
  }
}
