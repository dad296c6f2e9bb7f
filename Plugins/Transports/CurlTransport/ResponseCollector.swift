import FeatureFlags

/// Puts an answer together out of the pieces in which libcurl hands it over, within limits.
///
/// It gets each line of each header section (an interim answer of 1xx has one of its own) and each piece of the decoded
/// body. Once it has refused a piece the answer is void and ``refusal`` says why.
struct ResponseCollector {
  /// Why a piece was refused.
  enum Refusal: Hashable {
    /// The decoded body has more bytes than allowed.
    case bodyTooLarge
    /// The header section has more bytes or fields than allowed.
    case headTooLarge
    /// The status is not one of 100…599, there is a line before any status line, or two lengths that differ.
    case badHead
  }

  /// How many bytes the header sections of one answer may have together, interim ones included.
  static let maximumHeadBytes = 256 << 10

  /// How many header fields an answer may have; newer versions of libcurl have a limit of their own, 7.88 has none.
  static let maximumHeaders = 1000

  /// Why the answer is void; nil as long as it is not.
  private(set) var refusal: Refusal?

  private let maximumBodyBytes: Int
  private var headBytes = 0
  private var status: Int?
  private var headers: [HTTPHeader] = []
  private var isHeadComplete = false
  private var length: String?
  private var body: [UInt8] = []

  /// A collector for a body of at most `maximumBodyBytes`.
  init(maximumBodyBytes: Int) {
    self.maximumBodyBytes = max(0, maximumBodyBytes)
  }

  /// The whole answer; nil when no final header section came.
  var response: HTTPResponse? {
    guard refusal == nil, isHeadComplete, let status, status >= 200 else { return nil }
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  /// True between a status line and the end of its header section.
  var isInHead: Bool { status != nil && !isHeadComplete }

  /// Takes one line of a header section, line end included; false when it is refused.
  mutating func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    guard headBytes <= Self.maximumHeadBytes else { return refuse(.headTooLarge) }
    let text = line[...].trimming { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    if text.starts(with: "HTTP/".utf8) { return takeStatusLine(text) }
    // What follows a complete header section is a trailer: it belongs to the body, and nothing here asks for it.
    if isHeadComplete { return true }
    guard status != nil else { return refuse(.badHead) }
    if let first = text.first, isBlank(first) {
      continueLastHeader(text.trimming(isBlank))
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      guard headers.count < Self.maximumHeaders else { return refuse(.headTooLarge) }
      // libcurl takes the last, others the first: who is right decides where the next answer begins (RFC 9110, 8.6).
      let header = HTTPHeader(text[..<colon].string, text[(colon + 1)...].trimming(isBlank).string)
      if header.name.lowercased() == "content-length" {
        if let length, length != header.value { return refuse(.badHead) }
        length = header.value
      }
      headers.append(header)
    } else if text.isEmpty {
      isHeadComplete = true
    }
    return true
  }

  /// Takes a piece of the decoded body; false when it is refused.
  mutating func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard piece.count <= maximumBodyBytes - body.count else {
      body = []
      return refuse(.bodyTooLarge)
    }
    body.append(contentsOf: piece)
    return true
  }

  private mutating func takeStatusLine(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let code = text.split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first
    guard let code, code.count == 3, let status = Int(code.string), (100...599).contains(status) else {
      return refuse(.badHead)
    }
    self.status = status
    length = nil
    headers = []
    isHeadComplete = false
    return true
  }

  /// A line that starts with white space goes on with the value before it (RFC 9112, 5.2).
  private mutating func continueLastHeader(_ text: Slice<UnsafeRawBufferPointer>) {
    guard var last = headers.popLast() else { return }
    last.value += " " + text.string
    headers.append(last)
  }

  private mutating func refuse(_ refusal: Refusal) -> Bool {
    self.refusal = refusal
    return false
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var string: String { String(decoding: self, as: UTF8.self) }

  fileprivate func trimming(_ unwanted: (UInt8) -> Bool) -> Self {
    var bounds = startIndex..<endIndex
    while let first = bounds.first, unwanted(self[first]) { bounds = bounds.dropFirst() }
    while let last = bounds.last, unwanted(self[last]) { bounds = bounds.dropLast() }
    return self[bounds]
  }
}
