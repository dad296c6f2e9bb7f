import StrictJSON
import Testing

/// The value of `text`, read with the default limits.
func read(_ text: String) throws -> JSONValue { try JSONReader.value(of: Array(text.utf8)) }

/// The error that reading `bytes` ends with; nil when they can be read.
func failure(of bytes: [UInt8], limits: JSONReader.Limits = .init()) -> JSONError? {
  do {
    _ = try JSONReader.value(of: bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// What the writer makes of `value`, as text.
func write(_ value: JSONValue) -> String { String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) }

/// True when both are the same value of the same case, `-0.0` and `0.0` told apart.
func areIdentical(_ left: JSONValue, _ right: JSONValue) -> Bool {
  if case .number(let a) = left, case .number(let b) = right { return a.bitPattern == b.bitPattern }
  return left == right
}
