import PushwooshWire
import Testing

@Suite("Depth of an XML property list, before a recursive parser sees it")
struct XMLNestingTests {
  private func isTooDeep(_ text: String) -> Bool { XMLNesting.isTooDeep(Array(text.utf8)) }

  private func nested(_ open: String, _ depth: Int, _ close: String = "</array>") -> String {
    "<plist>" + String(repeating: open, count: depth) + String(repeating: close, count: depth) + "</plist>"
  }

  @Test(
    "C2: closing tags that no parser reads do not make up for opening ones",
    arguments: [
      "<array><!-- </array> -->", "<array><!--></array>-->", "<array><!---></array>-->", "<array><? ></array>?>",
      "<array><?x </array>?>", "<array><?x a='>'</array>?>", "<array><?></array>?>", "<array><!-- ?></array>-->",
      "<array><string><![CDATA[></array>]]></string>", "<array><?a ?><!----><?b --></array>?>",
      "<array a='<!--'><!--></array>-->", "<array\n>", "<array \u{e9}>",
    ])
  func hiddenClosing(open: String) {
    #expect(isTooDeep(nested(open, 200)))
    #expect(isTooDeep(nested(open, 60_000)))
  }

  @Test(
    "C2: opening tags do not hide behind what only looks like the start of something else",
    arguments: ["<array><?>", "<array><?><!--", "<!DOCTYPE plist [ <!ENTITY a \"<!--\"> ]><array>"])
  func hiddenOpening(open: String) {
    #expect(isTooDeep(nested(open, 200)))
  }

  /// U+2D2D and U+3E00 are no end of a comment, U+3C00 and U+2F00 no beginning of a tag.
  private static let lookalikes = [
    "<array><!-- \u{2d00}\u{2d00}\u{3e00}</array>-->", "<array>\u{3c00}\u{2f00}a\u{3e00}",
    "<array><!--\u{2d2d}></array>-->",
  ]

  @Test("C2: characters that share a byte with a tag or a comment are neither, in UTF-16 and UTF-32")
  func wideCharacters() {
    for width in [2, 4] {
      for isBigEndian in [false, true] {
        for mark in ["", "\u{feff}"] {
          for open in Self.lookalikes {
            let text = mark + nested(open, 200)
            #expect(XMLNesting.isTooDeep(encoded(text, width, isBigEndian)), "\(width) \(isBigEndian) \(open)")
          }
          let flat = mark + nested("<array>", 100)
          #expect(!XMLNesting.isTooDeep(encoded(flat, width, isBigEndian)), "\(width) \(isBigEndian)")
        }
      }
    }
  }

  @Test("C2: a text of bytes with NUL among them, or in an encoding that hides ASCII, is not trusted")
  func otherEncodings() {
    #expect(isTooDeep("<plist><array><!-- -\u{0}-></array></plist>"))
    #expect(isTooDeep(" \u{0}<\u{0}"))
    for name in ["UTF-7", "ISO-2022-JP", "ebcdic-cp-us", "HZ-GB-2312", "x", ""] {
      #expect(isTooDeep("<?xml version='1.0' encoding='\(name)'?><plist><dict/></plist>"), "\(name)")
    }
    let far = String(repeating: " ", count: 5000)
    for start in ["version='encoding=utf-8'", far, "x='>'"] {
      let declaration = "\(start) encoding='UTF-7'"
      #expect(isTooDeep("<?xml \(declaration)?><plist><dict/></plist>"), "\(declaration.suffix(20))")
    }
    for name in ["UTF-8", "utf-8", "US-ASCII", "ISO-8859-1", "UTF-16", "UTF-16LE"] {
      #expect(!isTooDeep("<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><dict/></plist>"), "\(name)")
    }
  }

  @Test("What property lists really hold is fine, and so is what is none")
  func usual() {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      """
    #expect(!isTooDeep(head + nested("<array>", 127)))
    #expect(isTooDeep(head + nested("<array>", 128)))
    #expect(!isTooDeep(head + nested("<array/><!-- a > b --><true/>", 1000, "")))
    for text in ["", "nonsense", "<", "<!", "<!--", "<?", "</", "{ a = ( 1, 2 ); }", "<?xml"] {
      #expect(!isTooDeep(text))
    }
  }

  private func encoded(_ text: String, _ width: Int, _ isBigEndian: Bool) -> [UInt8] {
    let units = width == 2 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
    return units.flatMap { unit -> [UInt8] in
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
      return isBigEndian ? bytes.reversed() : bytes
    }
  }
}
