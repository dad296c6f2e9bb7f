import StrictJSON

/// The conditions of the rules of a whole document, each once: people give many flags the same, and it need be tried once
/// for all of them.
///
/// Filled while a document is compiled and closed after that, so that editing one flag for ever adds nothing to it.
struct SharedConditions: Sendable {
  private(set) var conditions: [CompiledCondition] = []
  /// Where each of them is, by its text: two conditions are the same when all their bytes are.
  private var positions: [ByteString: Int] = [:]
  private var isClosed = false

  /// The place of `compiled`, which was made of `condition`; nil when it is not here and no more can be added.
  mutating func place(of compiled: CompiledCondition, made condition: Condition) -> Int? {
    let name = ByteString(String(decoding: JSONWriter.bytes(of: condition.json), as: UTF8.self))
    if let place = positions[name] { return place }
    guard !isClosed else { return nil }
    conditions.append(compiled)
    positions[name] = conditions.count - 1
    return conditions.count - 1
  }

  /// Adds no more.
  mutating func close() { isClosed = true }
}
