/// Says what an HTTP status means here.
enum HTTPStatus {
  /// The status in words, with a hint where there is a usual cause.
  static func words(for status: Int) -> String {
    let hint =
      switch status {
      case 300..<400: "a redirect, which is not followed"
      case 400: "the request was refused"
      case 401, 403: "access denied: check the API token"
      case 404: "not found: check the Application Code and the URL"
      case 408: "the server waited too long for the request"
      case 413: "the request is too large"
      case 429: "too many requests"
      case 500..<600: "the server failed"
      default: "not the expected 200"
      }
    return "HTTP status \(status), \(hint)"
  }
}
