import Testing

@testable import flagserver

struct DigestTests {
  @Test("Different bytes, lengths and orders have different digests; the same bytes the same one")
  func distinct() {
    var seen: Set<Digest> = []
    var count = 0
    for length in 0..<40 {
      seen.insert(Digest(Array(repeating: 0, count: length)))
      count += 1
      for index in 0..<length {
        var bytes = [UInt8](repeating: 0, count: length)
        bytes[index] = 1
        seen.insert(Digest(bytes))
        count += 1
        #expect(Digest(bytes) == Digest(bytes))
      }
    }
    var forwards = Digest()
    forwards.combine(Digest([1]))
    forwards.combine(Digest([2]))
    var backwards = Digest()
    backwards.combine(Digest([2]))
    backwards.combine(Digest([1]))
    seen.formUnion([forwards, backwards])
    #expect(seen.count == count + 2)
    #expect(Set(seen.map(\.entityTag)).count == seen.count)
  }

  @Test("A digest is the same in every run")
  func stable() {
    #expect(Digest(Array("hello".utf8)).entityTag == "\"8d163010cd493f6ee30989e645f9f2f1\"")
    #expect(Digest([]).entityTag == "\"e9e0033e3badaf363627aaa76a5fe97f\"")
  }
}
