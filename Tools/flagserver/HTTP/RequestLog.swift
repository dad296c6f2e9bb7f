import StrictJSON

/// One line for each request; users and devices only when asked for.
struct RequestLog: Sendable {
  var isVerbose: Bool
  /// Takes a line, from any thread.
  var write: @Sendable (String) -> Void

  /// What is told of a request.
  struct Entry: Sendable {
    /// Unix seconds.
    var time: Int64
    var method: String
    var path: String
    /// nil when no answer was sent.
    var status: Int?
    var size: Int
    var microseconds: Int64
    var party: Response.Party?

    /// The data of the `request` event of `/admin/stream`.
    var json: [UInt8] {
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("time", time)
        writer.member("method", method)
        writer.member("path", path)
        writer.member("status", status.map { .integer(Int64($0)) } ?? .null)
        writer.member("microseconds", microseconds)
        if let device = party?.device { writer.member("device", device) }
      }
      return writer.bytes
    }
  }

  func record(_ entry: Entry) { write(line(for: entry)) }

  /// The line for `entry`: time, method, path, status, size and duration.
  func line(for entry: Entry) -> String {
    let duration = "\(entry.microseconds / 1000).\(entry.microseconds % 1000 / 100)ms"
    var line =
      "\(WallClock.text(entry.time)) \(entry.method.isEmpty ? "-" : Self.printable(entry.method)) \(Self.printable(entry.path))"
      + " \(entry.status.map(String.init) ?? "-") \(entry.size)B \(duration)"
    if isVerbose, let party = entry.party {
      line += " application=\(Self.printable(party.application))"
      line += " user=\(Self.printable(party.user)) device=\(Self.printable(party.device))"
    }
    return line
  }

  /// `text` on one line and without control characters, so that no client can forge a line or colour a terminal.
  private static func printable(_ text: String) -> String {
    if text.utf8.count <= 512, text.utf8.allSatisfy({ (0x21..<0x7f).contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars.prefix(512) {
      let isPlain =
        scalar.value > 0x20 && !(0x7f..<0xa0).contains(scalar.value) && scalar.value != 0x2028
        && scalar.value != 0x2029
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }
}
