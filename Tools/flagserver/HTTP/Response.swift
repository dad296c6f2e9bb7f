import StrictJSON

/// An HTTP response, and what a fault does to it on the way out.
struct Response: Sendable {
  /// How a response is sent.
  struct Delivery: Sendable, Hashable {
    /// How long to wait before it goes out, without holding a thread.
    var delayMilliseconds = 0
    /// Promise the whole body and close the connection half way.
    var isCut = false
    /// Close the connection without a byte.
    var isDropped = false
  }

  /// Whom a request was for; logged only on demand.
  struct Party: Sendable, Hashable {
    var application = ""
    var user = ""
    var device = ""
  }

  var status: Int
  var headers: [Header] = []
  var body: [UInt8] = []
  var delivery = Delivery()
  var party: Party?
  /// True when flags were left out of it.
  var isPartial = false
  /// True for the head of `/admin/stream`, which goes on for as long as there is something to tell.
  var isStream = false
  /// The value of `Cache-Control`.
  var caching = "no-store"

  /// A JSON response.
  static func json(_ value: JSONValue, status: Int = 200) -> Response {
    json(bytes: JSONWriter.bytes(of: value), status: status)
  }

  /// A JSON response of which the text is ready.
  static func json(bytes: [UInt8], status: Int = 200) -> Response {
    Response(
      status: status, headers: [Header(name: "Content-Type", value: "application/json; charset=utf-8")], body: bytes)
  }

  /// The envelope in which the service answers, here also for every error; `path` is a place in the request's body.
  static func envelope(_ status: Int, _ message: String, path: String? = nil) -> Response {
    var object: JSONObject = [
      "status_code": .integer(Int64(status)), "status_message": .string(message), "response": .null,
    ]
    object["path"] = path.map { .string($0) }
    return json(.object(object), status: status)
  }

  /// The envelope of a success.
  static let success = envelope(200, "OK")
}
