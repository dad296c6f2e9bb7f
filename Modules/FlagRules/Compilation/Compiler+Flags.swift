import StrictJSON

extension Compiler {
  mutating func compileFlags() throws(DocumentError) -> [CompiledFlag] {
    var flags: [CompiledFlag] = []
    flags.reserveCapacity(document.flags.count)
    for (index, flag) in document.flags.enumerated() {
      flags.append(try compile(flag, at: DocumentPath.root["flags"][index]))
    }
    return flags
  }

  mutating func compile(_ flag: FlagDefinition, at path: DocumentPath) throws(DocumentError) -> CompiledFlag {
    let defaults = try defaultValues(of: flag.properties, at: path["properties"])
    func outcome(
      _ isEnabled: Bool, ruleID: String, properties: JSONObject, reason: Decision.Reason
    ) -> CompiledFlag.Outcome {
      var values = defaults
      if isEnabled {
        for (key, value) in properties.members { values[key] = value }
      }
      return CompiledFlag.Outcome(isEnabled: isEnabled, ruleID: ruleID, properties: values, reason: reason)
    }

    var rules: [CompiledRule] = []
    var conditions: [CompiledCondition] = []
    var outcomes: [CompiledFlag.Outcome] = []
    var positions: [ByteString: Int] = [:]
    for (place, rule) in flag.rules.enumerated() {
      let path = path["rules"][place]
      guard !rule.id.isEmpty, ByteString(rule.id) != "default" else {
        throw DocumentError(path["id"], "must not be empty or \"default\"")
      }
      if let first = positions.updateValue(place, forKey: ByteString(rule.id)) {
        throw DocumentError(path["id"], "\(quoted(rule.id)) is the id of rules[\(first)] already")
      }
      guard let rollout = Rollout(percent: rule.rollout) else {
        throw DocumentError(path["rollout"], "must be 0…100")
      }
      try check(rule.properties, against: flag.properties, at: path["properties"])
      rules.append(
        CompiledRule(
          target: try compile(rule.target, at: path, &conditions), rollout: rollout,
          prefix: Murmur3.State("\(rule.id):")))
      outcomes.append(
        outcome(rule.isEnabled, ruleID: rule.id, properties: rule.properties, reason: .rule(place)))
    }
    try check(flag.defaultRule.properties, against: flag.properties, at: path["default"]["properties"])
    outcomes.append(
      outcome(
        flag.defaultRule.isEnabled, ruleID: "default", properties: flag.defaultRule.properties, reason: .noRule))
    if flag.isKilled { outcomes = [outcome(false, ruleID: "", properties: [:], reason: .killed)] }
    return CompiledFlag(
      key: flag.key, isArchived: flag.isArchived, isKilled: flag.isKilled, rules: rules,
      conditions: conditions, outcomes: outcomes)
  }

  /// Compiles a target, and adds its condition to `conditions` when it is not shared.
  private mutating func compile(
    _ target: Rule.Target, at path: DocumentPath, _ conditions: inout [CompiledCondition]
  ) throws(DocumentError) -> CompiledRule.Target {
    switch target {
    case .everyone: return .everyone
    case .segment(let name): return .segment(try position(ofSegment: name, at: path["segment"]))
    case .condition(let condition):
      let compiled = try compile(condition, at: path["when"]).condition
      if let place = sharedConditions.place(of: compiled, made: condition) { return .sharedCondition(place) }
      conditions.append(compiled)
      return .ownCondition(conditions.count - 1)
    }
  }

  private func defaultValues(
    of properties: [PropertyDefinition], at path: DocumentPath
  ) throws(DocumentError) -> JSONObject {
    var values = JSONObject()
    for (index, property) in properties.enumerated() {
      let path = path[index]
      guard !property.key.isEmpty else { throw DocumentError(path["key"], "must not be empty") }
      guard values[property.key] == nil else {
        throw DocumentError(path["key"], "\(quoted(property.key)) comes twice")
      }
      guard property.kind.accepts(property.defaultValue) else {
        throw DocumentError(path["default"], "must be \(property.kind.phrase)")
      }
      values[property.key] = property.defaultValue
    }
    return values
  }

  private func check(
    _ values: JSONObject, against properties: [PropertyDefinition], at path: DocumentPath
  ) throws(DocumentError) {
    for (key, value) in values.members {
      guard let property = properties.first(where: { ByteString($0.key) == ByteString(key) }) else {
        throw DocumentError(path[key], "the flag has no such property")
      }
      guard property.kind.accepts(value) else {
        throw DocumentError(path[key], "must be \(property.kind.phrase)")
      }
    }
  }
}
