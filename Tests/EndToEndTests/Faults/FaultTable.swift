import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The rows that `Tools/faults` prints; nothing is written unless it asks for them by the variable `FAULT_TABLE`.
enum FaultTable {
  /// Adds a row to the file.
  static func add(_ name: String, _ hasStoredFlags: Bool, _ result: String, _ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    // Ports and folders differ from run to run.
    add([name, hasStoredFlags ? "stored" : "none", result, "\(milliseconds) ms"])
  }

  /// Adds a row about memory.
  static func add(_ name: String, result: String, kilobytes: Int) {
    add([name, "stored", result, "+\(kilobytes) KiB"])
  }

  private static func add(_ columns: [String]) {
    guard let path = getenv("FAULT_TABLE"), let file = fopen(path, "ae") else { return }
    defer { fclose(file) }
    // One write a row: other tests add theirs at the same time.
    let line = Array("| \(columns.joined(separator: " | ")) |\n".utf8)
    fwrite(line, 1, line.count, file)
  }
}
