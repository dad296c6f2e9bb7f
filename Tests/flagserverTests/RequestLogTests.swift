import Testing

@testable import flagserver

struct RequestLogTests {
  private let entry = RequestLog.Entry(
    time: 1_700_000_000, method: "POST", path: "/a\u{1b}[31m\u{85}é b", status: 200, size: 12, microseconds: 1_234,
    party: .init(application: "A", user: "u 7\n", device: "6F"))

  @Test("A line tells neither user nor device")
  func plain() {
    #expect(
      RequestLog(isVerbose: false, write: { _ in }).line(for: entry)
        == #"2023-11-14T22:13:20Z POST /a\u{1b}[31m\u{85}é\u{20}b 200 12B 1.2ms"#)
  }

  @Test("A verbose line tells them, on one line whatever they contain")
  func verbose() {
    #expect(
      RequestLog(isVerbose: true, write: { _ in }).line(for: entry).hasSuffix(
        #"1.2ms application=A user=u\u{20}7\u{a} device=6F"#))
  }

  @Test("A request without an answer has no status")
  func unanswered() {
    var entry = entry
    entry.status = nil
    entry.method = ""
    #expect(RequestLog(isVerbose: false, write: { _ in }).line(for: entry).contains("Z - /a"))
    #expect(RequestLog(isVerbose: false, write: { _ in }).line(for: entry).contains(" - 12B"))
  }
}
