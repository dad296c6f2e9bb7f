/// An open file or directory.
package typealias Descriptor = Int32

/// All that ``JSONFileStore`` asks of the file system, so that a model of it can take its place: one that fails at a
/// given step, or one that loses power.
///
/// Names are single components, relative to an open directory. An interrupted call is repeated inside, not reported.
package protocol FileOperations: Sendable {
  /// The number of the user that the process acts as.
  var userID: UInt32 { get }

  /// How long ``pause()`` takes.
  var pauseLength: Duration { get }

  /// Opens the directory at `path`.
  func openDirectory(_ path: String) throws(FileError) -> Descriptor

  /// Makes the directory `path`, whose parent exists, for the user alone.
  func makeDirectory(_ path: String) throws(FileError)

  /// Opens `name` for reading; follows no link, waits for nothing, creates nothing.
  func openForReading(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor

  /// Creates `name`, which must not exist, for the user alone, and opens it for writing.
  func create(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor

  /// Opens `name`, to be locked; creates it for the user alone when it does not exist; follows no link.
  func openLock(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor

  /// What is open as `descriptor`.
  func status(of descriptor: Descriptor) throws(FileError) -> FileStatus

  /// What lies under `name`; a link is not followed.
  func status(of name: String, in directory: Descriptor) throws(FileError) -> FileStatus

  /// The next bytes, at most `count`; none at the end.
  func read(_ descriptor: Descriptor, upTo count: Int) throws(FileError) -> [UInt8]

  /// Writes some of `bytes`, at least one, and says how many.
  func write(_ bytes: ArraySlice<UInt8>, to descriptor: Descriptor) throws(FileError) -> Int

  /// Returns once the file's bytes, or the directory's names, are on disk.
  func synchronize(_ descriptor: Descriptor) throws(FileError)

  /// Locks the file against all other openings of it, until it is unlocked or closed; false when another has the lock.
  func tryLock(_ descriptor: Descriptor) throws(FileError) -> Bool

  /// Gives the lock up, also for copies of the descriptor in processes that were forked meanwhile.
  func unlock(_ descriptor: Descriptor)

  /// Gives the file `old` the name `new`, in place of what had it.
  func rename(_ old: String, to new: String, in directory: Descriptor) throws(FileError)

  /// Removes the file `name`.
  func remove(_ name: String, in directory: Descriptor) throws(FileError)

  /// The names in the directory, in any order.
  func names(in directory: Descriptor) throws(FileError) -> [String]

  /// Closes what was opened.
  func close(_ descriptor: Descriptor)

  /// Waits for a moment, before another try for the lock.
  func pause()
}
