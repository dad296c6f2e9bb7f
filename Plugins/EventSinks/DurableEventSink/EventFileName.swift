/// The name of a waiting event's file: by its names alone a directory says in which order they came and how big they are.
///
/// `<nanoseconds since 1970, 20 digits>-<16 random hexadecimal digits>-<bytes>.event`
struct EventFileName: Sendable, Hashable, Comparable {
  /// When it was taken, in nanoseconds since 1970; later than that of each event before it in the same directory.
  let order: UInt64
  /// How many bytes the file has.
  let size: Int
  private let random: UInt64

  /// A name for the event after those up to `order`.
  init(order: UInt64, size: Int) {
    self.order = order
    self.size = size
    random = .random(in: 0 ... .max)
  }

  /// The name that `text` is; nil when it is none.
  init?(_ text: String) {
    guard text.hasSuffix(Self.suffix) else { return nil }
    let parts = text.dropLast(Self.suffix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 20, let order = UInt64(parts[0]), parts[1].count == 16,
      let random = UInt64(parts[1], radix: 16), let size = Int(parts[2]), (0...Self.largestSize).contains(size)
    else { return nil }
    self.order = order
    self.random = random
    self.size = size
    // Leading signs and capital letters would be another file.
    guard text == self.text else { return nil }
  }

  /// The name as the file system has it.
  var text: String {
    Self.padded(String(order), to: 20) + "-" + Self.padded(String(random, radix: 16), to: 16) + "-\(size)\(Self.suffix)"
  }

  static func < (left: EventFileName, right: EventFileName) -> Bool {
    (left.order, left.random) < (right.order, right.random)
  }

  private static let suffix = ".event"
  /// So that the sizes of as many files as there can be have a sum.
  private static let largestSize = 1 << 31

  private static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
