import CommandOptions

/// What `--help` says.
enum Help {
  private static let commands: [(usage: String, meaning: String)] = [
    ("get KEY", "the flag: state, rule, properties"),
    ("enabled KEY [--default true|false]", "true or false; exit 0 when true, 1 when false"),
    ("property KEY NAME --type TYPE [--default V]", "the value of a property, or the default"),
    ("list", "all readable flags"),
    ("refresh", "ask the server for flags"),
    ("impression KEY…", "log impressions and wait for their delivery"),
    ("status", "identity, age of the flags, throttle window, where they are stored"),
    ("watch [--every TIME]", "stay in the foreground and print each change; Ctrl-Z is the background"),
    ("shell [--strict]", "read commands from stdin, one a line, for one client"),
    ("clear [--all]", "forget the stored flags of this identity, or everything"),
  ]

  /// The names of the commands, for error messages.
  static var commandNames: String {
    commands.compactMap { $0.usage.split(separator: " ").first.map(String.init) }.joined(separator: ", ")
  }

  /// The whole text.
  static var text: String {
    var lines = ["usage: flagctl [OPTION…] COMMAND", "", "Commands:"]
    lines += OptionTable.lines(commands)
    lines += ["", "Options of single commands:"]
    lines += OptionTable.lines(of: CommandParser.specs)
    lines += ["", "Options:"]
    lines += OptionTable.lines(of: Invocation.sharedSpecs)
    lines += [
      "", "Each of these but the last two can be given by the environment too: --app-code as FLAGCTL_APP_CODE, and so",
      "on; a switch as true or false, sinks with commas between them, headers in lines, and FLAGCTL_API_TOKEN is the",
      "token itself. An option goes before the environment, and that before the property list.", "",
      "Exit status: 0 done, 1 no such flag, or false, 2 usage, 3 failed, 4 configuration, 5 store.",
    ]
    return lines.joined(separator: "\n")
  }
}
