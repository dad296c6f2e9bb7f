/// A certificate authority made for one test run, and the server certificates it has issued.
public struct Certificates: Sendable {
  /// What can be right or wrong with a certificate.
  public enum Kind: String, CaseIterable, Sendable {
    case good, expired, notYetValid, wrongHost, selfSigned
  }

  let folder: TemporaryFolder

  /// The file to trust.
  public var authority: String { folder.path + "/authority.pem" }

  /// The file of a certificate.
  public func certificate(_ kind: Kind) -> String { "\(folder.path)/\(kind).pem" }

  /// The file of the key that belongs to it.
  public func key(_ kind: Kind) -> String { "\(folder.path)/\(kind).key" }

  /// The SHA-256 of the public key of a certificate, in base64.
  public func publicKeyHash(_ kind: Kind) throws -> String {
    // Tests ask at the same time, so what lies on the way is in a folder of each call's own.
    let work = try TemporaryFolder()
    let file = work.path + "/key"
    let openssl = SystemProgram(name: "openssl", package: "openssl", log: work.path + "/openssl.log")
    try openssl.run(["x509", "-in", certificate(kind), "-pubkey", "-noout", "-out", file + ".pub"])
    try openssl.run(["pkey", "-pubin", "-in", file + ".pub", "-outform", "der", "-out", file + ".der"])
    try openssl.run(["dgst", "-sha256", "-binary", "-out", file + ".sha256", file + ".der"])
    try openssl.run(["base64", "-A", "-in", file + ".sha256", "-out", file + ".base64"])
    return SystemProgram(name: "", package: "", log: file + ".base64").output
  }

  /// Certificates in `folder`, each of a key of its own.
  public init(in folder: TemporaryFolder) throws {
    self.folder = folder
    let openssl = SystemProgram(name: "openssl", package: "openssl", log: folder.path + "/openssl.log")
    let settings = folder.path + "/openssl.cnf"
    try folder.write(
      Array(
        """
        [req]
        distinguished_name = name
        x509_extensions = authority
        [name]
        [authority]
        basicConstraints = critical,CA:TRUE
        subjectKeyIdentifier = hash
        [ca]
        default_ca = issuer
        [issuer]
        database = \(folder.path)/index.txt
        new_certs_dir = \(folder.path)
        default_md = sha256
        policy = policy
        rand_serial = yes
        unique_subject = no
        copy_extensions = copy
        [policy]
        commonName = supplied

        """.utf8), to: "openssl.cnf")
    try folder.write([], to: "index.txt")
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config", settings]
    try openssl.run(
      [
        "req", "-x509", "-days", "2", "-subj", "/CN=Test Authority", "-keyout", folder.path + "/authority.key", "-out",
        authority,
      ]
        + key)
    for kind in Kind.allCases {
      let names = kind == .wrongHost ? "DNS:elsewhere.example" : "IP:127.0.0.1,DNS:localhost"
      let request = ["-subj", "/CN=Test Server", "-addext", "subjectAltName=" + names, "-keyout", self.key(kind)] + key
      if kind == .selfSigned {
        try openssl.run(["req", "-x509", "-days", "2", "-out", certificate(kind)] + request)
        continue
      }
      let requestFile = "\(folder.path)/\(kind).csr"
      try openssl.run(["req", "-new", "-out", requestFile] + request)
      let years =
        switch kind {
        case .expired: ("2001", "2002")
        case .notYetValid: ("2101", "2102")
        default: ("2001", "2101")
        }
      try openssl.run([
        "ca", "-batch", "-notext", "-config", settings, "-cert", authority, "-keyfile", folder.path + "/authority.key",
        "-startdate", years.0 + "0101000000Z", "-enddate", years.1 + "0101000000Z", "-in", requestFile,
        "-out", certificate(kind),
      ])
    }
  }
}
