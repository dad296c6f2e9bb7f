import Locking

/// A lock on a file, until it is released or nobody refers to it any more; safe from any thread.
package final class HeldLock: Sendable {
  let descriptor: Descriptor
  private let files: any FileOperations
  private let isReleased = Locked(false)

  init(_ descriptor: Descriptor, files: any FileOperations) {
    self.descriptor = descriptor
    self.files = files
  }

  deinit { release() }

  /// Gives the lock up; the second call does nothing.
  package func release() {
    let mustRelease = isReleased.withLock { isReleased in
      defer { isReleased = true }
      return !isReleased
    }
    guard mustRelease else { return }
    files.unlock(descriptor)
    files.close(descriptor)
  }
}
