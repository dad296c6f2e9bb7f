import CCurl
import FeatureFlags

/// One transfer inside libcurl: the easy handle, what it points to, and what has arrived.
///
/// Used on the transport's thread only, as are the callbacks; it must be freed there, in the gate.
final class CurlExchange {
  /// Who waits for the outcome.
  let transfer: CurlTransfer

  /// libcurl's handle.
  let easy: OpaquePointer

  private var collector: ResponseCollector
  private var headers: OpaquePointer?
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private let certificateAuthorityFile: String?

  /// A handle that is ready to be added, or nil without memory or when libcurl lacks an option that must hold.
  init?(_ transfer: CurlTransfer, remaining: Duration, _ configuration: CurlTransport.Configuration) {
    guard let easy = ff_curl_easy_new() else { return nil }
    self.transfer = transfer
    self.easy = easy
    collector = ResponseCollector(maximumBodyBytes: transfer.request.maximumResponseBytes)
    certificateAuthorityFile = configuration.certificateAuthorityFile
    errorBuffer = .allocate(capacity: Int(FF_CURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(FF_CURL_ERROR_SIZE))
    let options = CurlOptions(easy: easy)
    guard options.set(configuration), options.set(transfer.request, remaining: remaining), setHeaders(), setBuffers()
    else {
      free()
      return nil
    }
  }

  deinit { errorBuffer.deallocate() }

  /// Gives back what libcurl allocated; the handle must not be in a multi handle any more.
  func free() {
    ff_curl_easy_free(easy)
    ff_curl_list_free(headers)
    headers = nil
  }

  /// The outcome once libcurl has ended the transfer with `code`.
  func outcome(_ code: ff_curl_code) -> CurlTransfer.Outcome {
    if code == FF_CURL_OK, let response = collector.response { return .success(response) }
    let failure = CurlFailure(
      // Success without a final answer can only be an answer that is none.
      code: code == FF_CURL_OK ? FF_CURL_WEIRD_SERVER_REPLY : code, detail: String(cString: errorBuffer),
      host: transfer.host, verifyResult: ff_curl_get(easy, FF_CURL_INFO_VERIFY_RESULT),
      systemError: Int32(truncatingIfNeeded: ff_curl_get(easy, FF_CURL_INFO_SYSTEM_ERROR)),
      refusal: collector.refusal, isInHead: collector.isInHead, certificateAuthorityFile: certificateAuthorityFile)
    return .failure(failure.error)
  }

  private func setHeaders() -> Bool {
    for line in CurlOptions.headerLines(of: transfer.request) {
      guard let longer = ff_curl_list_append(headers, line) else { return false }
      headers = longer
    }
    return ff_curl_set_headers(easy, headers)
  }

  private func setBuffers() -> Bool {
    ff_curl_set_error_buffer(easy, errorBuffer)
      && ff_curl_set_receivers(
        easy,
        { bytes, size, count, context in
          CurlExchange.receive(bytes, size * count, context) { $0.takeHeadLine($1) }
        },
        { bytes, size, count, context in
          CurlExchange.receive(bytes, size * count, context) { $0.takeBody($1) }
        }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// What both callbacks do: find the exchange, hand it the bytes, and refuse them by a count that is not theirs.
  private static func receive(
    _ bytes: UnsafePointer<CChar>?, _ count: Int, _ context: UnsafeRawPointer?,
    _ take: (inout ResponseCollector, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let context else { return -1 }
    let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    return take(&exchange.collector, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count &+ 1
  }
}
