/// A large blob that shows whether it is whole: its halves are its number's low and high byte, over and over, and its
/// length follows from the number.
enum NumberedBlob {
  static func bytes(_ number: Int) -> [UInt8] {
    let half = half(number)
    return [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: half)
      + [UInt8](repeating: UInt8(truncatingIfNeeded: number >> 8), count: half)
  }

  /// The number of a whole blob; nil for anything else.
  ///
  /// It looks at some bytes only: a reader must spend its time reading, or it meets no writer.
  static func number(of bytes: [UInt8]) -> Int? {
    guard let low = bytes.first, let high = bytes.last else { return nil }
    let number = Int(low) | Int(high) << 8
    let half = half(number)
    guard bytes.count == 2 * half else { return nil }
    let isWhole = stride(from: 0, to: bytes.count, by: 509).allSatisfy { bytes[$0] == ($0 < half ? low : high) }
    return isWhole && bytes[half - 1] == low && bytes[half] == high ? number : nil
  }

  private static func half(_ number: Int) -> Int { 50_000 + number % 5 * 20_000 }
}
