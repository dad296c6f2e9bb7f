import CPanel
import Testing

@testable import flagserver

struct PanelTests {
  @Test("Every file of the panel is served with its type, a tag and a policy that allows nothing from elsewhere")
  func assets() throws {
    let router = try router(token: "s3cret")
    #expect(cpanel_asset_count() > 0)
    for index in 0..<cpanel_asset_count() {
      let asset = cpanel_asset_at(index)
      let path = String(cString: asset.path)
      let response = router.send("GET", path)
      #expect(response.status == 200 && response.body.count == asset.count)
      #expect(response.header("Content-Type") == String(cString: asset.type))
      #expect(response.caching == "no-cache")
      #expect(
        response.header("Content-Security-Policy")
          == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'")
      let tag = try #require(response.header("ETag"))
      let unchanged = router.send("GET", path, headers: [Header(name: "if-none-match", value: tag)])
      #expect(unchanged.status == 304 && unchanged.body.isEmpty && unchanged.header("ETag") == tag)
    }
  }

  @Test("The page is at the root; what is not a file of the panel is 404, whatever the path says")
  func paths() throws {
    let router = try router()
    #expect(router.send("GET", "/").header("Content-Type") == "text/html; charset=utf-8")
    #expect(router.send("GET", "/?x=1").status == 200)
    for path in ["/panel/", "/panel/none", "/panel/../etc/passwd", "/panel/%2e%2e/x", "/index.html", "/panel"] {
      #expect(router.send("GET", path).status == 404)
    }
    #expect(router.send("POST", "/").status == 405)
  }
}
