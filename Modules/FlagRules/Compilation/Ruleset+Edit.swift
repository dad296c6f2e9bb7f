import StrictJSON

extension Ruleset {
  /// This ruleset with `flag` in the place of the one with its key, or at the end; the others are not compiled again.
  ///
  /// Equal to a ruleset made of the edited document.
  /// - Throws: what makes no sense in `flag`, with its path in the edited document.
  public func putting(_ flag: FlagDefinition) throws(DocumentError) -> Ruleset {
    var edited = self
    let place = flagIndex(flag.key)
    let index = place ?? flags.count
    let path = DocumentPath.root["flags"][index]
    guard !flag.key.isEmpty else { throw DocumentError(path["key"], "must not be empty") }
    if place == nil { edited.flagPositions[ByteString(flag.key)] = index }
    var compiler = Compiler(self, flagPositions: edited.flagPositions)
    let compiled = try compiler.compile(flag, at: path)
    if place == nil {
      edited.document.flags.append(flag)
      edited.flags.append(compiled)
    } else {
      edited.document.flags[index] = flag
      edited.flags[index] = compiled
    }
    return edited
  }

  /// This ruleset without the flag `key`; itself when there is no such flag.
  ///
  /// - Throws: the place in this ruleset's document of a condition that needs the flag.
  public func removing(flag key: String) throws(DocumentError) -> Ruleset {
    guard let index = flagIndex(key) else { return self }
    if let path = placeOfNeed(forFlagAt: index) {
      throw DocumentError(path, "needs the flag \(quoted(key))")
    }
    var edited = self
    edited.document.flags.remove(at: index)
    edited.flags.remove(at: index)
    edited.flagPositions[ByteString(key)] = nil
    edited.flagPositions = edited.flagPositions.mapValues { $0 > index ? $0 - 1 : $0 }
    return edited
  }

  /// Where a condition outside the flag at `index` asks for impressions of it; nil when none does.
  private func placeOfNeed(forFlagAt index: Int) -> DocumentPath? {
    let key = ByteString(document.flags[index].key)
    for segment in document.segments {
      if let path = segment.condition.place(ofNeedFor: key, at: DocumentPath.root["segments"][segment.name]) {
        return path
      }
    }
    for (place, flag) in document.flags.enumerated() where place != index {
      for (number, rule) in flag.rules.enumerated() {
        guard case .condition(let condition) = rule.target else { continue }
        let path = DocumentPath.root["flags"][place]["rules"][number]["when"]
        if let path = condition.place(ofNeedFor: key, at: path) { return path }
      }
    }
    return nil
  }
}

extension Condition {
  /// Where in this condition, which stands at `path`, impressions of the flag `key` are asked for; nil when nowhere.
  fileprivate func place(ofNeedFor key: ByteString, at path: DocumentPath) -> DocumentPath? {
    func first(_ conditions: [Condition], _ name: String) -> DocumentPath? {
      for (index, condition) in conditions.enumerated() {
        if let place = condition.place(ofNeedFor: key, at: path[name][index]) { return place }
      }
      return nil
    }
    switch self {
    case .all(let conditions): return first(conditions, "all")
    case .any(let conditions): return first(conditions, "any")
    case .not(let condition): return condition.place(ofNeedFor: key, at: path["not"])
    case .sawFlag(let needed): return ByteString(needed) == key ? path["saw-flag"] : nil
    case .attribute, .segment: return nil
    }
  }
}
