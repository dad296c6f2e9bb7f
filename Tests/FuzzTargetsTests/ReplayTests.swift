import Foundation
import FuzzTargets
import TestSupport
import Testing

@Suite("Fuzz targets on their seeds and on inputs that once went wrong")
struct ReplayTests {
  /// A target and one of its files.
  struct Seed: Sendable, CustomTestStringConvertible {
    var target: FuzzTarget
    var file: URL
    var testDescription: String { "\(target.name)/\(file.lastPathComponent)" }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Tools/FuzzTargets")

  private static func files(of target: FuzzTarget) -> [URL] {
    let folder = folder.appendingPathComponent("Seeds/\(target.name)")
    return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }

  static let seeds = FuzzTarget.all.flatMap { target in files(of: target).map { Seed(target: target, file: $0) } }

  @Test("R6, E1, S5, C2: every seed has the properties that its target checks", arguments: seeds)
  func holds(seed: Seed) async throws {
    try await seed.target.run(Array(try Data(contentsOf: seed.file)))
  }

  @Test("Every target has seeds and a dictionary, and every folder of seeds its target")
  func nothingIsForgotten() throws {
    let names = Set(FuzzTarget.all.map(\.name))
    #expect(names.count == 7)
    for target in FuzzTarget.all {
      #expect(Self.files(of: target).count > 2, "\(target.name)")
      let dictionary = Self.folder.appendingPathComponent("Dictionaries/\(target.name).dict")
      #expect(FileManager.default.fileExists(atPath: dictionary.path))
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path + "/Seeds")
    #expect(Set(folders) == names)
  }

  @Test("The JSON target agrees with the table on every text", arguments: JSONCase.all)
  func table(sample: JSONCase) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == "json" })
    try await target.run(sample.bytes)
  }

  @Test(
    "What is left of a seed that is cut has the properties, too",
    arguments: FuzzTarget.all.map(\.name).filter { $0 != "shell" })
  func cuts(name: String) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for file in Self.files(of: target) {
      let bytes = Array(try Data(contentsOf: file))
      for length in stride(from: 0, to: bytes.count, by: 7) { try await target.run(Array(bytes[..<length])) }
    }
  }
}
