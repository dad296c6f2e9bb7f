public import Synchronization

/// A JSON object that stays text until it is first looked into.
///
/// The text is checked when it is read, so looking into it cannot fail. Who only carries the object on – compares it with
/// the last one, writes it down again – never pays for its members. Safe to use from any thread.
public struct LazyJSONObject: ~Copyable, Sendable {
  /// The members, once somebody asked for them. An object, so that one pointer can stand for it.
  @usableFromInline
  final class Parsed: Sendable {
    @usableFromInline
    let object: JSONObject

    init(_ object: JSONObject) {
      self.object = object
    }
  }

  /// The object's compact text; empty when it was made of members.
  private let text: [UInt8]

  /// The address of a `Parsed` that `self` owns, 0 until there is one; set once, never changed again, and released in
  /// `deinit`. Whoever has `self` can therefore look at it without counting a reference to it.
  @usableFromInline
  let parsed: Atomic<UInt>

  /// An object with the members of `object`.
  public init(_ object: JSONObject) {
    text = []
    parsed = Atomic(Self.address(of: .passRetained(Parsed(object))))
  }

  /// The object that stands next in `reader`, as text.
  ///
  /// - Throws: when it is no object, and where reading it whole would.
  public init(from reader: inout JSONReader) throws(JSONError) {
    try reader.expect(.object)
    text = try reader.readCompactText()
    parsed = Atomic(0)
  }

  deinit {
    Self.parsed(at: parsed.load(ordering: .acquiring))?.release()
  }

  /// The whole object.
  public var object: JSONObject { read { copy $0 } }

  /// Runs `body` with the object, without counting a reference to it.
  @inlinable
  @inline(__always)
  public func read<Result>(_ body: (borrowing JSONObject) -> Result) -> Result {
    let parsed = Self.parsed(at: parsed.load(ordering: .acquiring)) ?? parse()
    return parsed._withUnsafeGuaranteedRef { body($0.object) }
  }

  @inlinable
  @inline(__always)
  static func parsed(at address: UInt) -> Unmanaged<Parsed>? {
    UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
  }

  /// Makes the members of the text; of two threads that do so at once one's are kept.
  @usableFromInline
  @inline(never)
  func parse() -> Unmanaged<Parsed> {
    // It was checked, its depth and size too, so this finds an object; but a fault of ours must end nobody's process.
    var object = JSONObject()
    if case .object(let members)? = try? JSONReader.value(of: text, limits: .init(depth: .max, bytes: .max)) {
      object = members
    }
    let new = Unmanaged.passRetained(Parsed(object))
    let (exchanged, address) = parsed.compareExchange(
      expected: 0, desired: Self.address(of: new), successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
    guard !exchanged, let first = Self.parsed(at: address) else { return new }
    new.release()
    return first
  }

  private static func address(of parsed: Unmanaged<Parsed>) -> UInt { UInt(bitPattern: parsed.toOpaque()) }

  /// True when both have the same members with the same values, in any order; at once when their texts are the same.
  public func isEqual(to other: borrowing LazyJSONObject) -> Bool {
    if !text.isEmpty, text == other.text { return true }
    return object == other.object
  }

  /// Writes the object to `writer`.
  public func write(to writer: inout JSONWriter) {
    if text.isEmpty { writer.write(.object(object)) } else { writer.write(compactText: text) }
  }
}
