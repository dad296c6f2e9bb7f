import CurlTransport
import Testing

@Suite struct PublicKeyPinTests {
  private static let hash = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

  @Test("A pin is the base64 of a SHA-256, with libcurl's prefix or without", arguments: [hash, "sha256//" + hash])
  func good(text: String) throws {
    let pin = try PublicKeyPin(text)
    #expect(pin.base64 == Self.hash)
    #expect("\(pin)" == "sha256//" + Self.hash)
    #expect(try pin == PublicKeyPin(Self.hash))
  }

  @Test(
    "C2: what no key could ever match is no pin, and the error says what one is",
    arguments: [
      "", "sha256//", "sha1//" + hash, "SHA256//" + hash, "sha256/" + hash, " " + hash, hash + "\n", hash + ";" + hash,
      String(hash.dropLast()), hash + "=", hash.replacing("+", with: "-").replacing("/", with: "_"),
      // Two bits that are not part of the 32 bytes: the server's own hash is never spelled so.
      hash.replacing("FU=", with: "FV="), String(repeating: "A", count: 44), "/etc/pins.pem",
      String(repeating: "A", count: 40) + "é==", String(repeating: "A", count: 42) + "==", hash + "\u{0}",
    ])
  func bad(text: String) {
    let problem = #expect(throws: PublicKeyPin.Problem.self) { try PublicKeyPin(text) }
    #expect(
      problem?.description == "must be the SHA-256 of a public key: 44 characters of base64, as in sha256//…=")
  }
}
