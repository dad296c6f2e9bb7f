import StrictJSON
import Testing

@Suite("Limits of depth and size")
struct LimitTests {
  private func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
    Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
  }

  @Test("Arrays, objects and both mixed may be as deep as the limit and no deeper", arguments: [1, 2, 7, 64])
  func depthIsLimited(limit: Int) throws {
    let limits = JSONReader.Limits(depth: limit)
    for (open, close, width) in [("[", "]", 1), ("{\"a\":", "}", 5)] {
      #expect(failure(of: nested(limit, open, close), limits: limits) == nil)
      let error = try #require(failure(of: nested(limit + 1, open, close), limits: limits))
      #expect(error.offset == limit * width)
      #expect(error.message.contains("\(limit)"))
    }
  }

  @Test("The depth goes down again after a value, so that width is no depth")
  func widthIsNoDepth() {
    let wide = "[" + Array(repeating: "[{\"a\":[]}]", count: 2000).joined(separator: ",") + "]"
    #expect(failure(of: Array(wide.utf8), limits: .init(depth: 4)) == nil)
    #expect(failure(of: Array(wide.utf8), limits: .init(depth: 3)) != nil)
  }

  @Test("A limit of no depth allows scalars alone; a negative one is no trap", arguments: [0, -1, Int.min])
  func scalarsHaveNoDepth(limit: Int) {
    #expect(failure(of: Array("1".utf8), limits: .init(depth: limit)) == nil)
    #expect(failure(of: Array("[]".utf8), limits: .init(depth: limit))?.offset == 0)
    #expect(failure(of: Array("{}".utf8), limits: .init(depth: limit))?.offset == 0)
  }

  @Test("A million brackets are refused at the limit, not at the end of the stack")
  func bracketsAreNoCrash() {
    #expect(failure(of: Array(repeating: UInt8(ascii: "["), count: 1_000_000))?.offset == 512)
    #expect(failure(of: Array(String(repeating: "{\"a\":", count: 200_000).utf8))?.offset == 2560)
    #expect(failure(of: nested(512, "[", "]")) == nil)
  }

  @Test("Skipping obeys the limit of depth as well")
  func skippingIsLimited() throws {
    var reader = try JSONReader(nested(9, "[", "]"), limits: .init(depth: 8))
    #expect(throws: JSONError.self) { try reader.skipValue() }
  }

  @Test("Text over the size limit is refused before it is read")
  func sizeIsLimited() throws {
    #expect(failure(of: Array("[1,2]".utf8), limits: .init(bytes: 5)) == nil)
    let error = try #require(failure(of: Array("[1,2] ".utf8), limits: .init(bytes: 5)))
    #expect(error.offset == 5)
    #expect(error.message.contains("6") && error.message.contains("5"))
    #expect(failure(of: [], limits: .init(bytes: 0))?.offset == 0)
    #expect(failure(of: [0x31], limits: .init(bytes: -1)) != nil)
  }
}
