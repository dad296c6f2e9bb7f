import Dispatch
import Foundation

/// Where threads wait while one of them makes the client, which reads the store and must not happen under a lock.
final class Gate: Sendable {
  private let group = DispatchGroup()
  private let maker = ObjectIdentifier(Thread.current)

  /// A closed gate that the current thread will open.
  init() {
    group.enter()
  }

  /// True on the thread that is to open it, which would wait for itself.
  var isOwn: Bool { ObjectIdentifier(Thread.current) == maker }

  /// Returns once the gate is open; that is as soon as the store was read once (R2).
  func wait() { group.wait() }

  func open() { group.leave() }
}
