import FeatureFlags
import StrictJSON

/// The stored record (S5): what decodes encodes to something that decodes equal, and damage never gives other flags.
enum RecordTarget {
  static let reading = ClockReading(
    wall: WallTime(seconds: 1_767_225_600), uptime: Uptime(nanoseconds: 3_600_000_000_000), bootID: "b")

  static func run(_ bytes: [UInt8]) throws {
    try check(bytes)
    // The same as the second line under a header that fits, or hardly any input would get past the checksum.
    let record = withHeader(bytes)
    if try check(record) { try checkDamage(record) }
  }

  /// Throws unless `flags` survive being written and read, twice.
  static func checkRoundTrip(_ flags: StoredFlags) throws {
    let bytes = RecordCoding.encode(flags)
    let back: StoredFlags
    do {
      back = try RecordCoding.decode(bytes)
    } catch {
      throw Violation("what was encoded does not decode: \(error)")
    }
    try Violation.unless(back == flags, "another record came back")
    try Violation.unless(RecordCoding.encode(back) == bytes, "encoded differently the second time")
  }

  @discardableResult
  private static func check(_ bytes: [UInt8]) throws -> Bool {
    guard let flags = try? RecordCoding.decode(bytes) else { return false }
    try checkRoundTrip(flags)
    let keys = Set(flags.flags.map { ByteString($0.key) })
    try Violation.unless(keys.count == flags.flags.count, "a key comes twice")
    return true
  }

  /// A changed bit, a cut, and a byte more at the end, at places that depend on the input.
  private static func checkDamage(_ record: [UInt8]) throws {
    let intact = try RecordCoding.decode(record)
    let place = Int(checksum(of: record) % UInt64(record.count))
    for bit in 0..<8 {
      var damaged = record
      damaged[place] ^= 1 << UInt8(bit)
      guard let other = try? RecordCoding.decode(damaged) else { continue }
      // White space of the header is all that may change without harm.
      try Violation.unless(other == intact, "bit \(bit) of byte \(place) changed the flags")
    }
    try Violation.unless((try? RecordCoding.decode(Array(record[..<place]))) == nil, "cut at \(place), and still read")
    try Violation.unless((try? RecordCoding.decode(record + [0x20])) == nil, "longer by a byte, and still read")
  }

  private static func withHeader(_ body: [UInt8]) -> [UInt8] {
    let digits = String(checksum(of: body), radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    let header = #"{"format":"swift-feature-flags","version":1,"checksum":"\#(padded)"}"#
    return Array("\(header)\n".utf8) + body + [UInt8(ascii: "\n")]
  }

  /// The checksum, written a second time from its description.
  private static func checksum(of bytes: [UInt8]) -> UInt64 {
    var sum = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = rest.count >= 8 ? 8 : 1
      let word = rest.prefix(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
      sum ^= sum >> 32
      rest = rest.dropFirst(size)
    }
    return sum
  }
}
