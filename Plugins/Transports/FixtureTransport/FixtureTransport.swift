import Dispatch
public import FeatureFlags
import Locking

/// Answers requests out of a folder, without a network: for demonstrations, tests and work offline.
///
/// Conforms to `Ports.Transport`. A request is known by the last component of its URL's path: `evaluate` for
/// the flags, `postEvent` and the like for the rest. The folder holds its answers:
///
/// | file | answer |
/// |---|---|
/// | `evaluate.json` | status 200, `Content-Type: application/json`, the file as the body |
/// | `evaluate.http` | as the file says: status line (`HTTP/1.1 503 Unavailable`), header lines, blank line, body – what `curl -i` prints |
/// | `evaluate.fail` | no answer: the name of a `TransportError.Reason` such as `connection`, then the message if any |
///
/// - **Sequences.** A number before the ending, `evaluate.1.json`, `evaluate.2.fail`, makes a sequence: the n-th send gets
///   the file with the highest number not above n, so the last one answers all later sends. A file without a number
///   counts as 0. If all numbers are above n, the lowest answers. With one number and several endings, the first in
///   the order of the alphabet does.
/// - **Users.** Files named `evaluate@USERID…` answer that user, in a sequence of their own; others get the plain ones. The
///   User ID is read from the body (`user_id`, or `userId` in `request`); one with other characters than letters, digits and
///   `. _ - + @` cannot have files of its own.
/// - **Defaults.** Under `…/json/1.3/` a name without any file is answered with the envelope of success and no response.
///   Elsewhere that is `TransportError.Reason.unavailable`, as is a file or folder that cannot be used.
/// - **ETag.** If an answer of 200 has an `ETag` that equals the request's `If-None-Match`, 304 without body is answered.
///
/// Files are read anew with each send, on a queue of the transport's own, in the order of the sends.
public final class FixtureTransport: Ports.Transport, Sendable {
  /// Where a ``FixtureTransport`` finds its answers.
  public struct Configuration: Sendable, Hashable {
    /// The path of the folder, absolute or relative to the working directory.
    public var directory: String

    /// A configuration with the given folder.
    public init(directory: String) {
      self.directory = directory
    }
  }

  private let folder: FixtureFolder
  private let queue = DispatchQueue(label: "fixture-transport")
  /// How many sends each sequence has answered.
  private let sends = Locked<[String: Int]>([:])

  /// A transport that answers out of the configured folder, which may come to be later.
  public init(_ configuration: Configuration) {
    folder = FixtureFolder(path: configuration.directory)
  }

  /// A transport that answers out of `directory`.
  public convenience init(directory: String) {
    self.init(Configuration(directory: directory))
  }

  /// Answers `request` out of the folder, from any task or thread.
  ///
  /// - Throws: `TransportError`: what a `.fail` file says, or why there is no answer.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    if Task.isCancelled { throw TransportError(.cancelled, "the request was cancelled") }
    guard request.timeout > .zero else { throw TransportError(.timedOut, "no time was allowed") }
    let outcome = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: Result { () throws(TransportError) in try answer(request) })
      }
    }
    return try outcome.get()
  }

  private func answer(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let name = try FixtureName(request)
    let files = try folder.files()
    for base in name.bases where files.contains(where: { $0.base == base }) {
      let number = sends.withLock { sends in
        sends[base, default: 0] += 1
        return sends[base, default: 0]
      }
      guard let file = FixtureFile.pick(number, of: files.filter { $0.base == base }) else { continue }
      let answer = try FixtureAnswer(file, in: folder, limit: request.maximumResponseBytes)
      return try answer.response(to: request)
    }
    guard name.isServiceMethod else {
      throw TransportError(.unavailable, "there is no \(folder.path)/\(name.plain).json, .http or .fail")
    }
    return try FixtureAnswer.success.response(to: request)
  }
}
