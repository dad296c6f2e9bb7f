/// The value of a `Retry-After` field (T7).
enum RetryAfter {
  /// How long from `now` the server wants not to be called; nil when `text` is neither seconds nor a date.
  static func wait(_ text: String, now: WallTime) -> Nanoseconds? {
    let text = text.drop { $0 == " " }
    if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      return Int64(text).map(Nanoseconds.seconds) ?? Nanoseconds(.max)
    }
    guard let date = date(String(text)) else { return nil }
    return max(date.since(now), .zero)
  }

  /// A date as HTTP writes it, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> WallTime? {
    let words = text.split(whereSeparator: { " ,:".contains($0) })
    guard words.count == 8, words[7] == "GMT", let day = number(words[1], 1...31),
      let month = months.firstIndex(of: String(words[2])), let year = number(words[3], 1970...9999),
      let hour = number(words[4], 0...23), let minute = number(words[5], 0...59), let second = number(words[6], 0...60)
    else { return nil }
    let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
    return WallTime(seconds: days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func number(_ text: Substring, _ range: ClosedRange<Int64>) -> Int64? {
    guard let number = Int64(text), range.contains(number) else { return nil }
    return number
  }

  /// Days from 1970-01-01, counting years from March so that the leap day comes last.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + dayOfYear - 719_468
  }
}
