import StrictJSON

/// The JSON text of something that can be edited, with its entity tag: equal content, equal tag.
struct Revision: Sendable, Hashable {
  var json: [UInt8]
  var tag: String

  init(_ value: JSONValue) {
    json = JSONWriter.bytes(of: value)
    tag = Digest(json).entityTag
  }

  /// The response that shows it.
  func response(status: Int = 200) -> Response {
    var response = Response.json(bytes: json, status: status)
    response.headers.append(Header(name: "ETag", value: tag))
    return response
  }
}
