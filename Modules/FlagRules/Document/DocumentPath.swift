/// A place in a document, put into words only when there is something wrong with it.
indirect enum DocumentPath: Sendable, CustomStringConvertible {
  case root
  case member(DocumentPath, String)
  case element(DocumentPath, Int)

  /// The member `name` of the object here.
  subscript(name: String) -> DocumentPath { .member(self, name) }

  /// The element `index` of the array here.
  subscript(index: Int) -> DocumentPath { .element(self, index) }

  var description: String {
    switch self {
    case .root: ""
    case .element(let parent, let index): "\(parent)[\(index)]"
    case .member(.root, let name) where Self.isPlain(name): name
    case .member(let parent, let name) where Self.isPlain(name): "\(parent).\(name)"
    case .member(let parent, let name): "\(parent)[\(quoted(name))]"
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
