/// What the file store wants to know of a file.
package struct FileStatus: Sendable, Hashable {
  /// What lies there.
  package enum Kind: Sendable, Hashable {
    /// A regular file.
    case regular
    /// A directory.
    case directory
    /// A link, pipe, socket or device.
    case other
  }

  /// Tells one file from all others that exist at the time.
  package struct Identity: Sendable, Hashable {
    /// The file system.
    package var device: UInt64
    /// The file's number in it.
    package var number: UInt64

    /// An identity of the given parts.
    package init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  /// What lies there.
  package var kind: Kind
  /// The number of the user who owns it.
  package var owner: UInt32
  /// The permission bits.
  package var permissions: UInt32
  /// The number of bytes.
  package var size: Int
  /// Which file it is.
  package var identity: Identity

  /// A status of the given parts.
  package init(kind: Kind, owner: UInt32, permissions: UInt32, size: Int, identity: Identity) {
    self.kind = kind
    self.owner = owner
    self.permissions = permissions
    self.size = size
    self.identity = identity
  }
}
