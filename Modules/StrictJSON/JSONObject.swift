/// The members of a JSON object: distinct keys, compared by bytes, in the order in which they first came.
public struct JSONObject: Sendable {
  /// One `"key": value` pair.
  public typealias Member = (key: String, value: JSONValue)

  /// The members in order; no key comes twice.
  public private(set) var members: [Member] = []

  /// Where each key stands in `members`; kept only once there are more than `scanLimit`.
  private var positions: [ByteString: Int]?

  /// Up to this many members a scan is quicker than a table.
  private static let scanLimit = 8

  /// An object without members.
  public init() {}

  /// The number of members.
  public var count: Int { members.count }

  /// True when there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value under `key`; setting nil removes the member, setting a value keeps an existing member's place.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      guard let newValue else { return remove(key) }
      put(newValue, under: key)
    }
  }

  /// Puts `value` under `key`, in the place of the member that is there if there is one.
  mutating func put(_ value: JSONValue, under key: String) {
    if let position = position(of: key) {
      members[position].value = value
    } else {
      append(key, value)
    }
  }

  /// Makes room for `count` members.
  mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  /// The value under `key` as a `Double`, the nearest one for an integer; nil when it is missing or no number in range.
  ///
  /// Reads no other value and copies none, so it counts no reference.
  public func double(under key: String) -> Double? {
    guard let position = position(of: key) else { return nil }
    switch members[position].value {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default: return nil
    }
  }

  private func position(of key: String) -> Int? {
    if let positions { return positions[ByteString(key)] }
    let count = key.utf8.count
    for position in members.indices where members[position].key.utf8.count == count {
      if bytesAreEqual(members[position].key, key) { return position }
    }
    return nil
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append((key, value))
    if positions != nil {
      positions?[ByteString(key)] = members.count - 1
    } else if members.count > Self.scanLimit {
      index()
    }
  }

  private mutating func remove(_ key: String) {
    guard let position = position(of: key) else { return }
    members.remove(at: position)
    positions = nil
    if members.count > Self.scanLimit { index() }
  }

  private mutating func index() {
    positions = Dictionary(
      members.enumerated().map { (ByteString($1.key), $0) }, uniquingKeysWith: { _, last in last })
  }
}

extension JSONObject: Hashable {
  /// True when both have the same keys with the same values, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }

  /// Feeds the members to `hasher` in a way that does not depend on their order.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for member in members {
      var inner = Hasher()
      inner.combine(ByteString(member.key))
      inner.combine(member.value)
      combined ^= inner.finalize()
    }
    hasher.combine(combined)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members of a literal; of a key that comes twice the last value wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
