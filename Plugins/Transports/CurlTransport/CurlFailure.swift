import CCurl
import FeatureFlags

/// Everything that is known about a transfer that brought no answer, and what to call it.
struct CurlFailure {
  /// libcurl's result code.
  var code: ff_curl_code

  /// libcurl's own words for this failure; may be empty.
  var detail = ""

  /// The host and port the request was for.
  var host = ""

  /// The TLS library's verdict on the server's certificate, 0 when it had nothing against it.
  var verifyResult = 0

  /// The last system error libcurl met, 0 for none.
  var systemError: Int32 = 0

  /// Why we refused the answer, if we did.
  var refusal: ResponseCollector.Refusal?

  /// True when the transfer ended within the header section of an answer.
  var isInHead = false

  /// The file of trusted certificates in use, if one was configured.
  var certificateAuthorityFile: String?

  /// The failure as a port error: the kind, and words that name the cause.
  ///
  /// libcurl's words go into the message only where they speak of hosts, ports and certificates: those for a bad URL or
  /// a bad answer may quote it.
  var error: TransportError {
    if let refusal { return error(for: refusal) }
    switch code {
    case FF_CURL_COULDNT_RESOLVE_HOST:
      return TransportError(.nameResolution, "the name of \(host) cannot be resolved")
    case FF_CURL_COULDNT_RESOLVE_PROXY:
      return TransportError(.nameResolution, "the proxy's name cannot be resolved")
    case FF_CURL_OPERATION_TIMEDOUT:
      return TransportError(.timedOut, "the time allowed for \(host) was over: \(words)")
    case FF_CURL_UNSUPPORTED_PROTOCOL where detail.contains("HTTP"):
      return TransportError(.malformedAnswer, "the answer of \(host) is not HTTP/1 or HTTP/2")
    case FF_CURL_UNSUPPORTED_PROTOCOL:
      return TransportError(.unavailable, "this libcurl does not speak the protocol of the URL")
    case FF_CURL_URL_MALFORMAT:
      return TransportError(.invalidRequest, "the URL cannot be used")
    case FF_CURL_WEIRD_SERVER_REPLY, FF_CURL_HTTP2:
      return TransportError(.malformedAnswer, "the answer of \(host) is not valid HTTP")
    case FF_CURL_BAD_CONTENT_ENCODING, FF_CURL_WRITE_ERROR:
      // A write error that is not a refusal of ours comes from the decoder before us.
      return TransportError(.malformedAnswer, "the content coding of the answer of \(host) is broken or unknown")
    case FF_CURL_RECV_ERROR where detail.contains("chunk"):
      return TransportError(.malformedAnswer, "the chunked framing of the answer of \(host) is broken")
    case FF_CURL_TOO_LARGE,
      FF_CURL_OUT_OF_MEMORY where isInHead:
      // Older versions say so of a line that is too long for their buffer.
      return TransportError(.malformedAnswer, "a header line of the answer of \(host) is too long")
    case FF_CURL_FILESIZE_EXCEEDED:
      return TransportError(.tooLarge, "the answer of \(host) is too large")
    case FF_CURL_ABORTED_BY_CALLBACK:
      return TransportError(.cancelled, "the transfer was aborted")
    case FF_CURL_PARTIAL_FILE, FF_CURL_HTTP2_STREAM:
      return TransportError(.connection, "\(host) ended the connection before the answer was whole")
    case FF_CURL_GOT_NOTHING:
      return TransportError(.connection, "\(host) ended the connection without an answer")
    case FF_CURL_OUT_OF_MEMORY, FF_CURL_FAILED_INIT, FF_CURL_NOT_BUILT_IN, FF_CURL_BAD_FUNCTION_ARGUMENT,
      FF_CURL_UNKNOWN_OPTION:
      return TransportError(.unavailable, "libcurl failed: \(words)")
    default:
      return tlsError ?? TransportError(.connection, "the connection to \(host) failed: \(words)\(cause)")
    }
  }

  private func error(for refusal: ResponseCollector.Refusal) -> TransportError {
    switch refusal {
    case .bodyTooLarge: TransportError(.tooLarge, "the body of the answer of \(host) is over the limit")
    case .headTooLarge:
      TransportError(
        .malformedAnswer,
        "the header section of the answer of \(host) has over \(ResponseCollector.maximumHeadBytes) bytes or "
          + "\(ResponseCollector.maximumHeaders) fields")
    case .badHead:
      TransportError(.malformedAnswer, "the status line or the Content-Length of the answer of \(host) is not valid")
    }
  }

  /// libcurl's words on one line, or its general ones for the code.
  var words: String {
    let text = detail.isEmpty ? String(cString: ff_curl_describe(Int32(bitPattern: code.rawValue))) : detail
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// The system's words for the last system error, which libcurl often leaves out.
  private var cause: String {
    guard systemError != 0 else { return "" }
    let text = describe(systemError)
    return words.contains(text) ? "" : " (\(text))"
  }
}
