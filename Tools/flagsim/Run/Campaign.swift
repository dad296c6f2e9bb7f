/// Many histories, one seed after the other, until one breaks a rule.
struct Campaign: Sendable {
  /// From how many seeds on everything must have come up.
  static let fullRun: UInt64 = 1000

  private(set) var seeds: UInt64 = 0
  private(set) var steps = 0
  private(set) var stimuli = 0
  private(set) var coverage = Coverage()
  private(set) var finding: Finding?

  /// Plays the histories that `options` ask for; `log` hears of each when they are verbose.
  static func run(_ options: Options, log: (String) -> Void) async -> Campaign {
    var campaign = Campaign()
    for offset in 0..<options.seeds where campaign.finding == nil {
      let seed = options.firstSeed + offset
      let history = Generator.history(seed: seed, length: options.steps)
      if options.isVerbose { log("seed \(seed)") }
      let (finding, verdict) = await Finding.look(seed: seed, history)
      campaign.seeds += 1
      campaign.steps += history.steps.count
      campaign.stimuli += verdict.stimuli
      campaign.coverage.add(verdict.coverage)
      campaign.finding = finding
    }
    return campaign
  }

  /// What never came up although it had to; nothing in a small run, or in one that ended early.
  var gaps: [String] { finding == nil && seeds >= Self.fullRun ? coverage.gaps : [] }

  var isGood: Bool { finding == nil && gaps.isEmpty }
}
