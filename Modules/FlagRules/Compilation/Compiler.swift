import StrictJSON

/// Turns a document into what is evaluated, and finds what makes no sense in it.
struct Compiler {
  let document: FlagsDocument
  let flagPositions: [ByteString: Int]

  let segmentPositions: [ByteString: Int]
  /// The conditions of rules so far, each once.
  var sharedConditions: SharedConditions
  private var segmentStates: [SegmentState]

  private enum SegmentState {
    case untouched
    case inProgress
    case done(CompiledSegment)
  }

  init(_ document: FlagsDocument) throws(DocumentError) {
    self.document = document
    var flagPositions: [ByteString: Int] = [:]
    for (index, flag) in document.flags.enumerated() {
      let path = DocumentPath.root["flags"][index]["key"]
      guard !flag.key.isEmpty else { throw DocumentError(path, "must not be empty") }
      if let first = flagPositions.updateValue(index, forKey: ByteString(flag.key)) {
        throw DocumentError(path, "\(quoted(flag.key)) is the key of flags[\(first)] already")
      }
    }
    self.flagPositions = flagPositions
    var segmentPositions: [ByteString: Int] = [:]
    for (index, segment) in document.segments.enumerated() {
      let path = DocumentPath.root["segments"][segment.name]
      guard !segment.name.isEmpty else { throw DocumentError(path, "the name must not be empty") }
      guard segmentPositions.updateValue(index, forKey: ByteString(segment.name)) == nil else {
        throw DocumentError(path, "comes twice")
      }
      guard segment.latencyMilliseconds ?? 0 >= 0 else {
        throw DocumentError(path["latency-ms"], "must not be below 0")
      }
    }
    self.segmentPositions = segmentPositions
    segmentStates = Array(repeating: .untouched, count: document.segments.count)
    sharedConditions = SharedConditions()
  }

  /// A compiler of flags for the segments of `ruleset`, in a document with the flags at `flagPositions`.
  init(_ ruleset: Ruleset, flagPositions: [ByteString: Int]) {
    document = ruleset.document
    self.flagPositions = flagPositions
    segmentPositions = ruleset.segmentPositions
    segmentStates = ruleset.segments.map { .done($0) }
    sharedConditions = ruleset.sharedConditions
  }

  func compileApplications() throws(DocumentError) -> [ByteString: Application] {
    var applications: [ByteString: Application] = [:]
    for (index, application) in document.applications.enumerated() {
      let path = DocumentPath.root["applications"][index]["code"]
      guard !application.code.isEmpty, !application.code.utf8.contains(UInt8(ascii: ".")) else {
        throw DocumentError(path, "must not be empty and must not contain a dot")
      }
      guard applications.updateValue(application, forKey: ByteString(application.code)) == nil else {
        throw DocumentError(path, "\(quoted(application.code)) comes twice")
      }
    }
    return applications
  }

  mutating func compileSegments() throws(DocumentError) -> [CompiledSegment] {
    var segments: [CompiledSegment] = []
    for (index, segment) in document.segments.enumerated() {
      segments.append(
        try compileSegment(index, at: DocumentPath.root["segments"][segment.name], depth: 0))
    }
    return segments
  }

  /// Compiles the segment at `index`, those that it needs first; `path` is the place that asks for it.
  private mutating func compileSegment(
    _ index: Int, at path: DocumentPath, depth: Int
  ) throws(DocumentError) -> CompiledSegment {
    switch segmentStates[index] {
    case .done(let segment): return segment
    case .inProgress:
      throw DocumentError(path, "segment \(quoted(document.segments[index].name)) needs itself")
    case .untouched:
      segmentStates[index] = .inProgress
      let segment = document.segments[index]
      let (condition, height) = try compile(
        segment.condition, at: DocumentPath.root["segments"][segment.name], depth: depth)
      let compiled = CompiledSegment(
        condition: condition, latencyMilliseconds: segment.latencyMilliseconds ?? 0, height: height)
      segmentStates[index] = .done(compiled)
      return compiled
    }
  }

  /// Compiles a condition that stands `depth` levels deep; the height counts the levels from here down.
  ///
  /// Depth alone would not do: a segment that was compiled earlier is not walked again.
  mutating func compile(
    _ condition: Condition, at path: DocumentPath, depth: Int = 0
  ) throws(DocumentError) -> (condition: CompiledCondition, height: Int) {
    guard depth < Ruleset.maximumDepth else { throw tooDeep(path) }
    let compiled: CompiledCondition
    var height = 0
    switch condition {
    case .all(let conditions):
      compiled = .all(try compile(conditions, at: path["all"], depth: depth, height: &height))
    case .any(let conditions):
      compiled = .any(try compile(conditions, at: path["any"], depth: depth, height: &height))
    case .not(let condition):
      let inner = try compile(condition, at: path["not"], depth: depth + 1)
      compiled = .not(inner.condition)
      height = inner.height
    case .attribute(let test):
      guard !test.attribute.isEmpty else { throw DocumentError(path["attribute"], "must not be empty") }
      compiled = .attribute(AttributeName(test.attribute), try AttributeMatcher(test, at: path))
    case .segment(let name):
      let index = try position(ofSegment: name, at: path["segment"])
      height = try compileSegment(index, at: path["segment"], depth: depth + 1).height
      compiled = .segment(index)
    case .sawFlag(let key):
      guard flagPositions[ByteString(key)] != nil else {
        throw DocumentError(path["saw-flag"], "there is no flag \(quoted(key))")
      }
      compiled = .sawFlag(ByteString(key))
    }
    guard depth + height < Ruleset.maximumDepth else { throw tooDeep(path) }
    return (compiled, height + 1)
  }

  private mutating func compile(
    _ conditions: [Condition], at path: DocumentPath, depth: Int, height: inout Int
  ) throws(DocumentError) -> [CompiledCondition] {
    var compiled: [CompiledCondition] = []
    for (index, condition) in conditions.enumerated() {
      let inner = try compile(condition, at: path[index], depth: depth + 1)
      compiled.append(inner.condition)
      height = max(height, inner.height)
    }
    return compiled
  }

  func position(ofSegment name: String, at path: DocumentPath) throws(DocumentError) -> Int {
    guard let index = segmentPositions[ByteString(name)] else {
      throw DocumentError(path, "there is no segment \(quoted(name))")
    }
    return index
  }

  private func tooDeep(_ path: DocumentPath) -> DocumentError {
    DocumentError(path, "nested deeper than \(Ruleset.maximumDepth) levels")
  }
}
