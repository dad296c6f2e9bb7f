import StrictJSON

extension Database {
  /// Writes what came in; within a transaction.
  func write(_ batch: StateBatch) throws(StoreError) {
    if let events = batch.events { try write(events) }
    if let devices = batch.devices { try write(devices) }
    for (counter, count) in batch.counters { try setCounter(counter.rawValue, count) }
  }

  private func write(_ changes: EventRecorder.Changes) throws(StoreError) {
    for (sequence, event) in changes.events {
      try run(
        "INSERT OR REPLACE INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          .integer(Int64(sequence)), .text(event.application), .text(event.name), .blob(event.attributes),
          .text(event.user), .text(event.device), .integer(event.time), .text(event.deliveryID),
        ])
    }
    try run("DELETE FROM events WHERE sequence <= ?", [.integer(Int64(changes.dropped))])
    try setCounter("dropped", Int64(changes.dropped))
    for (name, count) in changes.names {
      try run("INSERT OR REPLACE INTO names VALUES (?, ?)", [.text(name.text), .integer(count)])
    }
    for (id, branch) in changes.branches {
      try run(
        "INSERT OR REPLACE INTO branches VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          .text(id.flag.text), .text(id.rule.text), .integer(id.isEnabled ? 1 : 0), .integer(branch.count),
          .integer(branch.last), .blob(Self.bytes(of: branch.minutes)), .blob(Self.bytes(of: branch.hours)),
        ])
    }
  }

  private func write(_ changes: DeviceRegistry.Changes) throws(StoreError) {
    for (id, device) in changes.devices {
      try run(
        "INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)",
        [
          .text(id.application.text), .text(id.hardware.text), .integer(device.lastRequest),
          .blob(JSONWriter.bytes(of: device.storedJSON)),
        ])
    }
    for id in changes.forgotten {
      try run(
        "DELETE FROM devices WHERE application = ? AND hardware = ?",
        [.text(id.application.text), .text(id.hardware.text)])
    }
    try setCounter("forgotten", changes.forgottenCount)
  }

  private func setCounter(_ name: String, _ count: Int64) throws(StoreError) {
    try run("INSERT OR REPLACE INTO counters VALUES (?, ?)", [.text(name), .integer(count)])
  }

  /// Gives `state` what was written.
  func restore(_ state: ServerState) throws(StoreError) {
    var counters: [String: Int64] = [:]
    try run("SELECT name, count FROM counters") { (row) throws(StoreError) in counters[row.text(0)] = row.integer(1) }
    for counter in RequestCounters.Counter.allCases {
      state.requests.add(counters[counter.rawValue] ?? 0, to: counter)
    }
    try restoreEvents(state.events, dropped: Int(counters["dropped"] ?? 0))
    var devices: [(id: DeviceRegistry.ID, device: Device)] = []
    try run("SELECT application, hardware, seen, json FROM devices ORDER BY seen") { (row) throws(StoreError) in
      guard let id = DeviceRegistry.ID(application: row.text(0), hardware: row.text(1)) else { return }
      devices.append((id, Device(stored: row.blob(3), lastRequest: row.integer(2))))
    }
    state.devices.restore(devices, forgottenCount: counters["forgotten"] ?? 0)
  }

  private func restoreEvents(_ recorder: EventRecorder, dropped: Int) throws(StoreError) {
    var names: [ByteString: Int64] = [:]
    try run("SELECT name, count FROM names") { (row) throws(StoreError) in
      names[ByteString(row.text(0))] = row.integer(1)
    }
    var branches: [Statistics.BranchID: Statistics.Branch] = [:]
    try run("SELECT flag, rule, enabled, count, last, minutes, hours FROM branches") { (row) throws(StoreError) in
      let id = Statistics.BranchID(
        flag: ByteString(row.text(0)), rule: ByteString(row.text(1)), isEnabled: row.integer(2) != 0)
      branches[id] = Statistics.Branch(
        count: row.integer(3), last: row.integer(4), minutes: Self.bins(row.blob(5)), hours: Self.bins(row.blob(6)))
    }
    var events: [LoggedEvent] = []
    try run(
      """
      SELECT application, name, attributes, user, device, time, delivery FROM events WHERE sequence > ?
      ORDER BY sequence
      """,
      [.integer(Int64(dropped))]
    ) { (row) throws(StoreError) in
      var event = LoggedEvent(
        application: row.text(0), name: row.text(1), attributes: row.blob(2), user: row.text(3), device: row.text(4),
        time: row.integer(5), deliveryID: row.text(6))
      event.restoreImpression()
      events.append(event)
    }
    recorder.restore(events, dropped: dropped, branches: branches, names: names)
  }

  private static func bytes(of bins: TimeBins) -> [UInt8] {
    JSONWriter.bytes(of: .array(bins.bins.map { .array([.integer($0.start), .integer($0.count)]) }))
  }

  private static func bins(_ bytes: [UInt8]) -> TimeBins {
    guard case .array(let bins)? = try? JSONReader.value(of: bytes) else { return TimeBins() }
    return TimeBins(
      bins.compactMap { bin in
        guard case .array(let pair) = bin, pair.count == 2, case .integer(let start) = pair[0],
          case .integer(let count) = pair[1]
        else { return nil }
        return TimeBins.Bin(start: start, count: count)
      })
  }
}

extension Device {
  /// What is stored of a device: not what it was answered.
  fileprivate var storedJSON: JSONValue {
    .object([
      "user_id": .string(userID), "platform": .string(platform), "app_version": .string(appVersion),
      "language": .string(language), "push_registered": .bool(isPushRegistered), "tags": .object(tags),
      "requests": .integer(requests),
    ])
  }

  /// Takes a stored device up; fields that cannot be read are unknown.
  fileprivate init(stored bytes: [UInt8], lastRequest: Int64) {
    guard let fields = try? BodyFields(json: bytes) else { return }
    self.lastRequest = lastRequest
    userID = (try? fields.string("user_id")) ?? ""
    platform = (try? fields.string("platform")) ?? ""
    appVersion = (try? fields.string("app_version")) ?? ""
    language = (try? fields.string("language")) ?? ""
    isPushRegistered = (try? fields.bool("push_registered")) ?? false
    tags = (try? fields.fields("tags"))?.object ?? [:]
    requests = (try? fields.integer("requests", in: 0...Int64.max)) ?? 0
  }
}
