extension JSONFileStore {
  /// Where and within which limits a ``JSONFileStore`` keeps its blobs.
  public struct Configuration: Sendable, Hashable {
    /// The path of the directory; it and its parents are made (0700) by the first write.
    ///
    /// Give an absolute path: a relative one is taken, at each call, from the working directory of the moment.
    public var directory: String

    /// How many bytes a blob may have, in both directions; by default 256 MiB.
    public var maximumBytes: Int

    /// How long a write waits, in all, for other writers; by default two seconds.
    public var lockTimeout: Duration

    /// A configuration with the given parts.
    public init(directory: String, maximumBytes: Int = 256 << 20, lockTimeout: Duration = .seconds(2)) {
      self.directory = directory
      self.maximumBytes = maximumBytes
      self.lockTimeout = lockTimeout
    }

    /// The directory for programs that keep their state where the XDG base directory specification says.
    ///
    /// - Parameter environment: the environment variables; only `XDG_STATE_HOME` and `HOME` are used.
    /// - Returns: `$XDG_STATE_HOME/swift-feature-flags`, or `~/.local/state/swift-feature-flags` when that variable is
    ///   missing or no absolute path; nil when there is no absolute `HOME` either.
    public static func defaultDirectory(environment: [String: String]) -> String? {
      if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
        return state + "/swift-feature-flags"
      }
      guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
      return home + "/.local/state/swift-feature-flags"
    }
  }
}
