/// How often something happened in each of the latest stretches of time of one width; stretches without anything are left
/// out, so it takes no more room than it has to tell.
struct TimeBins: Sendable, Hashable {
  /// How many seconds a stretch has, and how many of them are kept.
  struct Scale: Sendable, Hashable {
    var width: Int64
    var count: Int64

    static let minutes = Scale(width: 60, count: 60)
    static let hours = Scale(width: 3_600, count: 48)

    /// The start of the stretch that `time` is in.
    func start(of time: Int64) -> Int64 { time - (time % width + width) % width }

    /// The start of the oldest stretch that is kept at `now`.
    func oldest(at now: Int64) -> Int64 { start(of: now) - (count - 1) * width }
  }

  struct Bin: Sendable, Hashable {
    /// Unix seconds.
    var start: Int64
    var count: Int64
  }

  /// In the order of time.
  private(set) var bins: [Bin] = []

  /// Counts something that happened at `time`, not later than `now`; nothing when that is too long ago.
  mutating func add(_ time: Int64, now: Int64, _ scale: Scale) {
    let oldest = scale.oldest(at: now)
    let start = scale.start(of: time)
    guard start >= oldest else { return }
    if let last = bins.last, last.start == start {
      bins[bins.count - 1].count += 1
      return
    }
    bins.removeAll { $0.start < oldest }
    let place = bins.firstIndex { $0.start >= start } ?? bins.count
    if place < bins.count, bins[place].start == start {
      bins[place].count += 1
    } else {
      bins.insert(Bin(start: start, count: 1), at: place)
    }
  }

  /// Those that are still kept at `now`.
  func kept(at now: Int64, _ scale: Scale) -> [Bin] {
    let oldest = scale.oldest(at: now)
    return bins.filter { $0.start >= oldest }
  }

  init() {}

  /// Those that were stored.
  init(_ bins: [Bin]) {
    self.bins = bins.sorted { $0.start < $1.start }
  }
}
