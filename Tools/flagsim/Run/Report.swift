import FeatureFlags

/// The result of a campaign in words or as JSON.
enum Report {
  static func text(_ campaign: Campaign) -> String {
    var lines: [String] = []
    if let finding = campaign.finding {
      lines += ["\(finding)", "replay: flagsim --seed \(finding.seed)", ""]
    }
    lines += ["rules checked"] + columns(campaign.coverage.ruleRows, count: 5)
    lines += ["", "steps and faults"] + columns(campaign.coverage.exerciseRows, count: 3)
    lines += ["", "\(campaign.seeds) seeds, \(campaign.steps) steps, \(campaign.stimuli) stimuli"]
    if !campaign.gaps.isEmpty { lines.append("never exercised: \(campaign.gaps.joined(separator: ", "))") }
    lines.append("\(campaign.finding == nil ? 0 : 1) violations")
    return lines.joined(separator: "\n")
  }

  private static func columns(_ rows: [(name: String, count: Int)], count: Int) -> [String] {
    let width = rows.map { $0.name.count + "\($0.count)".count + 1 }.max() ?? 0
    let cells = rows.map { row in
      "\(row.name)\(String(repeating: " ", count: width - row.name.count - "\(row.count)".count))\(row.count)"
    }
    return stride(from: 0, to: cells.count, by: count).map { start in
      "  " + cells[start..<min(start + count, cells.count)].joined(separator: "   ")
    }
  }

  static func json(_ campaign: Campaign) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("seeds", Int64(campaign.seeds))
      writer.member("steps", Int64(campaign.steps))
      writer.member("stimuli", Int64(campaign.stimuli))
      write(campaign.coverage.ruleRows, "rules", to: &writer)
      write(campaign.coverage.exerciseRows, "exercised", to: &writer)
      writer.key("gaps")
      writer.array { writer in for gap in campaign.gaps { writer.write(.string(gap)) } }
      if let finding = campaign.finding {
        writer.key("violation")
        writer.object { writer in
          writer.member("seed", Int64(finding.seed))
          writer.member("rule", finding.violation.rule.rawValue)
          writer.member("message", finding.violation.message)
          writer.key("history")
          writer.array { writer in for step in finding.shortest.steps { writer.write(.string("\(step)")) } }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(_ rows: [(name: String, count: Int)], _ name: String, to writer: inout JSONWriter) {
    writer.key(name)
    writer.object { writer in for row in rows { writer.member(row.name, Int64(row.count)) } }
  }
}
