import FeatureFlags
import FeatureFlagsTesting
import Foundation
import JSONFileStore
import Testing

@Suite("JSONFileStore: the contract of Ports.Store")
struct ContractTests {
  @Test("S1, S5: it keeps", arguments: StoreRule.all)
  func keepsTheContract(rule: StoreRule) async throws {
    let directory = try TemporaryDirectory()
    try await rule.verify(blobCount: { try directory.names(in: "state").count }) {
      JSONFileStore(.init(directory: directory.path + "/state"))
    }
  }

  @Test("A blob is one private file <name>.json in a private directory, and nothing else stays behind")
  func layout() throws {
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(.init(directory: directory.path + "/a/b/state"))
    try store.write([1, 2, 3], to: "flags")
    try store.write([4], to: "flags")
    #expect(try directory.names(in: "a/b/state") == ["flags.json"])
    #expect(try directory.bytes(of: "a/b/state/flags.json") == [4])
    #expect(directory.mode(of: "a/b/state/flags.json") == 0o600)
    #expect(directory.mode(of: "a/b/state/.lock") == 0o600)
    for name in ["a", "a/b", "a/b/state"] { #expect(directory.mode(of: name) == 0o700) }
  }

  @Test("S5: a blob set aside is <name>.aside.json, the newest of them")
  func setsAside() throws {
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(.init(directory: directory.path))
    for number: UInt8 in 1...3 {
      try store.write([number], to: "flags")
      try store.setAside("flags")
    }
    #expect(try directory.names() == ["flags.aside.json"])
    #expect(try directory.bytes(of: "flags.aside.json") == [3])
  }

  @Test("S5: a blob of a name of 64 characters can be set aside too")
  func setsAsideTheLongestName() throws {
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(.init(directory: directory.path))
    let name = String(repeating: "n", count: 64)
    try store.write([1], to: name)
    try store.setAside(name)
    #expect(try directory.names() == [name + ".aside.json"])
  }

  @Test("R2: reading, removing and setting aside create nothing")
  func readingCreatesNothing() throws {
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(.init(directory: directory.path + "/a/b"))
    #expect(try store.read("flags") == nil)
    try store.remove("flags")
    try store.setAside("flags")
    #expect(try directory.names() == [])
  }

  @Test(
    "A name outside the allowed ones is refused, and nothing is touched",
    arguments: [
      "", ".", "..", "../flags", "/flags", "a/b", "1a", "-a", ".a", "A", "aB", "a_b", "a b", "a\u{0}", "é", "a\n",
      String(repeating: "a", count: 65),
    ])
  func refusesNames(name: String) throws {
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(.init(directory: directory.path + "/state"))
    #expect(throws: StoreError.self) { try store.read(name) }
    #expect(throws: StoreError.self) { try store.write([1], to: name) }
    #expect(throws: StoreError.self) { try store.remove(name) }
    #expect(throws: StoreError.self) { try store.setAside(name) }
    #expect(try directory.names() == [])
  }

  @Test("The default directory follows the XDG rules")
  func defaultDirectory() {
    typealias Configuration = JSONFileStore.Configuration
    let state = ["XDG_STATE_HOME": "/var/state", "HOME": "/home/me"]
    #expect(Configuration.defaultDirectory(environment: state) == "/var/state/swift-feature-flags")
    let home = "/home/me/.local/state/swift-feature-flags"
    #expect(Configuration.defaultDirectory(environment: ["HOME": "/home/me"]) == home)
    #expect(Configuration.defaultDirectory(environment: ["XDG_STATE_HOME": "", "HOME": "/home/me"]) == home)
    #expect(Configuration.defaultDirectory(environment: ["XDG_STATE_HOME": "rel", "HOME": "/home/me"]) == home)
    #expect(Configuration.defaultDirectory(environment: ["HOME": "rel"]) == nil)
    #expect(Configuration.defaultDirectory(environment: [:]) == nil)
  }

  @Test("A relative directory is taken from the working directory")
  func relativeDirectory() throws {
    let store = JSONFileStore(.init(directory: "no-such-directory-of-a-feature-flag-test"))
    #expect(try store.read("flags") == nil)
  }
}
