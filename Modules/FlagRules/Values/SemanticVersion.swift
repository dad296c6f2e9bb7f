/// A version such as `2.4.0-rc.1+build7`, ordered as Semantic Versioning 2.0.0 orders (§11).
///
/// More lenient than the standard in what app stores hand out: any number of numeric parts (missing ones count as 0),
/// leading zeros, and a leading `v`. Numbers may have any length.
public struct SemanticVersion: Sendable, CustomStringConvertible {
  /// The version as it was written.
  public let description: String

  private let core: [Substring.UTF8View]
  private let prerelease: [Substring.UTF8View]

  /// The version that `text` spells, or nil when it spells none.
  public init?(_ text: String) {
    description = text
    var rest = text[...].utf8
    if let first = rest.first, first | 0x20 == UInt8(ascii: "v") { rest = rest.dropFirst() }
    if let plus = rest.firstIndex(of: UInt8(ascii: "+")) {
      let build = rest[plus...].dropFirst()
      guard build.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(Self.isIdentifier)
      else { return nil }
      rest = rest[..<plus]
    }
    var prerelease: [Substring.UTF8View] = []
    if let hyphen = rest.firstIndex(of: UInt8(ascii: "-")) {
      prerelease = rest[hyphen...].dropFirst().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      rest = rest[..<hyphen]
    }
    let core = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard core.allSatisfy(Self.isNumber), prerelease.allSatisfy(Self.isIdentifier) else { return nil }
    self.core = core
    self.prerelease = prerelease
  }

  private static func isNumber(_ part: Substring.UTF8View) -> Bool {
    !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isIdentifier(_ part: Substring.UTF8View) -> Bool {
    !part.isEmpty
      && part.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension SemanticVersion: Comparable {
  /// True when neither comes before the other; build metadata does not count.
  public static func == (left: SemanticVersion, right: SemanticVersion) -> Bool { order(left, right) == 0 }

  /// True when `left` has the lower precedence.
  public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool { order(left, right) < 0 }

  /// Below, at or above 0 as `left` comes before, with or after `right`.
  private static func order(_ left: SemanticVersion, _ right: SemanticVersion) -> Int {
    for index in 0..<max(left.core.count, right.core.count) {
      let order = numericOrder(part(left.core, index), part(right.core, index))
      if order != 0 { return order }
    }
    // A version without a pre-release comes after all its pre-releases.
    if left.prerelease.isEmpty || right.prerelease.isEmpty {
      return (left.prerelease.isEmpty ? 1 : 0) - (right.prerelease.isEmpty ? 1 : 0)
    }
    for (left, right) in zip(left.prerelease, right.prerelease) {
      let order = identifierOrder(left, right)
      if order != 0 { return order }
    }
    return left.prerelease.count - right.prerelease.count
  }

  private static func part(_ parts: [Substring.UTF8View], _ index: Int) -> Substring.UTF8View {
    index < parts.count ? parts[index] : ""[...].utf8
  }

  private static func identifierOrder(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> Int {
    switch (isNumber(left), isNumber(right)) {
    case (true, true): numericOrder(left, right)
    case (true, false): -1
    case (false, true): 1
    case (false, false): byteOrder(left, right)
    }
  }

  private static func numericOrder(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> Int {
    let left = left.drop { $0 == UInt8(ascii: "0") }
    let right = right.drop { $0 == UInt8(ascii: "0") }
    return left.count == right.count ? byteOrder(left, right) : left.count - right.count
  }

  private static func byteOrder(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> Int {
    if left.lexicographicallyPrecedes(right) { return -1 }
    return right.lexicographicallyPrecedes(left) ? 1 : 0
  }
}
