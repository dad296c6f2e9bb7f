/// Answers of the service, made up: each flag with five properties of all kinds, 168 bytes a flag.
enum SampleAnswer {
  /// The key of flag `number`.
  static func key(_ number: Int) -> String { "feature_flag_number_\(number)" }

  /// The keys of `count` flags.
  static func keys(_ count: Int) -> [String] { (0..<count).map(key) }

  /// The bytes of an answer with `count` flags; with another `version` a property of every flag differs.
  static func bytes(flags count: Int, version: Int = 0) -> [UInt8] {
    let flags = (0..<count).map { number in
      """
      {"key":"\(key(number))","enabled":\(number % 2 == 0),"rule_id":"r_1a2b3c4d","properties":\
      {"button_color":"green","max_items":\(number + version),"ratio":0.25,"beta":true,\
      "layout":{"columns":[1,2,3],"title":"Title"}}}
      """
    }
    return Array("{\"flags\":[\(flags.joined(separator: ","))],\"partial\":false}".utf8)
  }
}
