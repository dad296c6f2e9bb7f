import Composition

/// The configuration of options and environment; the Application Code is there unless they give another.
func configure(
  _ options: [Setting: [String]] = [:], environment: [String: String] = [:], code: String? = "ABCDE-12345"
) throws -> Configuration {
  var options = options
  if let code, options[.applicationCode] == nil { options[.applicationCode] = [code] }
  let environment = ["HOME": "/home/someone"].merging(environment) { $1 }
  return try Configuration(SettingValues(options: options, environment: environment), environment: environment)
}

/// The words of the error that putting the parts together ends with; nil when it does not.
func problem(
  _ options: [Setting: [String]] = [:], environment: [String: String] = [:], code: String? = "ABCDE-12345"
) -> String? {
  settingError(options, environment: environment, code: code)?.description
}

/// The error that putting the parts together ends with; nil when it does not.
func settingError(
  _ options: [Setting: [String]] = [:], environment: [String: String] = [:], code: String? = "ABCDE-12345"
) -> SettingError? {
  var options = options
  if let code, options[.applicationCode] == nil { options[.applicationCode] = [code] }
  let environment = ["HOME": "/home/someone"].merging(environment) { $1 }
  var values: SettingValues?
  do throws(SettingError) {
    let given = try SettingValues(options: options, environment: environment)
    values = given
    let configuration = try Configuration(given, environment: environment)
    _ = try Assembly(configuration).makeClient()
    return nil
  } catch {
    return values.map(error.naming) ?? error
  }
}
