/// Looks how deep an XML file is nested, before a recursive parser does and runs out of stack.
package enum XMLNesting {
  /// Far more than property lists of apps have, and little enough for the smallest stacks.
  private static let limit = 128

  /// True when `bytes`, taken as XML in UTF-8 or UTF-16, open more than 128 elements inside each other; never for a binary property list.
  package static func isTooDeep(_ bytes: [UInt8]) -> Bool {
    guard !bytes.starts(with: "bplist".utf8) else { return false }
    // UTF-16 is ASCII with a zero beside each byte, as far as tags are concerned.
    var rest = bytes.filter { $0 != 0 }[...]
    var depth = 0
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if let end = passedOver.lazy.compactMap({ rest.starts(with: $0.start.utf8) ? $0.end : nil }).first {
        rest = rest.after(Array(end.utf8))
        continue
      }
      let tag = rest.prefix { $0 != UInt8(ascii: ">") }
      if tag.first == UInt8(ascii: "/") {
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
    (start: "!--", end: "-->"), (start: "![CDATA[", end: "]]>"), (start: "!", end: ">"), (start: "?", end: ">"),
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
