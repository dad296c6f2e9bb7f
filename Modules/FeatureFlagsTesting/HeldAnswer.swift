public import FeatureFlags

/// An answer of a ``ScriptedTransport`` that does not come until the test says so.
///
/// Releasing it before its request came is fine, then it comes at once. Only the first release counts.
public final class HeldAnswer: Sendable {
  let promise = Promise<Result<HTTPResponse, TransportError>>()

  init() {}

  /// Lets the answer come: `response`.
  public func release(_ response: HTTPResponse) {
    promise.complete(with: .success(.success(response)))
  }

  /// Lets the request fail with `error`.
  public func release(_ error: TransportError) {
    promise.complete(with: .success(.failure(error)))
  }
}
