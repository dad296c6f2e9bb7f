import FeatureFlags
var bad = 0
var cov = Coverage()
var stim = 0
let client = CommandLine.arguments.count > 2
for seed in 0..<UInt64(CommandLine.arguments[1]).unsafelyUnwrapped where !client || seed % 20 == 0 {
  let h = Generator.history(seed: seed, length: 100)
  let v = await Runner.play(h)
  cov.add(v.coverage); stim += v.stimuli
  if let x = v.violation {
    bad += 1
    print("seed \(seed)", x)
    if bad > 4 { break }
    var s = Shrinker(budget: 200)
    let small = await s.shrink(h) { await Runner.play($0).violation?.rule == x.rule }
    print(await Runner.play(small).violation as Any)
    print(small)
  }
}
print("bad", bad, cov.gaps)
