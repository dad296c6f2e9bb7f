import TestSupport
import Testing

@testable import FuzzTargets

@Suite("The second opinion on what is JSON")
struct RecogniserTests {
  @Test("It decides the table as the table says, but for lone surrogates, which it reports", arguments: JSONCase.all)
  func decides(sample: JSONCase) {
    let findings = JSONRecogniser.findings(on: sample.bytes)
    let isJSON = findings.map { !$0.hasLoneSurrogate } ?? false
    #expect(isJSON == (sample.canonical != nil))
  }

  @Test("It reports how deep a text is nested, and refuses what would exhaust its stack")
  func depth() {
    #expect(JSONRecogniser.findings(on: Array("1".utf8))?.depth == 0)
    #expect(JSONRecogniser.findings(on: Array(#"[[],{"a":[]}]"#.utf8))?.depth == 3)
    let deep = Array((String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8)
    #expect(JSONRecogniser.findings(on: deep) == nil)
  }

  @Test("Every way to leave a surrogate alone is reported, and a pair is not")
  func surrogates() {
    func isLone(_ text: String) -> Bool? { JSONRecogniser.findings(on: Array(text.utf8))?.hasLoneSurrogate }
    for inner in ["\\ud800", "\\udc00", "\\ud800a", "\\ud800\\n", "\\ud800\\ud800\\udc00", "\\ud800\\u0041"] {
      #expect(isLone("\"\(inner)\"") == true, "\(inner)")
    }
    for inner in ["\\ud800\\udc00", "\\ud83d\\ude00\\ud83d\\ude00", "\\ud7ff\\ue000"] {
      #expect(isLone("\"\(inner)\"") == false, "\(inner)")
    }
  }
}
