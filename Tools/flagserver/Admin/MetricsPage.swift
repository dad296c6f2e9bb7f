import StrictJSON

/// Answers `GET /metrics` in the text format of Prometheus, version 0.0.4.
struct MetricsPage: Sendable {
  var flags: FlagsRepository
  var events: EventRecorder
  var devices: DeviceRegistry
  var requests: RequestMetrics

  /// The figures as they are now.
  func show() -> Response {
    var text = ""
    writeRequests(to: &text)
    writeState(to: &text)
    return Response(
      status: 200, headers: [Header(name: "Content-Type", value: "text/plain; version=0.0.4; charset=utf-8")],
      body: Array(text.utf8))
  }

  private func writeRequests(to text: inout String) {
    let (counts, durations) = requests.totals
    Self.head("flagserver_requests_total", "counter", "Requests by endpoint and status.", to: &text)
    let sorted = counts.sorted { ($0.key.endpoint, $0.key.status ?? 0) < ($1.key.endpoint, $1.key.status ?? 0) }
    for (key, count) in sorted {
      let status = key.status.map(String.init) ?? "none"
      text += "flagserver_requests_total{endpoint=\"\(key.endpoint)\",status=\"\(status)\"} \(count)\n"
    }
    let name = "flagserver_request_duration_seconds"
    Self.head(name, "histogram", "How long requests took, from their first line to the end of the answer.", to: &text)
    for (endpoint, histogram) in durations.sorted(by: { $0.key < $1.key }) {
      var total: Int64 = 0
      for (index, count) in histogram.counts.enumerated() {
        total += count
        let bounds = RequestMetrics.Histogram.bounds
        let bound = index < bounds.count ? "\(bounds[index])" : "+Inf"
        text += "\(name)_bucket{endpoint=\"\(endpoint)\",le=\"\(bound)\"} \(total)\n"
      }
      text += "\(name)_sum{endpoint=\"\(endpoint)\"} \(Double(histogram.microseconds) / 1e6)\n"
      text += "\(name)_count{endpoint=\"\(endpoint)\"} \(total)\n"
    }
  }

  private func writeState(to text: inout String) {
    let page = events.log.page(after: 0, limit: 0)
    Self.head("flagserver_events_received_total", "counter", "Events that ever came.", to: &text)
    text += "flagserver_events_received_total \(page.received)\n"
    Self.head("flagserver_events_dropped_total", "counter", "Events that are no longer kept.", to: &text)
    text += "flagserver_events_dropped_total \(page.dropped)\n"
    Self.head("flagserver_impressions_total", "counter", "Impressions by flag and state.", to: &text)
    var impressions: [ByteString: [Bool: Int64]] = [:]
    for (id, branch) in events.statistics.branches {
      impressions[id.flag, default: [:]][id.isEnabled, default: 0] += branch.count
    }
    for (flag, counts) in impressions.sorted(by: { $0.key < $1.key }) {
      for (isEnabled, count) in counts.sorted(by: { $0.key && !$1.key }) {
        text += "flagserver_impressions_total{flag=\"\(Self.escaped(flag.text))\",enabled=\"\(isEnabled)\"} \(count)\n"
      }
    }
    Self.head("flagserver_flags", "gauge", "Flags, archived ones too.", to: &text)
    text += "flagserver_flags \(flags.snapshot.entries.count)\n"
    Self.head("flagserver_devices", "gauge", "Devices that are remembered.", to: &text)
    text += "flagserver_devices \(devices.count)\n"
    guard let connections = requests.connectionCount else { return }
    Self.head("flagserver_connections", "gauge", "Open connections.", to: &text)
    text += "flagserver_connections \(connections)\n"
  }

  private static func head(_ name: String, _ type: String, _ help: String, to text: inout String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// The value of a label: backslashes, quotes and newlines are escaped.
  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
