import FlagRules
import Testing

struct Murmur3Tests {
  @Test(
    "murmur3_32 gives the published values",
    arguments: [
      ("", 0, 0), ("", 1, 0x514e_28b7), ("", 0xffff_ffff, 0x81f1_6f39), ("test", 0, 0xba6b_d213),
      ("test", 0x9747_b28c, 0x704b_81dc), ("hello", 0, 0x248b_fa47), ("hello, world", 0, 0x149b_bb7f),
      ("Hello, world!", 0x9747_b28c, 0x2488_4cba), ("aaaa", 0x9747_b28c, 0x5a97_808a),
      ("aaa", 0x9747_b28c, 0x283e_0130),
      ("aa", 0x9747_b28c, 0x5d21_1726), ("a", 0x9747_b28c, 0x7fa0_9ea6),
      ("The quick brown fox jumps over the lazy dog", 0, 0x2e4f_f723),
      ("The quick brown fox jumps over the lazy dog", 0x9747_b28c, 0x2fa8_26cd),
    ] as [(String, UInt32, UInt32)])
  func publishedVectors(text: String, seed: UInt32, hash: UInt32) {
    #expect(Murmur3.hash32(text.utf8, seed: seed) == hash)
  }

  @Test("murmur3_32 takes bytes as they are")
  func bytes() {
    #expect(Murmur3.hash32([0xff, 0xff, 0xff, 0xff]) == 0x7629_3b50)
    #expect(Murmur3.hash32([0x21, 0x43, 0x65, 0x87]) == 0xf55b_516b)
    #expect(Murmur3.hash32([0, 0, 0]) == 0x85f0_b427)
  }

  @Test("The normalised value is that of Unleash's client specification")
  func normalized() {
    #expect(Murmur3.normalized("123", group: "gr1") == 73)
    #expect(Murmur3.normalized("999", group: "groupX") == 25)
  }
}
