import CommandOptions

/// The program.
enum Flagsim {
  /// Runs with `arguments`, the program's name first; gives the exit status.
  static func run(
    _ arguments: [String], out: (String) -> Void, err: (String) -> Void
  ) async -> Int32 {
    let options: Options
    do throws(UsageError) {
      options = try Options(Array(arguments.dropFirst()))
    } catch {
      err("flagsim: \(error)")
      return 2
    }
    if options.showsHelp {
      out(Options.help)
      return 0
    }
    if let seed = options.seed { return await replay(seed, options, out) }
    let campaign = await Campaign.run(options, log: err)
    out(options.isJSON ? Report.json(campaign) : Report.text(campaign))
    return campaign.isGood ? 0 : 1
  }

  /// Shows the history of `seed`, and what is wrong with it.
  private static func replay(_ seed: UInt64, _ options: Options, _ out: (String) -> Void) async -> Int32 {
    let history = Generator.history(seed: seed, length: options.steps)
    if options.isJSON {
      var one = options
      (one.firstSeed, one.seeds) = (seed, 1)
      let campaign = await Campaign.run(one) { _ in }
      out(Report.json(campaign))
      return campaign.isGood ? 0 : 1
    }
    out("seed \(seed)\n\(history)\n")
    let (finding, _) = await Finding.look(seed: seed, history)
    if options.isVerbose {
      let log: [String] = await withLog { log in _ = await Runner.play(finding?.shortest ?? history, log: log) }
      out(log.joined(separator: "\n") + "\n")
    }
    out(finding.map { "\($0)" } ?? "no violation")
    return finding == nil ? 0 : 1
  }

  private static func withLog(_ body: (@escaping (String) -> Void) async -> Void) async -> [String] {
    var lines: [String] = []
    await body { lines.append($0) }
    return lines
  }
}
