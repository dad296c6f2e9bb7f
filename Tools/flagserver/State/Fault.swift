/// Something that goes wrong on purpose with requests of clients.
struct Fault: Sendable, Hashable {
  /// What a fault can be aimed at.
  enum Endpoint: String, Sendable, Hashable, CaseIterable {
    case evaluate, postEvent
    /// The other methods of the JSON API.
    case other
  }

  /// Answer with this status instead of doing what was asked.
  var status: Int?
  var delayMilliseconds = 0
  /// Do what was asked, then lose half of the answer.
  var cutsBody = false
  /// Do what was asked, then answer with bytes that are no JSON.
  var isGarbage = false
  /// Close the connection instead of doing what was asked.
  var dropsConnection = false
  /// Leave out the flags that need a segment.
  var isPartial = false
  /// The value of `Retry-After`.
  var retryAfter: String?

  /// How many requests it still meets; nil for no end.
  var count: Int?
  /// What share of requests it meets, from 0 to 1.
  var share = 1.0
  /// Where the sequence of random numbers behind `share` starts.
  var seed: UInt64 = 0
  /// What it is aimed at; nil for everything that clients ask.
  var endpoint: Endpoint?

  /// What becomes of a request that `handler` would answer.
  func apply(_ handler: () -> Response) -> Response {
    var response: Response
    if dropsConnection {
      response = .envelope(503, "dropped by an injected fault")
    } else if let status = status ?? (retryAfter == nil ? nil : 503) {
      response = .envelope(status, "an injected fault")
    } else {
      response = handler()
    }
    if isGarbage { response.body = Array("<html>\u{0}{\"flags\":[".utf8) + [0xff, 0xfe, 0x80] }
    if let retryAfter { response.headers.append(Header(name: "Retry-After", value: retryAfter)) }
    response.delivery = .init(
      delayMilliseconds: delayMilliseconds, isCut: cutsBody, isDropped: dropsConnection)
    return response
  }
}
