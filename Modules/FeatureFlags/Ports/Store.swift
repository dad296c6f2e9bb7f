extension Ports {
  /// Keeps named blobs of bytes on the device.
  ///
  /// What an implementation must do:
  /// - Write all or nothing: after a crash at any moment a blob is the old one or the new one, whole.
  /// - Treat a missing blob as nil in ``read(_:)`` and as done in ``remove(_:)``, not as an error.
  /// - Take any name of 1…64 characters out of `a…z 0…9 . -` that starts with a letter.
  /// - Block, but for a bounded time: the client calls it once on the thread that makes the client (R2), and after
  ///   that only from a queue of its own, never two calls of one client at once.
  /// - Keep what it is given from other users of the machine: the blobs hold the User ID.
  public protocol Store: Sendable {
    /// The bytes under `name`, or nil when there are none.
    func read(_ name: String) throws(StoreError) -> [UInt8]?

    /// Puts `bytes` under `name` in place of what was there.
    func write(_ bytes: [UInt8], to name: String) throws(StoreError)

    /// Removes what is under `name`, if anything is.
    func remove(_ name: String) throws(StoreError)

    /// Moves a blob that cannot be used out of the way, so that `read(name)` gives nil, and keeps it for a person to look at.
    ///
    /// At most one such blob is kept for each name; a newer one takes its place (S5). A missing blob is no error.
    func setAside(_ name: String) throws(StoreError)
  }
}

extension Ports.Store {
  /// Copies the blob to `name` + `.aside`, then removes it.
  public func setAside(_ name: String) throws(StoreError) {
    guard let bytes = try read(name) else { return }
    try write(bytes, to: name + ".aside")
    try remove(name)
  }
}
