import CPanel

/// The files of the control panel, which are part of the program.
struct PanelAssets: Sendable {
  private struct Asset: Sendable {
    var type: String
    var bytes: [UInt8]
    var tag: String
  }

  private let assets: [String: Asset]

  /// Nothing from elsewhere, nothing inline: what the panel may do even if somebody gets text of theirs into it.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
    "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  init() {
    var assets: [String: Asset] = [:]
    for index in 0..<cpanel_asset_count() {
      let asset = cpanel_asset_at(index)
      let bytes = Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
      assets[String(cString: asset.path)] = Asset(
        type: String(cString: asset.type), bytes: bytes, tag: Digest(bytes).entityTag)
    }
    self.assets = assets
  }

  /// The response with the file at the path of `request`.
  func respond(to request: Request) -> Response {
    guard let asset = assets[request.path] else { return .envelope(404, "there is nothing at this path") }
    var response = Response(
      status: 200,
      headers: [
        Header(name: "Content-Type", value: asset.type), Header(name: "ETag", value: asset.tag),
        Header(name: "Content-Security-Policy", value: Self.policy),
      ], body: asset.bytes)
    response.caching = "no-cache"
    if let tags = request.header("if-none-match"), EntityTags(tags).contains(asset.tag, isWeakEnough: true) {
      response.status = 304
      response.body = []
    }
    return response
  }
}
