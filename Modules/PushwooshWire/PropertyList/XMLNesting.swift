/// Looks how deep an XML file is nested, before a recursive parser does and runs out of stack.
///
/// What parsers do not agree on, and no property list of an app holds, counts as too deep: one that hides closing tags
/// from us, or opening ones, could have any depth.
package enum XMLNesting {
  /// Far more than property lists of apps have, and little enough for the smallest stacks.
  private static let limit = 128

  /// True when `bytes`, taken as XML in UTF-8, UTF-16 or UTF-32, open more than 128 elements inside each other, or when
  /// that cannot be told; never for a binary property list.
  package static func isTooDeep(_ bytes: [UInt8]) -> Bool {
    guard !bytes.starts(with: "bplist".utf8) else { return false }
    guard let text = XMLText(bytes), !text.declaresOtherEncoding else { return true }
    var rest = text.ascii[...]
    var depth = 0
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if let (opening, closing) = passedOver.first(where: { rest.starts(with: $0.start.utf8) }) {
        rest = rest.dropFirst(opening.utf8.count)
        // `<?>`: for some a whole instruction, for others the beginning of one.
        if opening == "?", rest.first == UInt8(ascii: ">") { return true }
        rest = rest.after(Array(closing.utf8))
        continue
      }
      let tag = rest.prefix { $0 != UInt8(ascii: ">") }
      if tag.first == UInt8(ascii: "!") {
        // Declarations inside a declaration, which some skip and others read.
        if tag.contains(UInt8(ascii: "[")) { return true }
      } else if tag.first == UInt8(ascii: "/") {
        depth -= 1
      } else if tag.last != UInt8(ascii: "/") {
        depth += 1
        if depth > limit { return true }
      }
      rest = rest[tag.endIndex...]
    }
    return false
  }

  /// What is no element, and how it ends.
  private static let passedOver = [
    (start: "!--", end: "-->"), (start: "![CDATA[", end: "]]>"), (start: "?", end: "?>"),
  ]
}

extension ArraySlice<UInt8> {
  /// What follows the first occurrence of `mark`; nothing when there is none.
  fileprivate func after(_ mark: [UInt8]) -> ArraySlice<UInt8> {
    var rest = self
    while !rest.isEmpty {
      if rest.starts(with: mark) { return rest.dropFirst(mark.count) }
      rest = rest.dropFirst()
    }
    return rest
  }
}
