#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An nginx of its own for a suite, with TLS, HTTP/2 and gzip.
///
/// nginx goes to the background once its sockets are open, so when the command has ended the server can be reached.
public final class WebServer: Sendable {
  /// What the servers offer, each on a port of its own.
  public enum Offer: Hashable, CaseIterable, Sendable {
    case http2, http1, plain, expired, notYetValid, wrongHost, selfSigned

    var certificate: Certificates.Kind? {
      switch self {
      case .plain: nil
      case .http1, .http2: .good
      case .expired: .expired
      case .notYetValid: .notYetValid
      case .wrongHost: .wrongHost
      case .selfSigned: .selfSigned
      }
    }
  }

  /// The file of certificates to trust.
  public var authority: String { certificates.authority }
  /// The certificates of the servers.
  public let certificates: Certificates
  private let ports: [Offer: UInt16]
  private let folder: TemporaryFolder
  /// The server of the suite that is running.
  @TaskLocal public static var current: WebServer?

  /// Starts the servers.
  public init() throws {
    folder = try TemporaryFolder()
    certificates = try Certificates(in: folder)
    try folder.write(Array(repeating: 0x30, count: 20 << 20), to: "zeros.txt")
    try folder.write(Array(String(repeating: "flags ", count: 1000).utf8), to: "words.txt")
    let nginx = SystemProgram(name: "nginx", package: "nginx-light", log: folder.path + "/nginx.log")
    // A free port may be taken by another program before nginx has it.
    for attempt in 1... {
      let ports = try Self.freePorts()
      try folder.write(Array(Self.settings(folder.path, certificates, ports).utf8), to: "nginx.conf")
      do {
        try nginx.run(["-p", folder.path, "-e", folder.path + "/error.log", "-c", folder.path + "/nginx.conf"])
        self.ports = ports
        return
      } catch  where attempt < 5 && nginx.output.contains("bind()") {
        continue
      }
    }
    ports = [:]
  }

  deinit {
    guard let file = fopen(folder.path + "/nginx.pid", "r") else { return }
    defer { fclose(file) }
    var digits = [CChar](repeating: 0, count: 32)
    if fgets(&digits, Int32(digits.count), file) != nil { kill(pid_t(atol(digits)), SIGKILL) }
  }

  /// The address of what is offered, without a path.
  public func url(_ offer: Offer) -> String {
    "\(offer == .plain ? "http" : "https")://127.0.0.1:\(ports[offer] ?? 0)"
  }

  /// Ports that were free a moment ago, all different.
  private static func freePorts() throws -> [Offer: UInt16] {
    // All are held until the last one is there.
    let free = try Offer.allCases.map { ($0, try LoopbackPort.closed()) }
    return Dictionary(uniqueKeysWithValues: free.map { offer, port in (offer, port.number) })
  }

  private static func settings(_ path: String, _ certificates: Certificates, _ ports: [Offer: UInt16]) -> String {
    let servers = Offer.allCases.map { offer in
      var options = ""
      var certificate = ""
      if let kind = offer.certificate {
        options = offer == .http2 ? " ssl http2" : " ssl"
        certificate =
          "ssl_certificate \(certificates.certificate(kind)); ssl_certificate_key \(certificates.key(kind));"
      }
      return """
        server {
          listen 127.0.0.1:\(ports[offer] ?? 0)\(options);
          \(certificate)
          root \(path);
          location = /connection { return 200 "$connection $server_protocol"; }
          location = /small { client_max_body_size 1k; proxy_pass http://127.0.0.1:\(ports[.plain] ?? 0)/connection; }
        }
        """
    }
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(path)/\($0);" }
    return """
      master_process off;
      pid \(path)/nginx.pid;
      error_log \(path)/error.log;
      events { worker_connections 256; }
      http {
        access_log off;
        \(folders.joined(separator: "\n  "))
        types { text/plain txt; }
        gzip on;
        gzip_types text/plain;
        gzip_min_length 1;
        \(servers.joined(separator: "\n"))
      }

      """
  }
}
