import CSQLite
import FlagRules
import Locking
import StrictJSON

/// What outlives the server, in a database in the directory of `--data`.
///
/// An edit is on the disk when ``save(_:)`` returns. All calls may come from any thread and wait for each other.
final class DataStore: Sendable {
  /// Marks the file as one of flagserver's: `FFsv`.
  private static let applicationID = 0x4646_7376
  /// The version of the tables.
  private static let version: Int64 = 2

  private let directory: DataDirectory
  private let database: Locked<Database>

  /// True when there is a flags document in it already.
  let hasDocument: Bool

  /// Opens the directory at `path`, which is made when it is not there; nothing in it is ever deleted.
  ///
  /// - Throws: what is wrong with it: another server has it, it cannot be written, or its database is damaged, of another
  ///   program or of another version.
  init(path: String) throws(StoreError) {
    guard csql_version() != nil else {
      throw StoreError(
        path, "this was built without SQLite; install libsqlite3-dev and build again with the trait Server")
    }
    directory = try DataDirectory(path)
    let database = try Database(path: directory.database)
    try database.execute("PRAGMA busy_timeout=10000")
    hasDocument = try Self.check(database, path: directory.database)
    try database.run("PRAGMA journal_mode=WAL")
    try database.execute("PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864")
    self.database = Locked(database)
  }

  /// Makes the tables and puts `document` into them, all in one step; only without a document in it yet.
  func begin(with document: FlagsDocument) throws(StoreError) {
    try withDatabase { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in
        try database.execute(Self.schema)
        try database.execute("PRAGMA application_id=\(Self.applicationID); PRAGMA user_version=\(Self.version)")
        try database.replace(with: document)
      }
    }
  }

  /// The flags document.
  func document() throws(StoreError) -> FlagsDocument {
    let path = directory.database
    return try withDatabase { (database) throws(StoreError) in
      func values(_ sql: String) throws(StoreError) -> [(name: String, value: JSONValue)] {
        var values: [(name: String, value: JSONValue)] = []
        try database.run(sql) { (row) throws(StoreError) in
          do {
            values.append((row.text(0), try JSONReader.value(of: row.blob(1))))
          } catch {
            throw StoreError(path, "\(row.text(0)): \(error)")
          }
        }
        return values
      }
      do {
        var document = FlagsDocument()
        for (code, value) in try values("SELECT code, features FROM applications ORDER BY position") {
          document.applications.append(Application(code: code, hasFeatureFlags: value == .bool(true)))
        }
        for (name, value) in try values("SELECT name, json FROM segments ORDER BY position") {
          document.segments.append(try Segment(name: name, json: value))
        }
        for (_, value) in try values("SELECT key, json FROM flags ORDER BY position") {
          document.flags.append(try FlagDefinition(json: value))
        }
        return document
      } catch let error as StoreError {
        throw error
      } catch {
        throw StoreError(path, "\(error)")
      }
    }
  }

  /// Makes an edit last.
  func save(_ edit: Edit) throws(StoreError) {
    try withDatabase { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in try database.apply(edit) }
    }
  }

  /// Makes what came in last.
  func save(_ batch: StateBatch) throws(StoreError) {
    try withDatabase { (database) throws(StoreError) in
      try database.transaction { () throws(StoreError) in try database.write(batch) }
    }
  }

  /// Gives `state` what was saved, before it is used.
  func restore(_ state: ServerState) throws(StoreError) {
    try withDatabase { (database) throws(StoreError) in try database.restore(state) }
  }

  /// Closes the database; nothing else may be called after.
  func close() { database.withLock { $0.close() } }

  private func withDatabase<Result>(_ body: (Database) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try database.withLock { (database) throws(StoreError) in try body(database) }
  }

  /// True when the database is one of ours, false when it is empty.
  private static func check(_ database: Database, path: String) throws(StoreError) -> Bool {
    let application = try database.integer("PRAGMA application_id")
    let version = try database.integer("PRAGMA user_version")
    if application == 0, version == 0, try database.integer("SELECT count(*) FROM sqlite_master") == 0 { return false }
    guard application == Self.applicationID else { throw StoreError(path, "this is a database of another program") }
    guard (1...Self.version).contains(version) else {
      throw StoreError(path, "its version is \(version), and this flagserver knows versions up to \(Self.version)")
    }
    var finding = ""
    try database.run("PRAGMA quick_check(1)") { (row) throws(StoreError) in finding = row.text(0) }
    guard finding == "ok" else { throw StoreError(path, "it is damaged: \(finding)") }
    if version == 1 {
      try database.transaction { () throws(StoreError) in
        try database.execute("ALTER TABLE events ADD COLUMN delivery TEXT NOT NULL DEFAULT ''; PRAGMA user_version=2")
      }
    }
    return true
  }

  private static let schema = """
    CREATE TABLE applications (position INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, features BLOB NOT NULL);
    CREATE TABLE segments (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, json BLOB NOT NULL);
    CREATE TABLE flags (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, json BLOB NOT NULL);
    CREATE TABLE events (sequence INTEGER PRIMARY KEY, application TEXT NOT NULL, name TEXT NOT NULL,
      attributes BLOB NOT NULL, user TEXT NOT NULL, device TEXT NOT NULL, time INTEGER NOT NULL,
      delivery TEXT NOT NULL DEFAULT '');
    CREATE TABLE branches (flag TEXT NOT NULL, rule TEXT NOT NULL, enabled INTEGER NOT NULL, count INTEGER NOT NULL,
      last INTEGER NOT NULL, minutes BLOB NOT NULL, hours BLOB NOT NULL, PRIMARY KEY (flag, rule, enabled));
    CREATE TABLE names (name TEXT PRIMARY KEY, count INTEGER NOT NULL);
    CREATE TABLE counters (name TEXT PRIMARY KEY, count INTEGER NOT NULL);
    CREATE TABLE devices (application TEXT NOT NULL, hardware TEXT NOT NULL, seen INTEGER NOT NULL,
      json BLOB NOT NULL, PRIMARY KEY (application, hardware));
    """
}
