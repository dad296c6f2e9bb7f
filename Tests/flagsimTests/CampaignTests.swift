import FeatureFlags
import Testing

@testable import flagsim

@Suite("Campaign: many histories")
struct CampaignTests {
  @Test("a few hundred seeds break no rule, and come by nearly every rule")
  func holds() async throws {
    let campaign = await Campaign.run(try Options(["--seeds", "300", "--steps", "60"])) { _ in }
    #expect(campaign.finding == nil)
    #expect(campaign.isGood && campaign.seeds == 300 && campaign.steps == 18_000)
    #expect(!campaign.coverage.ruleRows.contains { $0.count == 0 })
  }

  @Test("a machine that answers at the wrong time is caught: R1, S1, L1, T1 and T4 are judged, not believed")
  func catchesLies() async {
    let start = Stimulus.start(userID: Catalogue.users[0], readsFail: false)
    let now = ClockReading(wall: WallTime(nanoseconds: 0), uptime: Uptime(nanoseconds: 0), bootID: nil)
    var subject = MachineSubject(setup: Setup())
    let honest = subject.take(start, at: now)
    let request = Observation.sent(request: 1, user: Catalogue.users[0], tag: nil, saysPush: false)
    let lies: [(RuleNumber, (inout Observed) -> Void)] = [
      (.s2, { $0.readable = [Flag(key: "new", isEnabled: true, ruleID: "")] }),
      (.l1, { $0.events = [.notified(["new"], readable: [])] }),
      (.t2, { $0.events = [request] }),
      (.t4, { $0.events = [request, request] }),
      (.ends, { $0.events = [.completed(token: 4, .success(kind: nil, keys: [], until: nil), readable: [])] }),
      (.ends, { $0.events = [.reported(id: 4, .sent)] }),
      (.s1, { $0.events = [.disk(.remove)] }),
      (.c5, { $0.events = [.diagnosed(Diagnostic(.info, .refreshFailed, "of \(Catalogue.users[1])"))] }),
      (.ends, { $0.trouble = "hangs" }),
    ]
    for (rule, lie) in lies {
      var world = World(setup: Setup())
      _ = world.next(nextWake: nil)
      var seen = honest
      lie(&seen)
      do throws(Violation) {
        try world.check(start, seen)
        Issue.record("\(rule) was not noticed")
      } catch {
        #expect(error.rule == rule)
      }
    }
  }
}
