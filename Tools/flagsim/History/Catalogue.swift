/// The users and keys of all histories.
enum Catalogue {
  static let users = ["u-anna", "u-bert", "u-carl"]

  /// Pairs that differ in case alone and in their Unicode spelling alone (R3), and one that no server has.
  static let keys = ["new", "New", "caf\u{e9}", "cafe\u{301}", "beta", "absent"]

  /// How many of ``keys`` servers know.
  static let servedKeys = 5

  static let applicationCode = "SIM-1"
  static let deviceID = "SIM-DEVICE"

  /// A key as it can be told apart on paper.
  static func name(ofKey key: Int) -> String {
    String(
      keys[key].unicodeScalars.flatMap { $0.isASCII ? [$0] : Array("{\(String($0.value, radix: 16))}".unicodeScalars) }
        .map { Character($0) })
  }
}
