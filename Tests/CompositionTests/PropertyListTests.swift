import Composition
import FeatureFlags
import Foundation
import Testing

@Suite("C1: the property list with the SDK's keys")
struct PropertyListTests {
  /// Written by Python: Application Code, base URL, the throttle switch, and an array of all sorts.
  private static let foreignBinary =
    "YnBsaXN0MDDVAQIDBAUGBwgJEF8QD1B1c2h3b29zaF9BUFBJRF8QEVB1c2h3b29zaF9CQVNFVVJMXxAoUHVzaHdvb3NoX0ZFQVRVUkVfRkxBR1"
    + "NfRElTQUJMRV9USFJPVFRMRVZvdGhlcnNUcmVhbFtBQkNERS0xMjM0NV8QH2h0dHBzOi8vYS5leGFtcGxlLmNvbS9qc29uLzEuMy8JpAoLDA0Q"
    + "AVJoaUJ4eNEOD1FkM0HHgvhAAAAAIz/4AAAAAAAACBMlOWRrcHyen6SmqayvsboAAAAAAAABAQAAAAAAAAARAAAAAAAAAAAAAAAAAAAAww=="

  private static let values: [String: any Sendable] = [
    "Pushwoosh_APPID": "ABCDE-12345", "Pushwoosh_BASEURL": "https://a.example.com/json/1.3/",
    "Pushwoosh_API_TOKEN": "token-in-the-list", "Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE": true,
    "CFBundleShortVersionString": "2.4.0",
    "CFBundleDocumentTypes": [["a": [1, 2] as any Sendable, "b": [true, 2.5, Data([1])] as [any Sendable]]],
    "Built": Date(timeIntervalSince1970: 0),
  ]

  @Test("C1: in XML and in binary form", arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func forms(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let folder = try TemporaryFolder()
    let file = try folder.propertyList(Self.values, format: format)
    let configuration = try configure([.infoPlist: [file]], code: nil)
    #expect(configuration.applicationCode == "ABCDE-12345")
    #expect(configuration.baseURL == "https://a.example.com/json/1.3/")
    #expect(configuration.apiToken == "token-in-the-list")
    #expect(configuration.isThrottlingDisabled)
    #expect(configuration.app.version == "2.4.0")
    #expect(!configuration.isCommunicationStoppedInitially)
  }

  @Test("C1: a binary one that another program wrote")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let data = try #require(Data(base64Encoded: Self.foreignBinary))
    let configuration = try configure([.infoPlist: [try folder.file("b.plist", Array(data))]], code: nil)
    #expect(configuration.applicationCode == "ABCDE-12345")
    #expect(configuration.baseURL == "https://a.example.com/json/1.3/")
    #expect(configuration.isThrottlingDisabled)
  }

  @Test("C1: in UTF-16, with comments and a document type")
  func utf16() throws {
    let folder = try TemporaryFolder()
    let text = """
      <?xml version="1.0" encoding="UTF-16"?><!-- <dict> --><!DOCTYPE plist>
      <plist version="1.0"><dict><!-- <a><a> --><key>Pushwoosh_APPID</key><string><![CDATA[ABCDE-12345]]></string>
      <key>none</key><array/></dict></plist>
      """
    let bytes = try #require(text.data(using: .utf16))
    let file = try folder.file("Info.plist", Array(bytes))
    #expect(try configure([.infoPlist: [file]], code: nil).applicationCode == "ABCDE-12345")
  }

  @Test(
    "T3: the switch of the throttle is a Boolean, or the word for one",
    arguments: [
      (true as any Sendable, true), (false, false), ("YES", true), ("false", false),
    ])
  func throttle(_ value: any Sendable, _ isOn: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try folder.propertyList(["Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE": value])
    #expect(try configure([.infoPlist: [file]]).isThrottlingDisabled == isOn)
  }

  @Test(
    "T11: Pushwoosh_ALLOW_SERVER_COMMUNICATION false stops communication",
    arguments: [
      (false as any Sendable, true), (true, false), ("NO", true),
    ])
  func communication(_ value: any Sendable, _ isStopped: Bool) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.propertyList(["Pushwoosh_ALLOW_SERVER_COMMUNICATION": value])
    let configuration = try configure([.infoPlist: [file], .store: ["memory"], .transport: ["fixture:\(folder.path)"]])
    #expect(configuration.isCommunicationStoppedInitially == isStopped)
    let client = try Assembly(configuration).makeClient()
    let error = await #expect(throws: (any Error).self) { try await client.refresh() }
    #expect("\(try #require(error))".contains("communication with the server is stopped") == isStopped)
  }

  @Test(
    "C2: values of another kind are named with key and file",
    arguments: [
      ("Pushwoosh_APPID", 12345 as any Sendable, "must be a string"), ("Pushwoosh_APPID", true, "must be a string"),
      ("Pushwoosh_BASEURL", ["a"], "must be a string"), ("Pushwoosh_API_TOKEN", Data([1]), "must be a string"),
      ("CFBundleShortVersionString", 2.5, "must be a string"),
      ("Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE", 1, "must be true or false"),
      ("Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE", "perhaps", "must be true or false"),
      ("Pushwoosh_ALLOW_SERVER_COMMUNICATION", ["a": 1], "must be true or false"),
      ("Pushwoosh_ALLOW_SERVER_COMMUNICATION", "perhaps", "must be true or false"),
    ])
  func otherKinds(_ key: String, _ value: any Sendable, _ mustBe: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.propertyList([key: value])
    let code = key == "Pushwoosh_APPID" ? nil : "ABCDE-12345"
    #expect(problem([.infoPlist: [file]], code: code) == "\(key) in \(file): \(mustBe)")
  }

  @Test("C1: what an option or a variable gives, the property list cannot spoil")
  func overridden() throws {
    let folder = try TemporaryFolder()
    let file = try folder.propertyList(["Pushwoosh_APPID": 1, "Pushwoosh_BASEURL": ["a"]])
    let options: [Setting: [String]] = [.infoPlist: [file], .baseURL: ["https://b/json/1.3/"]]
    #expect(problem(options, environment: ["FLAGCTL_APP_CODE": "ABCDE-12345"], code: nil) == nil)
  }

  @Test(
    "C2: what is no property list is named",
    arguments: [
      "", "nonsense", "<plist", "<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>", "bplist00", "[1]",
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key></dict></plist>",
    ])
  func broken(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("Info.plist", text)
    #expect(problem([.infoPlist: [file]]) == "\(file): must be a property list with a dictionary at its top")
  }

  @Test("C2: nesting that would exhaust the stack is no property list", arguments: [129, 60_000])
  func deep(_ depth: Int) throws {
    let folder = try TemporaryFolder()
    let text =
      "<plist version=\"1.0\"><dict><key>a</key>" + String(repeating: "<array>", count: depth)
      + String(repeating: "</array>", count: depth) + "</dict></plist>"
    let file = try folder.file("Info.plist", text)
    #expect(problem([.infoPlist: [file]]) == "\(file): must be a property list with a dictionary at its top")
  }

  @Test("Many elements beside each other, and nesting of some depth, are fine")
  func wide() throws {
    let folder = try TemporaryFolder()
    let text =
      "<plist version=\"1.0\"><dict><key>Pushwoosh_APPID</key><string>ABCDE-12345</string><key>a</key><array>"
      + String(repeating: "<dict><key>b</key><true/></dict>", count: 2000) + "</array><key>c</key>"
      + String(repeating: "<array>", count: 100) + String(repeating: "</array>", count: 100) + "</dict></plist>"
    let file = try folder.file("Info.plist", text)
    #expect(try configure([.infoPlist: [file]], code: nil).applicationCode == "ABCDE-12345")
  }

  @Test("C2: a missing, unreadable or too large file is named with the reason")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let missing = "\(folder.path)/none"
    #expect(problem([.infoPlist: [missing]]) == "\(missing): cannot be read: No such file or directory")
    #expect(problem([.infoPlist: [folder.path]]) == "\(folder.path): cannot be read: Is a directory")
    let large = try folder.file("large", [UInt8](repeating: 0x20, count: 1 << 20 + 1))
    #expect(problem([.infoPlist: [large]]) == "\(large): cannot be read: larger than 1 MiB")
  }
}
