/// A gzip stream of zeros that grows 1032 times when it is decoded, made by hand so that no large file is needed.
///
/// One block with a code of its own: the longest match, 258 bytes at distance 1, is spelled by the bits `0` `0`. After
/// the head, which ends with one literal zero, every zero byte stands for 4 such matches, 1032 bytes of output.
enum GzipBomb {
  /// Header, the block's code, and the first byte.
  static let head: [UInt8] = [
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 237, 192, 129, 0, 0, 0, 0, 128, 160, 253, 169, 23, 169, 0,
  ]

  /// 64 KiB that become 64.5 MiB; 160 of them are 10 MB that become 10.8 GB.
  static let filler = [UInt8](repeating: 0, count: 64 << 10)
}
