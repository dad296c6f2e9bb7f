/// The ASCII of an XML text, as a parser finds it once it has decoded the text.
struct XMLText {
  /// A byte for each character, or for each byte of a text of bytes; 0xff for what is not ASCII.
  let ascii: [UInt8]

  /// The encodings in which a byte below 0x80 is ASCII and nothing else, and those that are told by their first bytes.
  private static let encodings = ["utf-8", "us-ascii", "iso-8859-1", "windows-1252", "utf-16", "utf-32"]

  /// The text of `bytes` in UTF-16 or UTF-32, as their first bytes tell, else in an encoding of bytes; nil when it holds
  /// NUL, which no XML does: its encoding is another one then.
  init?(_ bytes: [UInt8]) {
    let units: [UInt32]
    switch Array(bytes.prefix(4)) {
    case [0xff, 0xfe, 0, 0], [0x3c, 0, 0, 0]: units = Self.units(bytes, width: 4, isBigEndian: false)
    case [0, 0, 0xfe, 0xff], [0, 0, 0, 0x3c]: units = Self.units(bytes, width: 4, isBigEndian: true)
    case let start where start.starts(with: [0xff, 0xfe]) || start.starts(with: [0x3c, 0]):
      units = Self.units(bytes, width: 2, isBigEndian: false)
    case let start where start.starts(with: [0xfe, 0xff]) || start.starts(with: [0, 0x3c]):
      units = Self.units(bytes, width: 2, isBigEndian: true)
    default: units = bytes.map { UInt32($0) }
    }
    guard !units.contains(0) else { return nil }
    ascii = units.map { $0 < 0x80 ? UInt8($0) : 0xff }
  }

  private static func units(_ bytes: [UInt8], width: Int, isBigEndian: Bool) -> [UInt32] {
    stride(from: 0, to: bytes.count / width * width, by: width).map { start in
      let unit = bytes[start..<(start + width)]
      return (isBigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// True when the XML declaration names an encoding in which ASCII bytes may mean something else.
  var declaresOtherEncoding: Bool {
    // A byte order mark may stand before it.
    guard let start = ascii.firstIndex(of: UInt8(ascii: "<")), ascii[start...].starts(with: "<?xml".utf8) else {
      return false
    }
    let end = ascii.indices.dropFirst(start).first { ascii[$0...].starts(with: "?>".utf8) } ?? ascii.endIndex
    let declaration = String(decoding: ascii[start..<end], as: UTF8.self).lowercased()
    // Whatever follows the word must be a name we know, for the word may stand inside another value.
    return declaration.split(separator: "encoding", omittingEmptySubsequences: false).dropFirst().contains { rest in
      let name = rest.drop { $0.isWhitespace || "=\"'".contains($0) }
      return !Self.encodings.contains { name.hasPrefix($0) }
    }
  }
}
