import FeatureFlags
import FeatureFlagsTesting
import Locking
import Testing

@Suite("ManualClock")
struct ManualClockTests {
  private let clock = ManualClock()
  private let start = ManualClock().uptime()

  @Test("It starts where it is told to, by default at 2026-01-01T00:00:00Z, and stands still")
  func starts() {
    let reading = ClockReading(
      wall: WallTime(seconds: 1_767_225_600), uptime: Uptime(nanoseconds: 3_600_000_000_000), bootID: "manual-boot-1")
    #expect(clock.now() == reading)
    #expect(clock.now() == reading)
    let other = ManualClock(wall: WallTime(seconds: 5), uptime: Uptime(nanoseconds: 7), bootID: nil)
    #expect(other.now() == ClockReading(wall: WallTime(seconds: 5), uptime: Uptime(nanoseconds: 7), bootID: nil))
    other.reboot()
    #expect(other.now().bootID == nil)
  }

  @Test("S3: advance moves both clocks, skew the wall clock alone")
  func moves() {
    let before = clock.now()
    clock.advance(by: .minutes(5))
    #expect(clock.uptime().since(before.uptime) == .minutes(5))
    #expect(clock.now().wall.since(before.wall) == .minutes(5))
    clock.skew(by: .hours(-3))
    #expect(clock.uptime().since(before.uptime) == .minutes(5))
    #expect(clock.now().wall.since(before.wall) == .minutes(5) - .hours(3))
    #expect(clock.now().bootID == before.bootID)
  }

  @Test("A span or a moment in the past moves nothing; a huge one saturates")
  func extremes() {
    let before = clock.now()
    clock.advance(by: .seconds(-1))
    clock.advance(to: Uptime(nanoseconds: .min))
    #expect(clock.now() == before)
    clock.advance(by: Nanoseconds(.max))
    clock.advance(by: Nanoseconds(.max))
    #expect(clock.uptime() == Uptime(nanoseconds: .max))
  }

  @Test("S3: a reboot brings a new boot id and an uptime of zero, and the wall clock goes on")
  func reboots() {
    let before = clock.now()
    clock.reboot(downtime: .minutes(2))
    #expect(clock.uptime() == Uptime(nanoseconds: 0))
    #expect(clock.now().wall.since(before.wall) == .minutes(2))
    let second = clock.now().bootID
    clock.reboot()
    #expect(Set([before.bootID, second, clock.now().bootID]).count == 3)
  }

  @Test("S3: whoever sleeps over a reboot gets CancellationError")
  func sleepingOverAReboot() async throws {
    let sleep = Task { [clock, start] in try await clock.sleep(until: start + .seconds(1)) }
    try await clock.waitForSleepers(count: 1)
    clock.reboot()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.nextDeadline == nil)
  }

  @MainActor
  @Test("Sleepers wake in the order of their deadlines, equal ones in the order in which they came")
  func order() async throws {
    let woken = Locked<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    for (number, seconds) in [4, 1, 3, 1, 2].enumerated() {
      // All on the main actor, which runs what is resumed in that order.
      tasks.append(
        Task { @MainActor [clock, start] in
          try await clock.sleep(until: start + .seconds(Int64(seconds)))
          woken.withLock { $0.append(number) }
        })
      try await clock.waitForSleepers(count: number + 1)
    }
    #expect(clock.nextDeadline == start + .seconds(1))
    clock.advance(by: .seconds(10))
    #expect(clock.sleeperCount == 0)
    for task in tasks { try await task.value }
    #expect(woken.withLock { $0 } == [1, 3, 4, 2, 0])
  }

  @Test("advance wakes those that are due, and no others")
  func wakesDueOnes() async throws {
    let sleeps = [1, 2, 3].map { seconds in
      Task { [clock, start] in
        try await clock.sleep(until: start + .seconds(Int64(seconds)))
        return clock.uptime()
      }
    }
    try await clock.waitForSleepers(count: 3)
    clock.advance(by: .seconds(2) - Nanoseconds(1))
    #expect(clock.sleeperCount == 2)
    #expect(clock.nextDeadline == start + .seconds(2))
    clock.advance(by: Nanoseconds(1))
    #expect(clock.sleeperCount == 1)
    #expect(try await sleeps[0].value >= start + .seconds(1))
    #expect(try await sleeps[1].value == start + .seconds(2))
    clock.advance(to: start + .seconds(3))
    #expect(try await sleeps[2].value == start + .seconds(3))
  }

  @Test("A cancelled sleeper is gone when cancel() returns")
  func cancellation() async throws {
    let sleep = Task { [clock, start] in try await clock.sleep(until: start + .seconds(1)) }
    try await clock.waitForSleeper(dueBy: start + .seconds(1))
    sleep.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await sleep.value }
    clock.advance(by: .seconds(5))
  }

  @Test("A driver can wait for a sleeper due by a moment, before and after it is there")
  func waitsForSleeper() async throws {
    let late = Task { [clock, start] in try await clock.sleep(until: start + .seconds(60)) }
    try await clock.waitForSleepers(count: 1)
    let isDue = Locked(false)
    let driver = Task { [clock, start] in
      try await clock.waitForSleeper(dueBy: start + .seconds(10))
      #expect(isDue.withLock { $0 })
    }
    isDue.withLock { $0 = true }
    let early = Task { [clock, start] in try await clock.sleep(until: start + .seconds(10)) }
    try await driver.value
    try await clock.waitForSleeper(dueBy: start + .seconds(10))
    clock.advance(by: .seconds(60))
    try await early.value
    try await late.value
  }

  @Test("A driver that waits can be cancelled")
  func driverCancelled() async {
    let driver = Task { [clock, start] in try await clock.waitForSleeper(dueBy: start) }
    driver.cancel()
    await #expect(throws: CancellationError.self) { try await driver.value }
  }

  @Test("The moves of two drivers add up, and nobody sleeps on")
  func manyDrivers() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { [clock, start] in
          try await clock.sleep(until: start + Nanoseconds(Int64(number % 50)))
        }
        group.addTask { [clock] in clock.advance(by: Nanoseconds(1)) }
      }
      try await group.waitForAll()
    }
    #expect(clock.uptime() == start + Nanoseconds(200))
    #expect(clock.sleeperCount == 0)
  }
}
