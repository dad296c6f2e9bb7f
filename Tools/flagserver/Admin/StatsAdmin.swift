import StrictJSON

/// Answers `GET /admin/stats`.
struct StatsAdmin: Sendable {
  var flags: FlagsRepository
  var events: EventRecorder
  var devices: DeviceRegistry
  var requests: RequestCounters
  /// The time in Unix seconds.
  var now: @Sendable () -> Int64

  private typealias Branch = (id: Statistics.BranchID, branch: Statistics.Branch)

  /// What has been counted.
  func show() -> Response {
    let statistics = events.statistics
    let page = events.log.page(after: 0, limit: 0)
    let now = now()
    var branches: [ByteString: [Branch]] = [:]
    for (id, branch) in statistics.branches { branches[id.flag, default: []].append((id, branch)) }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("now", now)
      writer.key("flags")
      writer.object { writer in
        for (flag, branches) in branches.sorted(by: { $0.key < $1.key }) {
          writer.key(flag.text)
          Self.write(branches, now: now, to: &writer)
        }
      }
      writer.key("evaluated")
      writer.object { writer in
        for entry in flags.snapshot.entries where entry.lastEvaluation > 0 {
          writer.member(entry.key, entry.lastEvaluation)
        }
      }
      writer.key("events")
      writer.object { writer in
        writer.member("received", Int64(page.received))
        writer.member("dropped", Int64(page.dropped))
        writer.key("names")
        writer.object { writer in
          for (name, count) in statistics.names.sorted(by: { $0.key < $1.key }) { writer.member(name.text, count) }
        }
      }
      writer.key("requests")
      writer.object { writer in
        for counter in RequestCounters.Counter.allCases { writer.member(counter.rawValue, requests[counter]) }
      }
      writer.member("devices", Int64(devices.count))
    }
    return .json(bytes: writer.bytes)
  }

  private static func write(_ branches: [Branch], now: Int64, to writer: inout JSONWriter) {
    func count(_ isEnabled: Bool) -> Int64 {
      branches.reduce(0) { $0 + ($1.id.isEnabled == isEnabled ? $1.branch.count : 0) }
    }
    writer.object { writer in
      writer.member("enabled", count(true))
      writer.member("disabled", count(false))
      writer.member("last_impression", branches.map(\.branch.last).max() ?? 0)
      writer.key("branches")
      writer.array { writer in
        for (id, branch) in branches.sorted(by: {
          ($0.id.rule, $0.id.isEnabled ? 0 : 1) < ($1.id.rule, $1.id.isEnabled ? 0 : 1)
        }) {
          writer.object { writer in
            writer.member("rule_id", id.rule.text)
            writer.member("enabled", id.isEnabled)
            writer.member("count", branch.count)
            writer.member("last", branch.last)
            writer.key("minutes")
            writer.write(json(of: branch.minutes.kept(at: now, .minutes)))
            writer.key("hours")
            writer.write(json(of: branch.hours.kept(at: now, .hours)))
          }
        }
      }
    }
  }

  private static func json(of bins: [TimeBins.Bin]) -> JSONValue {
    .array(bins.map { .array([.integer($0.start), .integer($0.count)]) })
  }
}
