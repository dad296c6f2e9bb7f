import Locking
import StrictJSON
import Testing

@testable import flagserver

struct StatsTests {
  private func event(_ flag: String, rule: String, enabled: Bool, time: Int64) -> String {
    #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"PW_FeatureFlagImpression","#
      + #""attributes":{"flag_key":"\#(flag)","rule_id":"\#(rule)","enabled":\#(enabled)},"timestampUTC":\#(time)}}"#
  }

  @Test("Impressions are counted by flag, rule and state, by minute and by hour")
  func branches() throws {
    let router = try router()
    let minute = now - now % 60
    let hour = now - now % 3_600
    for (rule, enabled, time) in [
      ("r_1", true, now), ("r_1", true, now - 60), ("r_1", true, now - 60), ("r_1", true, now - 7_200),
      ("default", false, now - 200_000), ("default", true, now - 5),
    ] {
      #expect(
        router.send("POST", "/json/1.3/postEvent", event("f", rule: rule, enabled: enabled, time: time)).status == 200)
    }
    guard case .object(let stats) = try router.send("GET", "/admin/stats").value,
      case .object(let flags)? = stats["flags"], case .object(let flag)? = flags["f"]
    else {
      Issue.record("no flag")
      return
    }
    #expect(flag["enabled"] == 5 && flag["disabled"] == 1 && flag["last_impression"] == .integer(now))
    #expect(
      flag["branches"] == [
        [
          "rule_id": "default", "enabled": true, "count": 1, "last": .integer(now - 5),
          "minutes": [[.integer((now - 5) - (now - 5) % 60), 1]],
          "hours": [[.integer((now - 5) - (now - 5) % 3_600), 1]],
        ],
        [
          "rule_id": "default", "enabled": false, "count": 1, "last": .integer(now - 200_000), "minutes": [],
          "hours": [],
        ],
        [
          "rule_id": "r_1", "enabled": true, "count": 4, "last": .integer(now),
          "minutes": [[.integer(minute - 60), 2], [.integer(minute), 1]],
          "hours": hour == (now - 60) - (now - 60) % 3_600
            ? [[.integer(hour - 7_200), 1], [.integer(hour), 3]]
            : [[.integer(hour - 7_200), 1], [.integer(hour - 3_600), 2], [.integer(hour), 1]],
        ],
      ])
    #expect(stats["events"] == ["received": 6, "dropped": 0, "names": ["PW_FeatureFlagImpression": 6]])
  }

  @Test("Requests are counted by what became of them, and flags by when they were last answered")
  func requests() throws {
    let router = try router()
    let tag = try #require(router.evaluate().header("ETag"))
    _ = router.evaluate(headers: [Header(name: "if-none-match", value: tag)])
    _ = router.evaluate("nonsense")
    _ = router.send("PUT", "/admin/faults", #"{"partial":true,"count":1}"#)
    _ = router.evaluate()
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "new_checkout"))
    _ = router.send("POST", "/json/1.3/anything", "")
    let text = router.send("GET", "/admin/stats").text
    #expect(
      text.contains(
        #""requests":{"evaluate":4,"not_modified":1,"partial":1,"postEvent":1,"other":1,"errors":1},"devices":1}"#))
    #expect(
      text.contains(#""evaluated":{"new_checkout":\#(now),"killed":\#(now),"survey":\#(now)}"#))
  }

  @Test("There are so many branches and names and no more; the events themselves are all kept")
  func bounded() throws {
    let router = try router(limits: .init(statistics: .init(branches: 2, names: 1)))
    for rule in ["a", "b", "c", "a"] {
      _ = router.send("POST", "/json/1.3/postEvent", event("f", rule: rule, enabled: true, time: now))
    }
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "f", name: "Other"))
    let text = router.send("GET", "/admin/stats").text
    #expect(text.contains(#""f":{"enabled":3,"#))
    #expect(!text.contains(#""rule_id":"c""#))
    #expect(text.contains(#""events":{"received":5,"dropped":0,"names":{"PW_FeatureFlagImpression":4}}"#))
  }

  @Test("Stretches of time outside the window go, and late ones find their place")
  func bins() {
    var bins = TimeBins()
    let scale = TimeBins.Scale(width: 60, count: 3)
    for time: Int64 in [600, 660, 600, 720, 479, 660] { bins.add(time, now: 720, scale) }
    #expect(bins.bins.map(\.start) == [600, 660, 720])
    #expect(bins.bins.map(\.count) == [2, 2, 1])
    bins.add(780, now: 780, scale)
    #expect(bins.bins.map(\.start) == [660, 720, 780])
    #expect(bins.kept(at: 900, scale).map(\.start) == [780])
    #expect(TimeBins.Scale.minutes.start(of: -1) == -60)
  }

  @Test("The metrics tell requests, durations, events, impressions and sizes")
  func metrics() throws {
    let router = try router()
    _ = router.send("POST", "/json/1.3/postEvent", event(#"a\"b"#, rule: "r", enabled: true, time: now))
    _ = router.send("POST", "/json/1.3/postEvent", event("f", rule: "r", enabled: false, time: now))
    let request = Request(method: "GET", target: "/healthz")
    router.finish(
      request, .init(time: now, method: "GET", path: "/healthz", status: 200, size: 1, microseconds: 300))
    router.finish(
      request, .init(time: now, method: "GET", path: "/healthz", status: nil, size: 0, microseconds: 9_000_000))
    let response = router.send("GET", "/metrics")
    #expect(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    let lines = Set(response.text.split(separator: "\n").map(String.init))
    for line in [
      #"flagserver_requests_total{endpoint="healthz",status="200"} 1"#,
      #"flagserver_requests_total{endpoint="healthz",status="none"} 1"#,
      #"flagserver_request_duration_seconds_bucket{endpoint="healthz",le="0.00025"} 0"#,
      #"flagserver_request_duration_seconds_bucket{endpoint="healthz",le="0.0005"} 1"#,
      #"flagserver_request_duration_seconds_bucket{endpoint="healthz",le="+Inf"} 2"#,
      #"flagserver_request_duration_seconds_sum{endpoint="healthz"} 9.0003"#,
      #"flagserver_request_duration_seconds_count{endpoint="healthz"} 2"#,
      "flagserver_events_received_total 2", "flagserver_events_dropped_total 0",
      #"flagserver_impressions_total{flag="a\"b",enabled="true"} 1"#,
      #"flagserver_impressions_total{flag="f",enabled="false"} 1"#, "flagserver_flags 4", "flagserver_devices 0",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test("The metrics need the admin token when there is one, and no Host that is known")
  func metricsToken() throws {
    #expect(try router(token: "s3cret").send("GET", "/metrics").status == 401)
    let token = [Header(name: "authorization", value: "Bearer s3cret")]
    #expect(try router(token: "s3cret").send("GET", "/metrics", headers: token).status == 200)
    let host = [Header(name: "host", value: "flags.example")]
    #expect(try router().send("GET", "/metrics", headers: host).status == 200)
  }

  @Test("The latest events are shown in order, however many are asked for")
  func latest() throws {
    let router = try router()
    for number in 0..<5 { _ = router.send("POST", "/json/1.3/postEvent", impression(of: "f\(number)")) }
    let text = router.send("GET", "/admin/events?latest=2").text
    #expect(text.hasPrefix(#"{"events":[{"seq":4,"#))
    #expect(text.hasSuffix(#""next":5,"more":false,"received":5,"dropped":0}"#))
    #expect(router.send("GET", "/admin/events?latest=99").text.hasPrefix(#"{"events":[{"seq":1,"#))
    #expect(
      router.send("GET", "/admin/events?latest=0").text
        == #"{"events":[],"next":5,"more":false,"received":5,"dropped":0}"#)
    #expect(router.send("GET", "/admin/events?latest=x").status == 400)
  }
}
