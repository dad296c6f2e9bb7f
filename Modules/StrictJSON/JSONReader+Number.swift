extension JSONReader {
  /// Reads a number: ``JSONValue/integer(_:)``, ``JSONValue/number(_:)`` or ``JSONValue/outOfRange(_:)``.
  ///
  /// Integrality is decided on the decimal digits, so `9007199254740993.0` is exact and `1e-400` is no integer.
  public mutating func readNumber() throws(JSONError) -> JSONValue {
    try expect(.number)
    return try readNumberHere()
  }

  /// Reads the number whose first byte stands at `position`.
  mutating func readNumberHere() throws(JSONError) -> JSONValue {
    let start = position
    return try readDecimal().value(literal: bytes[start..<position])
  }

  /// Checks the number whose first byte stands at `position`, and moves on behind it.
  mutating func skipNumberHere() throws(JSONError) {
    _ = try readDecimal()
  }

  private mutating func readDecimal() throws(JSONError) -> Decimal {
    var decimal = Decimal()
    if bytes[position] == UInt8(ascii: "-") {
      decimal.isNegative = true
      position += 1
    }
    if try currentByte() == UInt8(ascii: "0") {
      position += 1
      if position < bytes.count, Self.digit(bytes[position]) != nil {
        throw JSONError("a number must not start with 0", offset: position)
      }
    } else {
      try readDigits { decimal.appendIntegerDigit($0) }
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits { decimal.appendFractionDigit($0) }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      try readExponent(into: &decimal)
    }
    return decimal
  }

  private mutating func readExponent(into decimal: inout Decimal) throws(JSONError) {
    var sign: Int64 = 1
    switch try currentByte() {
    case UInt8(ascii: "+"): position += 1
    case UInt8(ascii: "-"):
      position += 1
      sign = -1
    default: break
    }
    var exponent: Int64 = 0
    try readDigits { exponent = min(exponent * 10 + Int64($0), Decimal.exponentLimit) }
    decimal.exponent += sign * exponent
  }

  private mutating func readDigits(_ take: (UInt8) -> Void) throws(JSONError) {
    guard Self.digit(try currentByte()) != nil else { throw JSONError("expected a digit", offset: position) }
    while position < bytes.count, let digit = Self.digit(bytes[position]) {
      take(digit)
      position += 1
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }
}

/// The digits of a number while it is read: `significand × 10^exponent`, up to 19 significant digits.
private struct Decimal {
  /// Exponents are held in ±this, so that adding to them cannot overflow; every `Double` lies far inside.
  ///
  /// As `Int64`, for `Int` has 32 bits on some devices, where the limit would be 0.
  static let exponentLimit: Int64 = 1 << 40

  var isNegative = false
  var significand: UInt64 = 0
  var exponent: Int64 = 0
  /// True when a digit other than 0 did not fit.
  private var isInexact = false

  private static let room = UInt64(999_999_999_999_999_999)

  mutating func appendIntegerDigit(_ digit: UInt8) {
    if significand <= Self.room {
      significand = significand * 10 + UInt64(digit)
    } else {
      isInexact = isInexact || digit != 0
      exponent += 1
    }
  }

  mutating func appendFractionDigit(_ digit: UInt8) {
    if significand <= Self.room {
      significand = significand * 10 + UInt64(digit)
      exponent -= 1
    } else {
      isInexact = isInexact || digit != 0
    }
  }

  func value(literal: ArraySlice<UInt8>) -> JSONValue {
    if significand == 0 { return isNegative ? .number(-0.0) : .integer(0) }
    if !isInexact, let integer { return .integer(integer) }
    let double = fastDouble ?? Double(String(decoding: literal, as: UTF8.self)) ?? .infinity
    // Not 0 itself, for that has no significand: a number too small for `Double` must not become 0.
    guard double.isFinite, double != 0 else { return .outOfRange(String(decoding: literal, as: UTF8.self)) }
    return .number(double)
  }

  /// The value as an `Int64`, when it is one.
  private var integer: Int64? {
    var magnitude = significand
    var power = exponent
    while power < 0 {
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return nil }
      magnitude = quotient
      power += 1
    }
    guard power < 20 else { return nil }
    for _ in 0..<power {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      magnitude = product
    }
    if isNegative { return magnitude == 1 << 63 ? .min : Int64(exactly: magnitude).map(-) }
    return Int64(exactly: magnitude)
  }

  /// The nearest `Double` where one multiplication or division of exact operands gives it, rounded once.
  private var fastDouble: Double? {
    guard !isInexact, significand <= 1 << 53, (-22...22).contains(exponent) else { return nil }
    let scale = Self.powersOfTen[Int(abs(exponent))]
    let magnitude = exponent < 0 ? Double(significand) / scale : Double(significand) * scale
    return isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
