import StrictJSON

/// `text` in JSON quotes, so that a message stays one line whatever a name contains.
func quoted(_ text: String) -> String {
  String(decoding: JSONWriter.bytes(of: .string(text)), as: UTF8.self)
}

/// `names` in quotes, separated by commas.
func quotedList(_ names: [String]) -> String {
  names.map(quoted).joined(separator: ", ")
}
