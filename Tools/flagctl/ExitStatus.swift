/// How the program ends.
enum ExitStatus: Int32, Sendable {
  /// Done; for `enabled`: the flag is on.
  case success = 0
  /// No such flag; for `enabled`: the flag is off; for `shell --strict`: a command failed.
  case negative = 1
  /// The command line cannot be understood, or a value in it is not what it should be.
  case usage = 2
  /// The server did not answer as hoped, an impression was not delivered, or nobody takes the output.
  case failed = 3
  /// The configuration cannot be used.
  case configuration = 4
  /// The store cannot be used.
  case store = 5
}

/// Why a command cannot be carried out: one line, and how the program ends.
struct Failure: Error {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
