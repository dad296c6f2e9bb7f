/// One HTTP answer, as a ``Ports/Transport`` returns it.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code, 100…599; of a final answer, so not 1xx.
  public var status: Int

  /// The header fields in the order in which they came.
  public var headers: [HTTPHeader]

  /// The body, with any content coding taken off.
  public var body: [UInt8]

  /// An answer with the given parts.
  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// The status and the size of the body.
  public var description: String { "HTTPResponse(\(status), \(body.count) bytes)" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
