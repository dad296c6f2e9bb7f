/// A name and a value of a request or response; names of requests are in lower case.
struct Header: Sendable, Hashable {
  var name: String
  var value: String
}

/// An HTTP request as the router sees it.
struct Request: Sendable {
  var method: String
  /// The request target up to the `?`, escapes and all.
  let path: String
  /// Where `path` leads; nil when nowhere.
  let route: Route?
  /// What follows the `?`; nil without one.
  var query: String?
  var headers: [Header]
  var body: [UInt8]

  /// A request for `target`, as it stands in the request line.
  init(method: String, target: String, headers: [Header] = [], body: [UInt8] = []) {
    self.method = method
    if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
      path = String(target[..<mark])
      query = String(target[target.index(after: mark)...])
    } else {
      path = target
    }
    route = Route(path: path)
    self.headers = headers
    self.body = body
  }

  /// The values of the header `name`, in lower case, in one list; nil without such a header.
  func header(_ name: String) -> String? {
    let values = headers.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The value of the query parameter `name`, unescaped; nil when it is missing.
  func parameter(_ name: String) -> String? {
    for pair in query?.split(separator: "&") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.first.map(String.init) == name { return parts.count == 2 ? percentDecoded(parts[1]) : "" }
    }
    return nil
  }

  /// The query parameter `name` as a number from 0 up; `standard` when it is missing.
  func count(_ name: String, default standard: Int) throws(BodyError) -> Int {
    guard query != nil, let text = parameter(name) else { return standard }
    guard let number = Int(text), number >= 0 else { throw BodyError(name, "must be a whole number from 0 up") }
    return number
  }
}

/// `text` with its `%XX` escapes taken out; nil when one is broken or the bytes are no UTF-8.
func percentDecoded(_ text: Substring) -> String? {
  func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
  var bytes: [UInt8] = []
  var iterator = text.utf8.makeIterator()
  while let byte = iterator.next() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
    bytes.append(high << 4 | low)
  }
  return String(validating: bytes, as: UTF8.self)
}
