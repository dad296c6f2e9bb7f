/// What a program without a reader of its own decodes an answer into.
struct DynamicAnswer: Decodable {
  struct Flag: Decodable {
    let key: String
    let enabled: Bool
    let ruleID: String
    let properties: [String: DynamicValue]

    enum CodingKeys: String, CodingKey {
      case key, enabled, properties
      case ruleID = "rule_id"
    }
  }

  let flags: [Flag]
  let partial: Bool
}

/// A JSON value of any kind, as `Decodable` finds it: by trying one kind after the other.
enum DynamicValue: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([DynamicValue])
  case object([String: DynamicValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([DynamicValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: DynamicValue].self))
    }
  }
}
