/// A blob that says who wrote it, as which of their writes, and shows whether it is whole.
struct WrittenBlob: Equatable {
  var writer: Int
  var number: Int

  /// A header line, and up to 200 KB that follow from it, byte for byte.
  var bytes: [UInt8] {
    let size = (number &* 7919 &+ writer &* 104_729) % 200_000
    var bytes = Array("\(writer) \(number) \(size)\n".utf8)
    bytes.reserveCapacity(bytes.count + size)
    for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: index &* 31 &+ number &* 17 &+ writer)) }
    return bytes
  }

  init(writer: Int, number: Int) {
    self.writer = writer
    self.number = number
  }

  /// The blob that `bytes` are; nil when they are not whole.
  init?(_ bytes: [UInt8]) {
    let words = bytes.prefix { $0 != UInt8(ascii: "\n") }.split(separator: UInt8(ascii: " "))
    guard words.count == 3, let writer = Int(String(decoding: words[0], as: UTF8.self)),
      let number = Int(String(decoding: words[1], as: UTF8.self))
    else { return nil }
    self.init(writer: writer, number: number)
    guard bytes == self.bytes else { return nil }
  }
}
