import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@testable import SystemClock

@Suite("SystemClock")
struct SystemClockTests {
  @Test("S3, N2: it keeps the contract of Ports.Clock", arguments: ClockRule.all)
  func keepsTheContract(rule: ClockRule) async throws {
    try await rule.verify { SystemClock() }
  }

  @Test("S3: the wall clock is the system's, to the nanosecond")
  func wall() {
    let before = Date().timeIntervalSince1970
    let wall = Double(SystemClock().now().wall.nanoseconds) / 1e9
    let after = Date().timeIntervalSince1970
    #expect(before - 1e-3 <= wall && wall <= after + 1e-3)
  }

  #if os(Linux)
    @Test("S3, N2: the uptime is the kernel's time since boot, suspend included")
    func uptime() throws {
      let text = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
      let kernel = try #require(text.split(separator: " ").first.flatMap { Double($0) })
      // The kernel's figure is cut to hundredths, and was read a moment earlier.
      let difference = Double(SystemClock().uptime().nanoseconds) / 1e9 - kernel
      #expect(difference >= -0.011)
    }

    @Test("S3: the boot id is the kernel's")
    func bootID() throws {
      let text = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      #expect(SystemClock().now().bootID == text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  #endif

  @Test("S3: a boot id that cannot be read, or is none, is nil")
  func missingBootID() throws {
    #expect(BootID.read(from: "/nonexistent/boot_id") == nil)
    #expect(BootID.read(from: "/") == nil)
    #expect(BootID.read(from: "/dev/null") == nil)
    #expect(BootID.read(from: "/proc/version") == nil)
  }

  @Test(
    "S3: only a UUID is a boot id",
    arguments: [
      ("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n", true), ("0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0", true), ("", false),
      ("\n", false), ("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f\n", false),
      ("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n\n", false), ("0f1e2d3c04b5a-6978-8796-a5b4c3d2e1f0", false),
      ("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1fg", false), ("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0 ", false),
    ])
  func bootIDText(text: String, isID: Bool) {
    let id = BootID.id(in: Array(text.utf8))
    #expect(id == (isID ? text.replacingOccurrences(of: "\n", with: "") : nil))
  }

  @Test("A sleep that is cancelled while it lasts ends with CancellationError")
  func cancellation() async {
    let clock = SystemClock()
    let (started, start) = AsyncStream<Void>.makeStream()
    let sleep = Task {
      start.finish()
      try await clock.sleep(until: clock.uptime() + .hours(1))
    }
    for await _ in started {}
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }
}
