import StrictJSON
import TestSupport
import Testing

@Suite("RFC 8259: a table of every kind of text")
struct ConformanceTests {
  @Test("Each text of the table is read as what it says, or refused", arguments: JSONCase.all)
  func isDecided(sample: JSONCase) throws {
    let read = Result { try JSONReader.value(of: sample.bytes) }
    if let canonical = sample.canonical {
      #expect(write(try read.get()) == canonical)
      let array = Array("[0,".utf8) + sample.bytes + Array("]".utf8)
      #expect(write(try JSONReader.value(of: array)) == "[0,\(canonical)]")
    } else {
      let error = try #require(failure(of: sample.bytes))
      #expect((0...sample.bytes.count).contains(error.offset))
    }
    let skipped = Result {
      var reader = try JSONReader(sample.bytes)
      try reader.skipValue()
      try reader.finish()
    }
    #expect(((try? skipped.get()) != nil) == (sample.canonical != nil), "skipping decides otherwise")
  }

  @Test("A number of a million digits is read, whatever its size and wherever its point stands")
  func longNumbers() throws {
    let nines = String(repeating: "9", count: 1_000_000)
    let zeros = String(repeating: "0", count: 1_000_000)
    #expect(try read(nines) == .outOfRange(nines))
    #expect(try read("0.\(zeros)1") == .outOfRange("0.\(zeros)1"))
    #expect(try read("1\(zeros)e-1000000") == .integer(1))
    #expect(try read("0.\(zeros)25e1000001") == .number(2.5))
    #expect(try read("1e\(nines)") == .outOfRange("1e\(nines)"))
    #expect(try read("0e\(nines)") == .integer(0))
    #expect(try read("1e\(zeros)2") == .integer(100))
    #expect(try read("0.5\(zeros)") == .number(0.5))
  }
}
