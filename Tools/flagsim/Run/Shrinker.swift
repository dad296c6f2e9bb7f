/// Finds a shorter history that breaks the same rule, by leaving out steps (delta debugging).
struct Shrinker {
  /// How many histories may be tried.
  var budget = 3000

  /// A shortest history, as far as leaving out goes, for which `isBroken` still holds; it must hold for `history`.
  mutating func shrink(_ history: History, while isBroken: (History) async -> Bool) async -> History {
    var best = history
    var chunk = max(best.steps.count / 2, 1)
    while chunk >= 1 {
      var start = 0
      var didShrink = false
      while start < best.steps.count, budget > 0 {
        var candidate = best
        candidate.steps.removeSubrange(start..<min(start + chunk, best.steps.count))
        budget -= 1
        if await isBroken(candidate) {
          best = candidate
          didShrink = true
        } else {
          start += chunk
        }
      }
      if budget <= 0 { break }
      // A step that could not go alone may be able to once another has gone.
      if chunk == 1, !didShrink { break }
      chunk = max(chunk / 2, 1)
    }
    return best
  }
}
