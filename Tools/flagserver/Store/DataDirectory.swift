#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The directory of `--data`, which one server at a time has.
final class DataDirectory: Sendable {
  let path: String
  private let lock: Int32

  /// The database in it.
  var database: String { path + "/flagserver.sqlite" }

  /// Takes the directory at `path`, which is made when it is not there.
  init(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.failure(path) }
    let lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.failure(path + "/lock") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let error =
        errno == EWOULDBLOCK ? StoreError(path, "another flagserver is using it") : Self.failure(path + "/lock")
      close(lock)
      throw error
    }
    self.path = path
    self.lock = lock
    // Made here, for nobody else to read; SQLite gives its other files the mode of this one.
    let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(database) }
    close(descriptor)
  }

  deinit { close(lock) }

  private static func failure(_ path: String) -> StoreError { StoreError(path, SystemError.words(errno)) }
}
