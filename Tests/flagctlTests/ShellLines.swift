/// The lines of a shell, as they are documented.
enum Line {
  static func ok(_ command: String) -> String { #"{"command":"\#(command)","ok":true}"# }

  static func refresh(_ result: String, _ changed: String...) -> String {
    #"{"command":"refresh","ok":true,"result":"\#(result)","changed":\#(list(changed))}"#
  }

  static func throttled(until: Int) -> String {
    #"{"command":"refresh","ok":true,"result":"throttled","changed":[],"until":\#(until)}"#
  }

  static func failed(_ command: String, _ code: Int, _ message: String, retryAt: Int? = nil) -> String {
    #"{"command":"\#(command)","ok":false,"error":{"domain":"PWFeatureFlagsErrorDomain","code":\#(code),"message":"#
      + #""\#(message)"\#(retryAt.map { ",\"retryAt\":\($0)" } ?? "")}}"#
  }

  static func problem(_ command: String, _ message: String) -> String {
    #"{"command":"\#(command)","ok":false,"error":{"message":"\#(message)"}}"#
  }

  static func update(_ changed: String...) -> String { #"{"event":"update","changed":\#(list(changed))}"# }

  static func enabled(_ value: Bool) -> String { #"{"command":"enabled","ok":true,"value":\#(value)}"# }

  static func impression(_ result: String) -> String { #"{"command":"impression","ok":true,"result":"\#(result)"}"# }

  /// The flag `a` of a numbered answer.
  static func numbered(_ number: Int?) -> String {
    guard let number else { return #"{"command":"get","ok":true,"flag":null}"# }
    return #"{"command":"get","ok":true,"flag":{"key":"a","enabled":true,"ruleId":"r_\#(number)","properties":{}}}"#
  }

  static func event(_ key: String, _ rule: String, _ isOn: Bool, user: String = Scene.device, after seconds: Int = 0)
    -> String
  {
    #"{"event":"PW_FeatureFlagImpression","attributes":{"flag_key":"\#(key)","rule_id":"\#(rule)","enabled":\#(isOn)},"#
      + #""userId":"\#(user)","time":\#(1_767_225_600 + seconds)}"#
  }

  static func status(
    user: String = Scene.device, flags: Int, age: Int?, valid: Int, throttled: Int, session: Int
  ) -> String {
    #"{"command":"status","ok":true,"userId":"\#(user)","flags":\#(flags),"ageSeconds":\#(age.map(String.init) ?? "null"),"#
      + #""validForSeconds":\#(valid),"throttledForSeconds":\#(throttled),"session":\#(session)}"#
  }

  private static func list(_ keys: [String]) -> String {
    "[" + keys.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }
}
