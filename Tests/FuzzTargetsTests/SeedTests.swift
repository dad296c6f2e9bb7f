import Foundation
import FuzzTargets
import Testing

@Suite("Fuzz targets")
struct SeedTests {
  /// A seed and the target that it is for.
  struct Seed: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let file: URL

    var testDescription: String { "\(target.name)/\(file.lastPathComponent)" }
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Tools/FuzzTargets/Seeds")

  static let seeds: [Seed] = FuzzTarget.all.flatMap { target in
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(target.name), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }.map { Seed(target: target, file: $0) }
  }

  @Test(
    "R6, E1, S5, C2: every seed, and every input that once went wrong, keeps the properties of its target",
    arguments: seeds)
  func keepsProperties(seed: Seed) async throws {
    try await seed.target.run(Array(Data(contentsOf: seed.file)))
  }

  @Test("Every target has seeds, and each of them one of its own")
  func hasSeeds() {
    #expect(FuzzTarget.all.count == 7)
    for target in FuzzTarget.all { #expect(Self.seeds.contains { $0.target.name == target.name }, "\(target.name)") }
  }
}
