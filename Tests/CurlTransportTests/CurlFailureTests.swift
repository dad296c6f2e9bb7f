import CCurl
import FeatureFlags
import Testing

@testable import CurlTransport

@Suite struct CurlFailureTests {
  /// The general words for a code come from libcurl, so it has to be there.
  init() {
    var message = [CChar](repeating: 0, count: 512)
    #expect(ff_curl_load(FF_CURL_LIBRARY, UInt32(FF_CURL_MINIMUM_VERSION), &message, message.count))
  }

  private static let reasons: [(ff_curl_code, TransportError.Reason)] = [
    (FF_CURL_UNSUPPORTED_PROTOCOL, .unavailable), (FF_CURL_FAILED_INIT, .unavailable),
    (FF_CURL_URL_MALFORMAT, .invalidRequest), (FF_CURL_NOT_BUILT_IN, .unavailable),
    (FF_CURL_COULDNT_RESOLVE_PROXY, .nameResolution), (FF_CURL_COULDNT_RESOLVE_HOST, .nameResolution),
    (FF_CURL_COULDNT_CONNECT, .connection), (FF_CURL_WEIRD_SERVER_REPLY, .malformedAnswer),
    (FF_CURL_HTTP2, .malformedAnswer), (FF_CURL_PARTIAL_FILE, .connection), (FF_CURL_WRITE_ERROR, .malformedAnswer),
    (FF_CURL_OUT_OF_MEMORY, .unavailable), (FF_CURL_OPERATION_TIMEDOUT, .timedOut), (FF_CURL_SSL_CONNECT_ERROR, .tls),
    (FF_CURL_ABORTED_BY_CALLBACK, .cancelled), (FF_CURL_BAD_FUNCTION_ARGUMENT, .unavailable),
    (FF_CURL_UNKNOWN_OPTION, .unavailable), (FF_CURL_GOT_NOTHING, .connection),
    (FF_CURL_SSL_ENGINE_NOTFOUND, .unavailable), (FF_CURL_SSL_ENGINE_SETFAILED, .unavailable),
    (FF_CURL_SEND_ERROR, .connection), (FF_CURL_RECV_ERROR, .connection), (FF_CURL_SSL_CERTPROBLEM, .tls),
    (FF_CURL_SSL_CIPHER, .tls), (FF_CURL_PEER_FAILED_VERIFICATION, .tls),
    (FF_CURL_BAD_CONTENT_ENCODING, .malformedAnswer), (FF_CURL_FILESIZE_EXCEEDED, .tooLarge),
    (FF_CURL_USE_SSL_FAILED, .tls), (FF_CURL_SSL_ENGINE_INITFAILED, .unavailable),
    (FF_CURL_SSL_CACERT_BADFILE, .unavailable), (FF_CURL_SSL_CRL_BADFILE, .unavailable),
    (FF_CURL_SSL_ISSUER_ERROR, .tls), (FF_CURL_SSL_PINNED_KEY_MISMATCH, .tls), (FF_CURL_SSL_INVALID_CERT_STATUS, .tls),
    (FF_CURL_HTTP2_STREAM, .connection), (FF_CURL_PROXY_HANDSHAKE, .connection), (FF_CURL_SSL_CLIENT_CERT, .tls),
    (FF_CURL_TOO_LARGE, .malformedAnswer),
    (ff_curl_code(999), .connection),
  ]

  @Test("Each result code has its reason, and words")
  func reasons() {
    for (code, reason) in Self.reasons {
      let error = CurlFailure(code: code, host: "example.com").error
      #expect(error.reason == reason, "code \(code.rawValue)")
      #expect(!error.message.isEmpty && !error.message.hasSuffix(": "), "code \(code.rawValue): \(error)")
    }
  }

  @Test(
    "What one code means for several causes is told apart by libcurl's words",
    arguments: [
      (FF_CURL_UNSUPPORTED_PROTOCOL, "Received HTTP/0.9 when not allowed", TransportError.Reason.malformedAnswer),
      (FF_CURL_UNSUPPORTED_PROTOCOL, "Unsupported HTTP version in response", .malformedAnswer),
      (FF_CURL_UNSUPPORTED_PROTOCOL, "Protocol \"https\" not supported or disabled in libcurl", .unavailable),
      (FF_CURL_RECV_ERROR, "Illegal or missing hexadecimal sequence in chunked-encoding", .malformedAnswer),
      (FF_CURL_RECV_ERROR, "Recv failure: Connection reset by peer", .connection),
      (FF_CURL_RECV_ERROR, "CONNECT tunnel failed, response 403", .connection),
      (FF_CURL_SSL_CONNECT_ERROR, "OpenSSL SSL_connect: Connection reset by peer in connection to a:443", .connection),
      (FF_CURL_SSL_CONNECT_ERROR, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a:443", .connection),
      (FF_CURL_SSL_CONNECT_ERROR, "error:0A000126:SSL routines::unexpected eof while reading", .connection),
      (FF_CURL_SSL_CONNECT_ERROR, "error:0A00010B:SSL routines::wrong version number", .tls),
    ])
  func details(code: ff_curl_code, detail: String, reason: TransportError.Reason) {
    #expect(CurlFailure(code: code, detail: detail).error.reason == reason)
  }

  @Test(
    "What is wrong with a certificate is said by the TLS library's verdict",
    arguments: [
      (2, "its issuer is not trusted"), (9, "it is not valid yet"), (10, "it has expired"), (18, "it is self-signed"),
      (19, "its chain ends in a self-signed certificate that is not trusted"), (20, "its issuer is not trusted"),
      (21, "its issuer is not trusted"), (23, "it has been revoked"), (62, "it is for another host"),
      (24, "libcurl's words"),
    ])
  func verdicts(verdict: Int, words: String) {
    let failure = CurlFailure(
      code: FF_CURL_PEER_FAILED_VERIFICATION, detail: "libcurl's words", host: "example.com", verifyResult: verdict)
    #expect(failure.error.message == "the certificate of example.com is not accepted: \(words)")
  }

  @Test("Out of memory within a header section is a line that is too long for libcurl")
  func longLine() {
    #expect(CurlFailure(code: FF_CURL_OUT_OF_MEMORY, isInHead: true).error.reason == .malformedAnswer)
    #expect(CurlFailure(code: FF_CURL_OUT_OF_MEMORY).error.reason == .unavailable)
  }

  @Test("A refusal of ours counts for more than libcurl's code for it")
  func refusals() {
    for (refusal, reason) in [
      (ResponseCollector.Refusal.bodyTooLarge, TransportError.Reason.tooLarge), (.headTooLarge, .malformedAnswer),
      (.badHead, .malformedAnswer),
    ] {
      #expect(CurlFailure(code: FF_CURL_WRITE_ERROR, refusal: refusal).error.reason == reason)
    }
  }

  @Test("The system's words are added where libcurl leaves them out, on one line")
  func systemError() {
    var failure = CurlFailure(code: FF_CURL_COULDNT_CONNECT, detail: "Failed\nto connect", host: "a", systemError: 111)
    #expect(failure.error.message == "the connection to a failed: Failed to connect (Connection refused)")
    failure.detail = "Connection refused"
    #expect(failure.error.message == "the connection to a failed: Connection refused")
    #expect(!describe(123_456).isEmpty)
  }
}
