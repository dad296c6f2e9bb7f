import CurlTransport
import FeatureFlags
import JSONFileStore

extension Configuration {
  /// The configuration that `values` describe; what nobody gave has its default.
  ///
  /// - Throws: `SettingError` naming the place of a value that cannot be used, and what it should be (C2).
  public init(_ values: SettingValues, environment: [String: String]) throws(SettingError) {
    guard let code = try values.last(.applicationCode)?.text else {
      throw SettingError(
        nil, from: nil,
        "the Application Code is missing: give --app-code CODE, FLAGCTL_APP_CODE or the key Pushwoosh_APPID of --info-plist"
      )
    }
    self.init(applicationCode: code)
    userID = try values.last(.userID)?.text
    deviceID = try values.last(.deviceID)?.text
    baseURL = try values.last(.baseURL)?.text
    reverseProxy = try values.last(.reverseProxy)?.text
    certificateAuthorityFile = try Self.certificates(values)
    for given in try values.all(.pinnedPublicKey) { pinnedPublicKeys.append(try Self.pin(given)) }
    app.version = try values.last(.appVersion)?.text ?? ""
    app.language = try values.last(.language)?.text ?? ""
    apiToken = try Self.token(values)
    for given in try values.all(.proxyHeader) { proxyHeaders.append(try Self.header(given)) }
    store = try Self.store(values, environment: environment)
    transport = try Self.transport(values)
    sinks = try Self.sinks(values) ?? sinks
    eventQueue = try values.last(.eventQueue)?.text
    clock = try Self.clock(values) ?? clock
    timeout = try Self.timeout(values) ?? timeout
    isAppExtension = try Self.isOn(values, .appExtension)
    isThrottlingDisabled = try Self.isOn(values, .disableThrottle)
    allowsInsecureHTTP = try Self.isOn(values, .allowInsecureHTTP)
    isCommunicationStoppedInitially = try values.stopsCommunication()
  }

  private static func token(_ values: SettingValues) throws(SettingError) -> String? {
    guard let given = try values.last(.apiTokenFile) else { return nil }
    guard case .option = given.source else { return given.text }
    let bytes = try TextFile.read(given.text, setting: .apiTokenFile)
    // What else a token must be is for the service to say; a file given for one must hold one.
    guard let text = String(validating: bytes, as: UTF8.self), text.contains(where: { !$0.isWhitespace }) else {
      throw SettingError(.apiTokenFile, from: .file(given.text), "must hold the token as text")
    }
    return text
  }

  private static func certificates(_ values: SettingValues) throws(SettingError) -> String? {
    guard let given = try values.last(.certificateAuthorityFile) else { return nil }
    try TextFile.check(given.text, setting: .certificateAuthorityFile)
    return given.text
  }

  private static func pin(_ given: SettingValues.Given) throws(SettingError) -> PublicKeyPin {
    do throws(PublicKeyPin.Problem) {
      return try PublicKeyPin(given.text)
    } catch {
      throw SettingError(.pinnedPublicKey, from: given.source, error.message)
    }
  }

  private static func header(_ given: SettingValues.Given) throws(SettingError) -> HTTPHeader {
    guard let colon = given.text.firstIndex(of: ":"), colon != given.text.startIndex else {
      throw SettingError(.proxyHeader, from: given.source, "must be 'Name: value'")
    }
    let value = given.text[given.text.index(after: colon)...].drop { $0 == " " }
    return HTTPHeader(String(given.text[..<colon]), String(value))
  }

  private static func store(
    _ values: SettingValues, environment: [String: String]
  ) throws(SettingError) -> StoreChoice {
    guard let given = try values.last(.store) else {
      guard let directory = JSONFileStore.Configuration.defaultDirectory(environment: environment) else {
        throw SettingError(.store, from: nil, "needs HOME or XDG_STATE_HOME to be set, or file:DIR or memory")
      }
      return .file(directory: directory)
    }
    if given.text == "memory" { return .memory }
    guard let directory = path(given.text, after: "file:") else {
      throw SettingError(.store, from: given.source, "must be file:DIR or memory")
    }
    return .file(directory: directory)
  }

  private static func transport(_ values: SettingValues) throws(SettingError) -> TransportChoice {
    guard let given = try values.last(.transport), given.text != "curl" else { return .curl }
    guard let directory = path(given.text, after: "fixture:") else {
      throw SettingError(.transport, from: given.source, "must be curl or fixture:DIR")
    }
    return .fixture(directory: directory)
  }

  private static func path(_ text: String, after prefix: String) -> String? {
    guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
    return String(text.dropFirst(prefix.count))
  }

  private static func clock(_ values: SettingValues) throws(SettingError) -> ClockChoice? {
    guard let given = try values.last(.clock) else { return nil }
    return try choice(given, .clock)
  }

  private static func sinks(_ values: SettingValues) throws(SettingError) -> [SinkChoice]? {
    var sinks: [SinkChoice] = []
    for given in try values.all(.sink) {
      let sink: SinkChoice = try choice(given, .sink)
      // Twice the same would tell everything twice.
      if !sinks.contains(sink) { sinks.append(sink) }
    }
    return sinks.isEmpty ? nil : sinks
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ given: SettingValues.Given, _ setting: Setting
  ) throws(SettingError) -> Choice {
    guard let choice = Choice(rawValue: given.text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingError(setting, from: given.source, "must be one of \(names)")
    }
    return choice
  }

  private static func timeout(_ values: SettingValues) throws(SettingError) -> Duration? {
    guard let given = try values.last(.timeout) else { return nil }
    guard let seconds = Double(given.text), seconds > 0, seconds <= 3600 else {
      throw SettingError(.timeout, from: given.source, "must be a number of seconds, more than 0 and at most 3600")
    }
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }

  private static func isOn(_ values: SettingValues, _ setting: Setting) throws(SettingError) -> Bool {
    guard let given = try values.last(setting) else { return false }
    return try SettingValues.boolean(given, of: setting)
  }
}
