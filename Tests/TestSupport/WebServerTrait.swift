public import Testing

/// Gives a suite a web server.
public struct WebServerTrait: SuiteTrait, TestScoping {
  /// Runs `function`, a test of the suite, beside a server of its own.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await WebServer.$current.withValue(WebServer()) { try await function() }
  }
}

extension Trait where Self == WebServerTrait {
  /// Gives the suite a web server.
  public static var webServer: WebServerTrait { WebServerTrait() }
}
