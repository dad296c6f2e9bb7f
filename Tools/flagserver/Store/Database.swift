import CSQLite

/// A connection to an SQLite database, for one thread at a time.
final class Database {
  /// A value of a parameter.
  enum Value {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
  }

  /// The current row of a query.
  struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { csql_column_integer(statement, column) }

    func blob(_ column: Int32) -> [UInt8] {
      var count = 0
      guard let bytes = csql_column_bytes(statement, column, &count) else { return [] }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }
  }

  private let path: String
  private let connection: OpaquePointer
  /// Statements by their text, kept for the next time.
  private var statements: [String: OpaquePointer] = [:]
  private var isClosed = false

  /// Opens the file at `path`, or makes it.
  init(path: String) throws(StoreError) {
    var result = csql_failed
    guard let connection = csql_open(path, &result) else { throw StoreError(path, "cannot be opened") }
    self.path = path
    self.connection = connection
    guard result == csql_done else { throw failure() }
  }

  deinit { close() }

  /// Closes; nothing else may be called after.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    for statement in statements.values { csql_finalize(statement) }
    csql_close(connection)
  }

  /// Runs statements that give no rows and take no values.
  func execute(_ sql: String) throws(StoreError) {
    guard csql_execute(connection, sql) == csql_done else { throw failure() }
  }

  /// Runs one statement, and `visit` with each row.
  func run(_ sql: String, _ values: [Value] = [], _ visit: (Row) throws(StoreError) -> Void = { _ in })
    throws(StoreError)
  {
    let statement = try prepared(sql)
    defer { csql_reset(statement) }
    for (index, value) in values.enumerated() { Self.bind(value, Int32(index + 1), statement) }
    while true {
      switch csql_step(statement) {
      case csql_row: try visit(Row(statement: statement))
      case csql_done: return
      default: throw failure()
      }
    }
  }

  /// The number that a query of one row gives.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    var number: Int64 = 0
    try run(sql) { (row) throws(StoreError) in number = row.integer(0) }
    return number
  }

  /// Makes all of `body` last, or nothing of it.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      // The first error is the one to tell; SQLite may have rolled back by itself.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    guard let statement = csql_prepare(connection, sql) else { throw failure() }
    statements[sql] = statement
    return statement
  }

  private static func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer) {
    switch value {
    case .integer(let integer): csql_bind_integer(statement, index, integer)
    case .text(var text): text.withUTF8 { csql_bind_text(statement, index, $0.baseAddress, $0.count) }
    case .blob(let bytes): bytes.withUnsafeBufferPointer { csql_bind_blob(statement, index, $0.baseAddress, $0.count) }
    }
  }

  private func failure() -> StoreError { StoreError(path, String(cString: csql_message(connection))) }
}
