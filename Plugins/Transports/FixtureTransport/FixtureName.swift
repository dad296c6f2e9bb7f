import FeatureFlags
import StrictJSON

/// Which files may answer a request.
struct FixtureName {
  /// The last component of the URL's path.
  let plain: String

  /// True when that is a method of the service, `…/json/1.3/NAME`.
  let isServiceMethod: Bool

  private let user: String?

  /// The name for `request`.
  init(_ request: HTTPRequest) throws(TransportError) {
    let components = request.url.prefix { $0 != "?" && $0 != "#" }.split(
      separator: "/", omittingEmptySubsequences: false)
    // https:, nothing, host, and at least one more.
    guard components.count > 3, ["https:", "http:"].contains(components[0].lowercased()), components[1].isEmpty else {
      throw TransportError(.invalidRequest, "the URL does not start with https:// or http://, or it has no path")
    }
    let last = components[components.count - 1]
    // Nothing that could lead out of the folder, to a hidden file, or to a user's files.
    guard last.first != ".", Self.isPlain(last, and: "._-") else {
      throw TransportError(.invalidRequest, "the URL's path does not end in a name that a file could have")
    }
    plain = String(last)
    isServiceMethod = components.dropLast().suffix(2).elementsEqual(["json", "1.3"])
    user = Self.user(of: request.body).flatMap { Self.isPlain($0, and: "._-+@") ? $0 : nil }
  }

  /// The names to look for, the user's own before the one for everybody.
  var bases: [String] { (user.map { ["\(plain)@\($0)"] } ?? []) + [plain] }

  private static func user(of body: [UInt8]) -> String? {
    guard case .object(let object)? = try? JSONReader.value(of: body) else { return nil }
    if case .string(let user)? = object["user_id"] { return user }
    guard case .object(let request)? = object["request"], case .string(let user)? = request["userId"] else {
      return nil
    }
    return user
  }

  private static func isPlain(_ text: some StringProtocol, and others: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
  }
}
