import FlagRules

/// What is served: a router over its state, and where that is kept.
struct Station: Sendable {
  let router: Router
  private let writer: StateWriter?

  /// The station that the options name; `report` takes lines for people.
  init(_ options: Options, report: @escaping @Sendable (String) -> Void) throws(OptionError) {
    var gate = AdminGate()
    if let file = options.adminTokenFile { gate.token = try Self.adminToken(inFile: file) }
    guard let directory = options.dataDirectory else {
      let ruleset = try Self.ruleset(inFile: options.flagsFile)
      router = Router(gate: gate, state: ServerState(ruleset), segmentDeadline: options.segmentDeadline)
      writer = nil
      return
    }
    do {
      let store = try DataStore(path: directory)
      if store.hasDocument {
        if let file = options.flagsFile { report("flagserver: \(directory) has flags already; \(file) was not read") }
      } else {
        guard options.flagsFile != nil else {
          throw OptionError.configuration("--data: \(directory) has no flags yet; give them with --flags")
        }
        try store.begin(with: Self.ruleset(inFile: options.flagsFile).document)
      }
      let state = ServerState(try Self.ruleset(in: store, directory), save: { try store.save($0) })
      try store.restore(state)
      router = Router(gate: gate, state: state, segmentDeadline: options.segmentDeadline)
      writer = StateWriter(store: store, state: state, report: report)
    } catch let error as OptionError {
      throw error
    } catch {
      throw .configuration("--data: \(error)")
    }
  }

  /// Saves what came in last; false when that cannot be done.
  func stop() -> Bool { writer?.stop() ?? true }

  private static func ruleset(inFile path: String?) throws(OptionError) -> Ruleset {
    let path = path ?? ""
    do {
      return try Ruleset(FlagsDocument(json: contents(ofFile: path)))
    } catch let error as SystemError {
      throw .configuration("--flags: \(error)")
    } catch {
      throw .configuration("\(path): \(error)")
    }
  }

  private static func ruleset(in store: DataStore, _ directory: String) throws(StoreError) -> Ruleset {
    let document = try store.document()
    do {
      return try Ruleset(document)
    } catch {
      throw StoreError(directory, "the flags in it make no sense: \(error)")
    }
  }

  /// The token in a file: its text without white space around it.
  private static func adminToken(inFile path: String) throws(OptionError) -> String {
    let bytes: [UInt8]
    do {
      bytes = try contents(ofFile: path)
    } catch {
      throw .configuration("--admin-token-file: \(error)")
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
    var token = bytes.drop(while: isBlank)
    while let last = token.last, isBlank(last) { token.removeLast() }
    guard !token.isEmpty, token.allSatisfy({ (0x21..<0x7f).contains($0) }) else {
      throw .configuration("--admin-token-file: \(path) must hold one word of printable ASCII")
    }
    return String(decoding: token, as: UTF8.self)
  }
}
