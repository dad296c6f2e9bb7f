import FeatureFlags
var bad = 0
var cov = Coverage()
var stim = 0
for seed in 0..<UInt64(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000) {
  let h = Generator.history(seed: seed, length: 100)
  let v = await Runner.play(h)
  cov.add(v.coverage); stim += v.stimuli
  if let x = v.violation {
    bad += 1
    if bad > 8 { continue }
    var s = Shrinker()
    let small = await s.shrink(h) { await Runner.play($0).violation?.rule == x.rule }
    print("seed \(seed)", await Runner.play(small).violation as Any)
    print(small)
    if bad == 1 { _ = await Runner.play(small, log: { print($0) }) }
  }
}
print("bad", bad)
print(stim, cov.ruleRows, cov.exerciseRows, cov.gaps)
