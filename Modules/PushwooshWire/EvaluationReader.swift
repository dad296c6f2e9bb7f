import FeatureFlags
import StrictJSON

/// Reads the service's answer to a request for flags.
enum EvaluationReader {
  private typealias Names = WireNames.Evaluation

  private static let flagNames = FlagListReader.FieldNames(
    key: Names.flagKey, isEnabled: Names.flagIsEnabled, ruleID: Names.flagRuleID, properties: Names.flagProperties)

  /// The evaluation in `bytes`, its tag not filled in.
  ///
  /// - Throws: when the text is no JSON object, or lacks an array of flags, or says of `partial` anything but true or
  ///   false: then nobody can tell what the flags left out mean.
  static func evaluation(in bytes: [UInt8], limits: JSONReader.Limits) throws(JSONError) -> Evaluation {
    var reader = try JSONReader(bytes, limits: limits)
    var list = Result<FlagListReader, JSONError>.failure(
      JSONError("the answer has no '\(Names.flags)'", offset: bytes.count))
    var isPartial = Result<Bool, JSONError>.success(false)
    try reader.readObject { (name, reader) throws(JSONError) in
      switch ByteString(name) {
      case ByteString(Names.flags):
        list = try read(.array, from: &reader) { (reader) throws(JSONError) in
          var list = FlagListReader(names: flagNames)
          try list.readFlags(from: &reader)
          return list
        }
      case ByteString(Names.isPartial):
        isPartial = try read(.bool, from: &reader) { (reader) throws(JSONError) in try reader.readBool() }
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    let flags = try list.get()
    return Evaluation(flags: flags.flags, isPartial: try isPartial.get(), droppedFlags: flags.droppedFlags)
  }

  /// What `body` reads, if the next value is of `kind`; else the value is skipped and the failure returned, not thrown,
  /// for a later member of the same name would win.
  private static func read<Value>(
    _ kind: JSONKind, from reader: inout JSONReader, _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Result<Value, JSONError> {
    if try reader.peek() == kind { return .success(try body(&reader)) }
    var probe = reader
    do {
      return .success(try body(&probe))
    } catch {
      try reader.skipValue()
      return .failure(error)
    }
  }
}
