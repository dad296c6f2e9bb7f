import FlagRules
import Locking
import StrictJSON

/// The flags document of the server: read by every request, edited by one administrator at a time.
final class FlagsRepository: Sendable {
  /// Why an edit was not made.
  enum EditError: Error, Hashable {
    case unknown
    /// The document would make no sense; the path counts from the edited flag or segment where the fault is in it.
    case invalid(DocumentError)
    /// The thing is another than the precondition asks for: as it is, or nil when it is not there.
    case stale(Revision?)
    /// It could not be saved, so it was not made.
    case notSaved(String)
  }

  private let published: Locked<FlagSnapshot>
  /// How many edits there were. Held while one is prepared and saved; readers go on with what is published.
  private let edits = Locked(0)
  private let save: @Sendable (Edit) throws -> Void
  private let announce: @Sendable (Edit) -> Void

  /// A repository that starts with `ruleset`.
  ///
  /// - Parameters:
  ///   - save: makes an edit last; called for one at a time and before anybody sees it.
  ///   - announce: told of an edit when it holds.
  init(
    _ ruleset: Ruleset, save: @escaping @Sendable (Edit) throws -> Void = { _ in },
    announce: @escaping @Sendable (Edit) -> Void = { _ in }
  ) {
    published = Locked(FlagSnapshot(ruleset))
    self.save = save
    self.announce = announce
  }

  /// What holds now.
  var snapshot: FlagSnapshot { published.withLock { $0 } }

  /// Puts `flag` in the place of the one with its key, or at the end.
  func put(_ flag: FlagDefinition, _ precondition: Precondition) throws(EditError) -> (revision: Revision, isNew: Bool)
  {
    try edit { (old) throws(EditError) in
      try Self.check(precondition, old.entry(flag.key)?.definition)
      let isNew = old.entry(flag.key) == nil
      let (new, index) = try Self.putting(flag, in: old)
      return (new, .flag(flag, action: "put"), (new.entries[index].definition, isNew))
    }
  }

  /// Performs `action` on the flag `key`; nothing happens when that changes nothing.
  func perform(
    _ action: FlagAction, on key: String, _ precondition: Precondition
  ) throws(EditError) -> Revision {
    try edit { (old) throws(EditError) in
      guard let index = old.ruleset.flagIndex(key) else { throw .unknown }
      let definition = old.entries[index].definition
      try Self.check(precondition, definition)
      var flag = old.ruleset.document.flags[index]
      action.change(&flag)
      guard flag != old.ruleset.document.flags[index] else { return (old, nil, definition) }
      let (new, _) = try Self.putting(flag, in: old)
      return (new, .flag(flag, action: action.rawValue), new.entries[index].definition)
    }
  }

  /// Removes the flag `key`, which no condition of another may need.
  func remove(_ key: String, _ precondition: Precondition) throws(EditError) {
    try edit { (old) throws(EditError) in
      guard let index = old.ruleset.flagIndex(key) else {
        try Self.check(precondition, nil)
        throw .unknown
      }
      try Self.check(precondition, old.entries[index].definition)
      let ruleset = try Self.invalid { () throws(DocumentError) in try old.ruleset.removing(flag: key) }
      return (old.removing(ruleset, at: index), .flagRemoved(key), ())
    }
  }

  /// Puts `segment` in the place of the one with its name, or at the end.
  func put(_ segment: Segment, _ precondition: Precondition) throws(EditError) -> (revision: Revision, isNew: Bool) {
    try edit { (old) throws(EditError) in
      var document = old.ruleset.document
      let index = document.segmentIndex(segment.name)
      try Self.check(precondition, index.map { Revision(document.segments[$0].json) })
      if let index { document.segments[index] = segment } else { document.segments.append(segment) }
      let name = String(decoding: JSONWriter.bytes(of: .string(segment.name)), as: UTF8.self)
      // Paths spell a name that is more than letters and digits in brackets.
      let ruleset = try Self.invalid("segments.\(segment.name).", "segments[\(name)].") { () throws(DocumentError) in
        try Ruleset(document)
      }
      return (old.keepingFlags(ruleset), .segment(segment), (Revision(segment.json), index == nil))
    }
  }

  /// Removes the segment `name`, which nothing may need.
  func removeSegment(_ name: String, _ precondition: Precondition) throws(EditError) {
    try edit { (old) throws(EditError) in
      var document = old.ruleset.document
      let index = document.segmentIndex(name)
      try Self.check(precondition, index.map { Revision(document.segments[$0].json) })
      guard let index else { throw .unknown }
      document.segments.remove(at: index)
      let ruleset = try Self.invalid { () throws(DocumentError) in try Ruleset(document) }
      return (old.keepingFlags(ruleset), .segmentRemoved(name), ())
    }
  }

  /// Replaces all segments.
  func replaceSegments(with segments: [Segment]) throws(EditError) {
    try edit { (old) throws(EditError) in
      var document = old.ruleset.document
      document.segments = segments
      let ruleset = try Self.invalid { () throws(DocumentError) in try Ruleset(document) }
      return (old.keepingFlags(ruleset), .segments(segments), ())
    }
  }

  /// Puts `application` in the place of the one with its code, or at the end; true when it is new.
  func put(_ application: Application) throws(EditError) -> Bool {
    try edit { (old) throws(EditError) in
      var document = old.ruleset.document
      let index = document.applications.firstIndex { ByteString($0.code) == ByteString(application.code) }
      if let index { document.applications[index] = application } else { document.applications.append(application) }
      let place = index ?? document.applications.count - 1
      let ruleset = try Self.invalid("applications[\(place)].") { () throws(DocumentError) in try Ruleset(document) }
      return (old.keepingFlags(ruleset), .application(application), index == nil)
    }
  }

  /// Replaces everything.
  func replace(with document: FlagsDocument) throws(EditError) {
    try edit { (_) throws(EditError) in
      let ruleset = try Self.invalid { () throws(DocumentError) in try Ruleset(document) }
      return (FlagSnapshot(ruleset), .document(document), ())
    }
  }

  /// Saves, publishes and announces what `prepare` makes of the snapshot, unless it makes no edit.
  private func edit<Result>(
    _ prepare: (FlagSnapshot) throws(EditError) -> (FlagSnapshot, Edit?, Result)
  ) throws(EditError) -> Result {
    try edits.withLock { (edits) throws(EditError) in
      let (new, edit, result) = try prepare(snapshot)
      guard let edit else { return result }
      do {
        try save(edit)
      } catch {
        throw .notSaved("\(error)")
      }
      published.withLock { $0 = new }
      edits += 1
      announce(edit)
      return result
    }
  }

  private static func putting(
    _ flag: FlagDefinition, in old: FlagSnapshot
  ) throws(EditError) -> (FlagSnapshot, Int) {
    let index = old.ruleset.flagIndex(flag.key) ?? old.entries.count
    let ruleset = try invalid("flags[\(index)].") { () throws(DocumentError) in try old.ruleset.putting(flag) }
    return (old.putting(ruleset, at: index), index)
  }

  private static func check(_ precondition: Precondition, _ current: Revision?) throws(EditError) {
    guard precondition.holds(for: current?.tag) else { throw .stale(current) }
  }

  /// What `body` makes; its errors lose the one of `prefixes` that they have, where the edited thing stands.
  private static func invalid<Result>(
    _ prefixes: String..., body: () throws(DocumentError) -> Result
  ) throws(EditError) -> Result {
    do {
      return try body()
    } catch {
      var error = error
      if let prefix = prefixes.first(where: error.path.hasPrefix) { error.path.removeFirst(prefix.count) }
      throw .invalid(error)
    }
  }
}

extension FlagsDocument {
  /// The place of the segment `name`, compared by bytes; nil when there is none.
  func segmentIndex(_ name: String) -> Int? { segments.firstIndex { ByteString($0.name) == ByteString(name) } }

  /// The segments by name.
  var segmentsJSON: JSONValue {
    var object = JSONObject()
    for segment in segments { object[segment.name] = segment.json }
    return .object(object)
  }
}
