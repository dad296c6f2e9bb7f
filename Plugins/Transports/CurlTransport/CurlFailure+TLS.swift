import CCurl
import FeatureFlags

extension CurlFailure {
  /// The port error for a failure of TLS; nil when it is none.
  var tlsError: TransportError? {
    switch code {
    case FF_CURL_SSL_CONNECT_ERROR where isBrokenConnection:
      TransportError(.connection, "the connection to \(host) broke during the TLS handshake")
    case FF_CURL_SSL_CONNECT_ERROR, FF_CURL_SSL_CIPHER, FF_CURL_USE_SSL_FAILED:
      TransportError(.tls, "no TLS with \(host): \(words)")
    case FF_CURL_PEER_FAILED_VERIFICATION, FF_CURL_SSL_ISSUER_ERROR, FF_CURL_SSL_INVALID_CERT_STATUS:
      TransportError(.tls, "the certificate of \(host) is not accepted: \(objection)")
    case FF_CURL_SSL_PINNED_KEY_MISMATCH:
      TransportError(.tls, "the public key of \(host) is none of the pinned ones")
    case FF_CURL_SSL_CLIENT_CERT, FF_CURL_SSL_CERTPROBLEM:
      TransportError(.tls, "\(host) wants a client certificate")
    case FF_CURL_SSL_CACERT_BADFILE, FF_CURL_SSL_CRL_BADFILE:
      TransportError(
        .unavailable,
        certificateAuthorityFile.map { "the file of trusted certificates \($0) cannot be used" }
          ?? "the system's trusted certificates cannot be read (Debian package ca-certificates)")
    case FF_CURL_SSL_ENGINE_NOTFOUND, FF_CURL_SSL_ENGINE_SETFAILED, FF_CURL_SSL_ENGINE_INITFAILED:
      TransportError(.unavailable, "the TLS library of libcurl failed")
    default: nil
    }
  }

  /// True when the handshake failed because the connection did; such a failure may go away, a refused certificate will not.
  private var isBrokenConnection: Bool {
    ["SSL_ERROR_SYSCALL", "reset by peer", "unexpected eof", "Broken pipe"].contains { detail.contains($0) }
  }

  /// What is wrong with the certificate, by OpenSSL's verdict (`X509_V_ERR_…`), else in libcurl's words.
  private var objection: String {
    switch verifyResult {
    case ...1 where detail.contains("match"): "it is for another host"
    case 9: "it is not valid yet"
    case 10: "it has expired"
    case 18: "it is self-signed"
    case 19: "its chain ends in a self-signed certificate that is not trusted"
    case 2, 20, 21: "its issuer is not trusted"
    case 23: "it has been revoked"
    case 62: "it is for another host"
    default: words
    }
  }
}
