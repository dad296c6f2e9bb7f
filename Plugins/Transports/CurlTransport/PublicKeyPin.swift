/// The SHA-256 of a public key that a server must prove to have, beside a certificate that is in order.
///
/// The hash is that of the key's SubjectPublicKeyInfo in DER, as for HTTP public key pinning (RFC 7469, 2.4):
///
///     openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64
public struct PublicKeyPin: Sendable, Hashable {
  /// Why a text is no pin.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What it must be, in words that follow the name of the setting.
    public let message: String

    /// The message.
    public var description: String { message }
  }

  /// The hash as base64 of 44 characters.
  public let base64: String

  /// The pin that `text` spells: the base64 of a SHA-256, with libcurl's `sha256//` before it or without.
  ///
  /// - Throws: ``Problem`` for anything else. A pin that no key can match would lock everyone out, so the spelling must be
  ///   the one that an encoder gives: no white space, `+` and `/`, one `=` at the end, no stray bits before it.
  public init(_ text: String) throws(Problem) {
    let prefix = "sha256//"
    let hash = text.hasPrefix(prefix) ? Array(text.utf8.dropFirst(prefix.utf8.count)) : Array(text.utf8)
    // 32 bytes are 43 digits, of which the last has 4 bits of the hash and 2 that are zero.
    guard hash.count == 44, hash.last == UInt8(ascii: "="), hash.dropLast().allSatisfy(Self.isDigit),
      "AEIMQUYcgkosw048".utf8.contains(hash[42])
    else {
      throw Problem(message: "must be the SHA-256 of a public key: 44 characters of base64, as in sha256//…=")
    }
    base64 = String(decoding: hash, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}

extension PublicKeyPin: CustomStringConvertible {
  /// The pin as libcurl spells it; a public key is no secret.
  public var description: String { "sha256//\(base64)" }
}
