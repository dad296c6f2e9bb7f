import Foundation

// Crashes on purpose, for `Tools/crash`: prints a row of a table for each trial, and exits with 1 when anything was lost.

let usage = """
  usage: flagcrash store|events DIR KILLS [SEED]
         flagcrash full-disk DIR
  """

func fail(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("flagcrash: \(message)\n".utf8))
  exit(status)
}

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst().compactMap { Int($0) }
do {
  switch (arguments.first, arguments.count) {
  case ("store", 3...4) where numbers.count == arguments.count - 2:
    var trial = StoreTrial(directory: arguments[1], seed: UInt64(clamping: numbers.dropFirst().first ?? 1))
    exit(try trial.run(kills: numbers[0]) ? 0 : 1)
  case ("events", 3...4) where numbers.count == arguments.count - 2:
    var trial = EventsTrial(directory: arguments[1], seed: UInt64(clamping: numbers.dropFirst().first ?? 1))
    exit(try await trial.run(kills: numbers[0]) ? 0 : 1)
  case ("full-disk", 2):
    exit(try await FullDiskTrial(directory: arguments[1]).run() ? 0 : 1)
  // The parts of the processes that are killed.
  case ("writer", 4) where numbers.count == 2:
    try StoreTrial.write(directory: arguments[1], writer: numbers[0], from: numbers[1])
  case ("logger", 5) where numbers.count == 2:
    try await EventsTrial.log(
      directory: arguments[1], receiver: arguments[2], logger: numbers[0], from: numbers[1])
  default: fail(usage, 2)
  }
} catch {
  fail("\(error)", 1)
}
