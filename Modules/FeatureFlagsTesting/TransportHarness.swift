public import FeatureFlags

/// How the contract suite gets hold of the transport under test.
public struct TransportHarness: Sendable {
  /// A transport, and a URL that it answers.
  public struct Stage: Sendable {
    /// The transport under test.
    public var transport: any Ports.Transport

    /// What to ask it for.
    public var url: String

    /// Whatever must live as long as the stage, such as a server or a temporary folder.
    public var props: (any Sendable)?

    /// A stage with the given parts.
    public init(transport: any Ports.Transport, url: String, props: (any Sendable)? = nil) {
      self.transport = transport
      self.url = url
      self.props = props
    }
  }

  let stage: @Sendable (HTTPResponse) throws -> Stage
  let connect: @Sendable () throws -> any Ports.Transport

  /// For a transport that talks HTTP/1.1 to a server: a ``TransportTestServer`` answers it, and every rule applies.
  public static func network(_ make: @escaping @Sendable () throws -> any Ports.Transport) -> TransportHarness {
    TransportHarness(
      stage: { response in
        let server = try TransportTestServer(answering: response)
        return Stage(transport: try make(), url: server.url + "/answer", props: server)
      }, connect: make)
  }

  /// For a transport that makes its answers up itself; only ``TransportRule/general`` applies.
  ///
  /// - Parameter stage: makes a transport that answers every request for the stage's URL with the given response.
  public static func offline(_ stage: @escaping @Sendable (HTTPResponse) throws -> Stage) -> TransportHarness {
    TransportHarness(
      stage: stage, connect: { throw RuleViolation("harness", "this rule needs a transport that opens connections") })
  }
}
