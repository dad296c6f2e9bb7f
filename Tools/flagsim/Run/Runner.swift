/// Plays histories.
enum Runner {
  /// Plays `history` to its end or to the first violation; `log` is told what happens.
  static func play(_ history: History, log: ((String) -> Void)? = nil) async -> Verdict {
    history.setup.usesClient ? await playWithClient(history, log: log) : playWithMachine(history, log: log)
  }

  /// Plays `history` with the machine alone, on the calling thread.
  static func playWithMachine(_ history: History, log: ((String) -> Void)? = nil) -> Verdict {
    var world = World(setup: history.setup)
    var subject = MachineSubject(setup: history.setup)
    var progress = Progress(history, log)
    var nextWake: Int64?
    while progress.advance(&world) {
      while let stimulus = world.next(nextWake: nextWake) {
        let seen = subject.take(stimulus, at: world.now)
        nextWake = seen.nextWake
        if progress.judge(stimulus, seen, &world) { return progress.verdict(world) }
      }
    }
    return progress.verdict(world)
  }

  /// Plays `history` with the whole client, one stimulus at a time, each settled before the next.
  static func playWithClient(_ history: History, log: ((String) -> Void)? = nil) async -> Verdict {
    var world = World(setup: history.setup)
    let subject = ClientSubject(setup: history.setup)
    var progress = Progress(history, log)
    var nextWake: Int64?
    while progress.advance(&world) {
      while let stimulus = world.next(nextWake: nextWake) {
        let faults = Faults(store: world.storeFailures, sink: world.sinkFailures)
        let seen = await subject.take(stimulus, at: world.now, faults: faults)
        nextWake = seen.nextWake
        if progress.judge(stimulus, seen, &world) {
          await subject.end()
          return progress.verdict(world)
        }
      }
    }
    await subject.end()
    return progress.verdict(world)
  }
}
