import TestSupport
import Testing

/// Gives a suite a web server.
struct WebServerTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await WebServer.$current.withValue(WebServer()) { try await function() }
  }
}

extension Trait where Self == WebServerTrait {
  static var webServer: WebServerTrait { WebServerTrait() }
}
