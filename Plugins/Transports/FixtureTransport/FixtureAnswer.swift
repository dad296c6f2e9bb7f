import FeatureFlags

/// What a file of the folder says.
enum FixtureAnswer {
  /// An answer.
  case response(HTTPResponse)
  /// The lack of one.
  case failure(TransportError)

  /// What the service answers to a method that has nothing to tell.
  static let success = json(Array(#"{"status_code":200,"status_message":"OK","response":null}"#.utf8))

  /// How many bytes a status line and headers may have.
  private static let maximumHeadBytes = 64 << 10

  /// Reads `file`; no more of it than a body of `limit` bytes needs.
  init(_ file: FixtureFile, in folder: FixtureFolder, limit: Int) throws(TransportError) {
    let maximum = max(0, limit).addingReportingOverflow(Self.maximumHeadBytes + 1)
    let content = try folder.read(file, limit: maximum.overflow ? .max : maximum.partialValue)
    switch file.kind {
    case .json: self = Self.json(content)
    case .http: self = .response(try Self.http(content, "\(folder.path)/\(file.fileName)"))
    case .fail: self = .failure(try Self.fail(content, "\(folder.path)/\(file.fileName)"))
    }
  }

  /// The answer as `request` gets it: within its limit, and 304 for what it already has.
  func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    switch self {
    case .failure(let error): throw error
    case .response(let response):
      let tag = response.headers.value(of: "ETag")
      if response.status == 200, let tag, tag == request.headers.value(of: "If-None-Match") {
        return HTTPResponse(status: 304, headers: [HTTPHeader("ETag", tag)])
      }
      guard response.body.count <= max(0, request.maximumResponseBytes) else {
        throw TransportError(.tooLarge, "the body of the answer is over the limit")
      }
      return response
    }
  }

  private static func json(_ body: [UInt8]) -> FixtureAnswer {
    .response(HTTPResponse(status: 200, headers: [HTTPHeader("Content-Type", "application/json")], body: body))
  }

  private static func http(_ content: [UInt8], _ path: String) throws(TransportError) -> HTTPResponse {
    var rest = content[...]
    var lines: [String] = []
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      rest = rest[end...].dropFirst()
      if line.isEmpty { break }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]), (200...599).contains(status) else {
      throw TransportError(.unavailable, "\(path), line 1: should be like HTTP/1.1 200 OK, with a status of 200 to 599")
    }
    var headers: [HTTPHeader] = []
    for (index, line) in lines.enumerated().dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        throw TransportError(.unavailable, "\(path), line \(index + 1): should be like Name: value")
      }
      var value = line[colon...].dropFirst()
      while value.first == " " || value.first == "\t" { value.removeFirst() }
      while value.last == " " || value.last == "\t" { value.removeLast() }
      headers.append(HTTPHeader(String(line[..<colon]), String(value)))
    }
    return HTTPResponse(status: status, headers: headers, body: Array(rest))
  }

  private static let reasons: [TransportError.Reason] = [
    .nameResolution, .connection, .timedOut, .tls, .malformedAnswer, .tooLarge, .cancelled, .invalidRequest,
    .unavailable,
  ]

  private static func fail(_ content: [UInt8], _ path: String) throws(TransportError) -> TransportError {
    let text = String(decoding: content, as: UTF8.self)
    let words = text.split(maxSplits: 1) { $0.isWhitespace }
    guard let name = words.first, let reason = reasons.first(where: { $0.rawValue == name }) else {
      let names = reasons.map(\.rawValue).joined(separator: ", ")
      throw TransportError(.unavailable, "\(path): should start with one of \(names)")
    }
    var message = words.dropFirst().first ?? ""
    while message.last?.isWhitespace == true { message.removeLast() }
    return TransportError(reason, message.isEmpty ? "as the folder of answers says" : String(message))
  }
}
