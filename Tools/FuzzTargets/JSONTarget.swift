import StrictJSON

/// The JSON reader: it takes what RFC 8259 allows, but for its written limits, and nothing else.
///
/// The limits: nested 512 deep at most; no escape of half a surrogate pair, for no `String` can hold one.
enum JSONTarget {
  private static let depthLimit = JSONReader.Limits().depth

  static func run(_ bytes: [UInt8]) throws {
    let findings = JSONRecogniser.findings(on: bytes)
    let isExpected = findings.map { $0.depth <= depthLimit && !$0.hasLoneSurrogate } ?? false
    let skips = skips(bytes)
    let value: JSONValue
    do {
      value = try JSONReader.value(of: bytes)
    } catch {
      try Violation.unless(!isExpected, "refused JSON: \(error)")
      try Violation.unless(!skips, "skipped what it refuses: \(error)")
      try Violation.unless((0...bytes.count).contains(error.offset), "an error at \(error.offset)")
      return
    }
    try Violation.unless(isExpected, "accepted what is no JSON")
    try Violation.unless(skips, "did not skip what it reads")
    try checkRoundTrip(value)
    try checkLazy(bytes, against: value)
    try FoundationJSON.check(bytes, against: value)
  }

  /// What is written of a value reads as the same value, and is written the same again.
  private static func checkRoundTrip(_ value: JSONValue) throws {
    let written = JSONWriter.bytes(of: value)
    try Violation.unless(JSONRecogniser.findings(on: written) != nil, "wrote what is no JSON")
    let back = try JSONReader.value(of: written)
    try Violation.unless(back == value && back.hashValue == value.hashValue, "another value came back")
    try Violation.unless(JSONWriter.bytes(of: back) == written, "written differently the second time")
  }

  /// An object that stays text is the same object, and is written as the same one.
  private static func checkLazy(_ bytes: [UInt8], against value: JSONValue) throws {
    guard case .object(let object) = value else { return }
    var reader = try JSONReader(bytes)
    let lazy = try LazyJSONObject(from: &reader)
    try Violation.unless(lazy.object == object, "another object came of its text")
    var writer = JSONWriter()
    lazy.write(to: &writer)
    try Violation.unless(try JSONReader.value(of: writer.bytes) == value, "its text is of another value")
  }

  private static func skips(_ bytes: [UInt8]) -> Bool {
    guard var reader = try? JSONReader(bytes) else { return false }
    return (try? reader.skipValue()) != nil && (try? reader.finish()) != nil
  }
}
