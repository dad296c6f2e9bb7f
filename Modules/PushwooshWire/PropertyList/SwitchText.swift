/// A setting that is on or off, where it is written as text.
package enum SwitchText {
  /// What `text` says, in any case; nil when it says neither.
  package static func value(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}
