import Composition
import FeatureFlags
import Testing

@Suite("The API token: from a file, a variable or a property list, and shown nowhere")
struct TokenTests {
  private static let secret = "s3cr3t-t0k3n"

  @Test("C1: the option's file goes before the variable, that before the property list")
  func precedence() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("token", "  from-file\r\n")
    let list = try folder.propertyList(["Pushwoosh_API_TOKEN": "from-list"])
    #expect(try configure([.infoPlist: [list]]).apiToken == "from-list")
    let environment = ["FLAGCTL_API_TOKEN": "from-variable"]
    #expect(try configure([.infoPlist: [list]], environment: environment).apiToken == "from-variable")
    let token = try configure([.infoPlist: [list], .apiTokenFile: [file]], environment: environment).apiToken
    #expect(token?.split(whereSeparator: \.isWhitespace) == ["from-file"])
  }

  @Test(
    "C2: a file that is missing, empty, blank, binary or too large is named",
    arguments: [
      ("", "must hold the token as text"), (" \n\t\n", "must hold the token as text"),
      ("two words", "the API token must be printable ASCII without white space or control characters"),
      ("tök", "the API token must be printable ASCII without white space or control characters"),
      ("a\u{0}b", "the API token must be printable ASCII without white space or control characters"),
    ])
  func badFiles(_ text: String, _ mustBe: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("token", text)
    #expect(problem([.apiTokenFile: [file]]) == "\(file): \(mustBe)")
  }

  @Test("C2: a file that cannot be read as text is named")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let missing = "\(folder.path)/none"
    #expect(problem([.apiTokenFile: [missing]]) == "\(missing): cannot be read: No such file or directory")
    let binary = try folder.file("binary", [0xff, 0xfe])
    #expect(problem([.apiTokenFile: [binary]]) == "\(binary): must hold the token as text")
    let large = try folder.file("large", [UInt8](repeating: 0x61, count: 1 << 20 + 1))
    #expect(problem([.apiTokenFile: [large]]) == "\(large): cannot be read: larger than 1 MiB")
  }

  @Test("C2: a bad token is not repeated, whoever gave it")
  func badToken() throws {
    let folder = try TemporaryFolder()
    let bad = Self.secret + "\n" + Self.secret
    #expect(
      problem(environment: ["FLAGCTL_API_TOKEN": bad])
        == "FLAGCTL_API_TOKEN: the API token must be printable ASCII without white space or control characters")
    let list = try folder.propertyList(["Pushwoosh_API_TOKEN": bad])
    #expect(
      problem([.infoPlist: [list]])
        == "Pushwoosh_API_TOKEN in \(list): the API token must be printable ASCII without white space or control characters"
    )
  }

  @Test("The token is in no description and in no dump of a part")
  func descriptions() throws {
    let environment = ["FLAGCTL_API_TOKEN": Self.secret, "HOME": "/home/someone"]
    let values = try SettingValues(
      options: [.applicationCode: ["ABCDE-12345"], .proxyHeader: ["Key: \(Self.secret)"]], environment: environment)
    let configuration = try Configuration(values, environment: environment)
    #expect(configuration.apiToken == Self.secret)
    let assembly = try Assembly(configuration)
    let parts: [Any] = [
      values, configuration, assembly, assembly.service, assembly.adapters,
      try #require(try values.last(.apiTokenFile)),
      try #require(try values.last(.proxyHeader)), [configuration], ["key": values], try assembly.makeClient(),
    ]
    for part in parts {
      var text = "\(part)" + String(reflecting: part)
      dump(part, to: &text)
      #expect(!text.contains(Self.secret), "\(type(of: part))")
    }
    #expect("\(configuration)" == "Configuration(ABCDE-12345, token given)")
    #expect("\(try configure())" == "Configuration(ABCDE-12345, token none)")
    #expect("\(values)" == "SettingValues(app-code, proxy-header)")
  }
}
