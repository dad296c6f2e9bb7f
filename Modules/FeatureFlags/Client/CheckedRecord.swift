/// Bytes that notice when they are damaged: two lines, a header with a format, its version and a checksum, then the body.
///
/// Any cut and any changed bit is noticed (S5).
package enum CheckedRecord {
  /// Why bytes are no record that can be used.
  package struct Problem: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// What a record says that it is.
  package struct Format: Sendable, Hashable {
    /// What the records hold.
    package var name: String
    /// In which of several ways.
    package var version: Int64

    package init(name: String, version: Int64) {
      self.name = name
      self.version = version
    }

    /// The record whose body is `body`, which has no line end in it.
    package func encode(_ body: [UInt8]) -> [UInt8] {
      var header = JSONWriter()
      header.object { writer in
        writer.member("format", name)
        writer.member("version", version)
        writer.member("checksum", CheckedRecord.checksum(of: body[...]))
      }
      return header.bytes + [UInt8(ascii: "\n")] + body + [UInt8(ascii: "\n")]
    }

    /// The body of a record, line end included.
    package func body(of bytes: [UInt8]) throws(Problem) -> [UInt8] {
      Array(bytes[try bodyStart(in: bytes)...])
    }

    /// Where the body of a record starts, which goes on to the end.
    func bodyStart(in bytes: [UInt8]) throws(Problem) -> Int {
      guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw Problem(description: "has no header") }
      let value: JSONValue
      do {
        value = try JSONReader.value(of: Array(bytes[..<lineEnd]))
      } catch {
        throw Problem(description: "is no JSON: \(error)")
      }
      guard case .object(let header) = value, header["format"] == .string(name) else {
        throw Problem(description: "is no record of \(name)")
      }
      guard header["version"] == .integer(version) else { throw Problem(description: "is of an unknown version") }
      let body = bytes[(lineEnd + 1)...]
      guard body.last == UInt8(ascii: "\n"), header["checksum"] == .string(CheckedRecord.checksum(of: body.dropLast()))
      else { throw Problem(description: "is damaged: its checksum does not fit") }
      return body.startIndex
    }
  }

  /// 64 bits over words of eight bytes, each step reversible, so that a change within one word is never missed.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> String {
    let sum = bytes.withUnsafeBytes { bytes in
      var sum = 0xcbf2_9ce4_8422_2325 ^ UInt64(truncatingIfNeeded: bytes.count)
      func add(_ word: UInt64) {
        sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 32
      }
      var offset = 0
      while offset + 8 <= bytes.count {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      while offset < bytes.count {
        add(UInt64(bytes[offset]))
        offset += 1
      }
      return sum
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
