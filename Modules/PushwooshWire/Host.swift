/// The host of a URL, in one of the three forms that all parsers agree on.
struct Host {
  /// The host in lower case, without brackets.
  let text: String

  /// True when it is this machine itself.
  let isLoopback: Bool

  /// The host that `text` spells: a name, an IPv4 address, or an IPv6 address in brackets; nil when it is none.
  init?(_ text: Substring) {
    let lowered = text.lowercased()
    if lowered.first == "[" {
      self.init(ipv6: lowered.dropFirst().dropLast())
    } else {
      self.init(name: lowered)
    }
  }

  private init?(ipv6 address: Substring) {
    guard let groups = Self.groups(ofIPv6: address) else { return nil }
    text = String(address)
    isLoopback = groups == [0, 0, 0, 0, 0, 0, 0, 1]
  }

  private init?(name: String) {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, let last = labels.last, labels.allSatisfy(Self.isLabel) else { return nil }
    text = name
    // Some parsers take `127.1`, `0x7f.1` or `2130706433` for addresses, others for names; here they are neither.
    if last.utf8.allSatisfy(\.isDigit) || last.hasPrefix("0x") {
      guard let octets = Self.octets(ofIPv4: Substring(name)) else { return nil }
      isLoopback = octets[0] == 127
    } else {
      isLoopback = name == "localhost"
    }
  }

  /// True for 1…63 letters, digits, `-` and `_`, no `-` at either end.
  static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// The parts of an IPv4 address: four decimal numbers of 0…255 without leading zeros.
  private static func octets(ofIPv4 address: Substring) -> [UInt8]? {
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    let octets = parts.compactMap { part in
      part.utf8.allSatisfy(\.isDigit) && (part == "0" || part.first != "0") ? UInt8(part) : nil
    }
    return parts.count == 4 && octets.count == 4 ? octets : nil
  }

  /// The eight groups of an IPv6 address, `::` filled up with zeros; nil for anything else, zones included.
  private static func groups(ofIPv6 address: Substring) -> [UInt16]? {
    let text = String(address)
    guard let gap = text.firstRange(ofGap: "::") else {
      let groups = Self.groups(in: Substring(text), mayEndInIPv4: true)
      return groups?.count == 8 ? groups : nil
    }
    guard let head = Self.groups(in: text[..<gap.lowerBound], mayEndInIPv4: false),
      let tail = Self.groups(in: text[gap.upperBound...], mayEndInIPv4: true), head.count + tail.count < 8
    else { return nil }
    return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  /// The groups between single colons; none in an empty text.
  private static func groups(in text: Substring, mayEndInIPv4: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if mayEndInIPv4, index == parts.count - 1, let octets = octets(ofIPv4: part) {
        groups.append(UInt16(octets[0]) << 8 | UInt16(octets[1]))
        groups.append(UInt16(octets[2]) << 8 | UInt16(octets[3]))
      } else if (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit),
        let group = UInt16(part, radix: 16)
      {
        groups.append(group)
      } else {
        return nil
      }
    }
    return groups
  }
}

extension String {
  /// Where `gap`, two equal characters, first stands.
  fileprivate func firstRange(ofGap gap: String) -> Range<Index>? {
    var start = startIndex
    while let end = index(start, offsetBy: gap.count, limitedBy: endIndex) {
      if self[start..<end] == gap { return start..<end }
      start = index(after: start)
    }
    return nil
  }
}
