import FlagRules
import StrictJSON

extension Database {
  /// Makes an edit of the flags document; within a transaction.
  func apply(_ edit: Edit) throws(StoreError) {
    switch edit {
    case .flag(let flag, _): try put(flag)
    case .flagRemoved(let key): try run("DELETE FROM flags WHERE key = ?", [.text(key)])
    case .segment(let segment): try put(segment)
    case .segmentRemoved(let name): try run("DELETE FROM segments WHERE name = ?", [.text(name)])
    case .segments(let segments):
      try execute("DELETE FROM segments")
      for segment in segments { try put(segment) }
    case .application(let application): try put(application)
    case .document(let document): try replace(with: document)
    }
  }

  /// Replaces the whole flags document; within a transaction.
  func replace(with document: FlagsDocument) throws(StoreError) {
    try execute("DELETE FROM applications; DELETE FROM segments; DELETE FROM flags")
    for application in document.applications { try put(application) }
    for segment in document.segments { try put(segment) }
    for flag in document.flags { try put(flag) }
  }

  // What is there keeps its position, what is new gets the last.

  private func put(_ flag: FlagDefinition) throws(StoreError) {
    try run(
      "INSERT INTO flags (key, json) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET json = excluded.json",
      [.text(flag.key), .blob(JSONWriter.bytes(of: flag.json))])
  }

  private func put(_ segment: Segment) throws(StoreError) {
    try run(
      "INSERT INTO segments (name, json) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json",
      [.text(segment.name), .blob(JSONWriter.bytes(of: segment.json))])
  }

  private func put(_ application: Application) throws(StoreError) {
    try run(
      """
      INSERT INTO applications (code, features) VALUES (?, ?)
      ON CONFLICT (code) DO UPDATE SET features = excluded.features
      """,
      [.text(application.code), .blob(JSONWriter.bytes(of: .bool(application.hasFeatureFlags)))])
  }
}
