import Testing

@testable import FeatureFlags

@Suite("Machine: reading and the stored flags")
struct MachineStoredFlagsTests {
  private func stored(
    _ flags: [Flag] = [on("a")], user: String = "u-1", at time: ClockReading = MachineDriver.start, tag: String? = nil
  ) -> StoredFlags {
    StoredFlags(
      identity: Identity(applicationCode: "APP", userID: user), receivedAt: time, entityTag: tag, flags: flags)
  }

  @Test("R2: the stored flags of an earlier run are readable as soon as the machine exists")
  func readableAtOnce() {
    #expect(MachineDriver(stored: stored()).readable == ["a=on"])
  }

  @Test("R1, R3: no key matches but the very same bytes")
  func exactKeys() {
    let driver = MachineDriver(stored: stored([on("New_Checkout"), on("caf\u{e9}")]))
    let now = driver.now.uptime
    func has(_ key: String) -> Bool { driver.machine.snapshot.flag(key, at: { now }) != nil }
    #expect(has("New_Checkout") && !has("new_checkout") && !has("New_Checkout "))
    #expect(has("caf\u{e9}") && !has("cafe\u{301}"))
    #expect(!has(""))
  }

  @Test("R3: two canonically equivalent spellings are two flags")
  func equivalentSpellings() {
    let driver = MachineDriver(stored: stored([on("caf\u{e9}"), off("cafe\u{301}")]))
    let now = driver.now.uptime
    #expect(driver.machine.snapshot.flag("caf\u{e9}", at: { now })?.isEnabled == true)
    #expect(driver.machine.snapshot.flag("cafe\u{301}", at: { now })?.isEnabled == false)
  }

  @Test("S1: readable until 24 h, not at 24 h, without any input")
  func expiry() {
    var driver = MachineDriver(stored: stored())
    driver.skip(.hours(24) - Nanoseconds(1))
    #expect(driver.readable == ["a=on"])
    driver.skip(Nanoseconds(1))
    #expect(driver.readable == [])
  }

  @Test("S1: what has expired is forgotten when its time comes")
  func forgotten() {
    var driver = MachineDriver(stored: stored())
    driver.advance(.hours(24))
    #expect(driver.machine.snapshot.entries.isEmpty)
    #expect(driver.machine.nextWake == nil)
  }

  @Test("S2: a record of another user or application is not readable")
  func otherIdentity() {
    #expect(MachineDriver(stored: stored(user: "u-2")).readable == [])
    var record = stored()
    record.identity = Identity(applicationCode: "OTHER", userID: "u-1")
    #expect(MachineDriver(stored: record).readable == [])
    // Canonically equivalent User IDs are two users.
    #expect(MachineDriver(userID: "cafe\u{301}", stored: stored(user: "caf\u{e9}")).readable == [])
  }

  @Test("S3: within one boot the wall clock cannot lengthen the age")
  func sameBoot() {
    var now = MachineDriver.start
    now.uptime = now.uptime + .hours(23)
    now.wall = WallTime(seconds: 0)
    var driver = MachineDriver(stored: stored(), at: now)
    #expect(driver.readable == ["a=on"])
    driver.skip(.hours(1))
    #expect(driver.readable == [])
  }

  @Test("S3: across boots the age is measured by the wall clock")
  func otherBoot() {
    var now = MachineDriver.start
    now.bootID = "boot-2"
    now.uptime = Uptime(nanoseconds: 1)
    now.wall = now.wall + .hours(23)
    var driver = MachineDriver(stored: stored(), at: now)
    #expect(driver.readable == ["a=on"])
    driver.skip(.hours(1))
    #expect(driver.readable == [])
  }

  @Test("S3: without a boot id the wall clock decides")
  func unknownBoot() {
    var then = MachineDriver.start
    then.bootID = nil
    var now = then
    now.wall = now.wall + .hours(25)
    #expect(MachineDriver(stored: stored(at: then), at: now).readable == [])
  }

  @Test("S3: a record from the future is expired, by either clock")
  func future() {
    var later = MachineDriver.start
    later.uptime = later.uptime + Nanoseconds(1)
    #expect(MachineDriver(stored: stored(at: later)).readable == [])
    var now = MachineDriver.start
    now.bootID = "boot-2"
    now.wall = now.wall - .seconds(1)
    #expect(MachineDriver(stored: stored(), at: now).readable == [])
  }

  @Test("S3: times at the ends of their range cannot trap")
  func extremes() {
    for wall in [Int64.min, 0, .max] {
      for uptime in [Int64.min, 0, .max] {
        for boot in ["boot-1", "boot-2"] {
          let time = ClockReading(
            wall: WallTime(nanoseconds: wall), uptime: Uptime(nanoseconds: uptime), bootID: boot)
          var driver = MachineDriver(stored: stored(at: time))
          driver.advance(.hours(1))
          _ = driver.readable
          var other = MachineDriver(stored: stored(), at: time)
          other.send(.becameActive)
          other.answer([on("a")])
          _ = other.machine.nextWake
        }
      }
    }
  }

  @Test("S1: the age counts from the moment of receipt, not of the request")
  func ageFromReceipt() {
    var driver = MachineDriver()
    driver.refresh()
    driver.skip(.seconds(25))
    driver.answer([on("a")])
    #expect(driver.writes.last?.receivedAt == driver.now)
    driver.skip(.hours(24) - Nanoseconds(1))
    #expect(driver.readable == ["a=on"])
  }

  @Test("S4: a partial answer overlays in memory, is not stored, and leaves the others as they were")
  func partial() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a"), on("b")])
    let token = driver.skipAndRefresh(.minutes(5))
    driver.answer([off("a")], isPartial: true)
    #expect(driver.outcome(token)?.kind == .partial)
    #expect(driver.outcome(token)?.changedKeys == ["a"])
    #expect(driver.readable == ["a=off", "b=on"])
    #expect(driver.writes.count == 1)
    #expect(driver.updates.last == ["a"])
    #expect(MachineDriver(stored: driver.writes.last, at: driver.now).readable == ["a=on", "b=on"])
  }

  @Test("S4, S1: each flag of a partial answer lives 24 h from its own receipt")
  func partialExpiry() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a"), on("b")])
    driver.skip(.hours(10))
    driver.refresh()
    driver.answer([off("a")], isPartial: true)
    driver.skip(.hours(14))
    #expect(driver.readable == ["a=off"])
    driver.skip(.hours(10))
    #expect(driver.readable == [])
  }

  @Test("S4: a complete answer ends the overlay, and so does a 304")
  func overlayEnds() {
    for isNotModified in [false, true] {
      var driver = MachineDriver(isThrottlingDisabled: true)
      driver.refresh()
      driver.answer([on("a")], tag: "t")
      driver.refresh()
      driver.answer([off("a"), on("z")], isPartial: true)
      driver.refresh()
      if isNotModified {
        driver.end(.success(.notModified))
      } else {
        driver.answer([on("a")], tag: "t")
      }
      #expect(driver.readable == ["a=on"])
      #expect(driver.updates.last == ["a", "z"])
    }
  }

  @Test("S6: what the store did not take is readable, and is written again with the next answer though unchanged")
  func failedWrite() {
    var driver = MachineDriver(isThrottlingDisabled: true)
    driver.refresh()
    driver.answer([on("a")])
    driver.send(.recordWritten(receivedAt: driver.now.uptime, StoreError("disk full")))
    #expect(driver.readable == ["a=on"])
    #expect(driver.diagnostics.contains { $0.code == .storeWriteFailed })
    driver.skip(.seconds(1))
    driver.refresh()
    driver.answer([on("a")])
    #expect(driver.writes.count == 2)
  }

  @Test("an unchanged answer is written only when the time of receipt on disk has fallen behind by 5 minutes")
  func renewal() {
    var driver = MachineDriver(isThrottlingDisabled: true)
    driver.refresh()
    driver.answer([on("a")], tag: "t")
    driver.send(.recordWritten(receivedAt: driver.now.uptime, nil))
    driver.skip(.minutes(4))
    driver.refresh()
    driver.end(.success(.notModified))
    #expect(driver.writes.count == 1)
    driver.skip(.minutes(1))
    driver.refresh()
    driver.end(.success(.notModified))
    #expect(driver.writes.count == 2)
    #expect(driver.writes.last?.receivedAt == driver.now)
  }

  @Test("304 renews the age and changes nothing")
  func notModified() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")], tag: "t")
    driver.skip(.hours(23))
    let token = driver.refresh()
    #expect(driver.requests.last?.entityTag == "t")
    driver.end(.success(.notModified))
    #expect(driver.outcome(token)?.kind == .unchanged)
    #expect(driver.updates.count == 1)
    driver.skip(.hours(23))
    #expect(driver.readable == ["a=on"])
  }

  @Test("a 304 whose stored flags are gone asks again without the tag, and completes once")
  func notModifiedWithoutBody() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")], tag: "t")
    let token = driver.skipAndRefresh(.minutes(6))
    driver.send(.storedFlagsCleared)
    driver.end(.success(.notModified))
    #expect(driver.requests.count == 3)
    #expect(driver.requests.last?.entityTag == nil)
    #expect(driver.completions[token] == nil)
    driver.answer([on("a")])
    #expect(driver.outcome(token)?.kind == .updated)
  }

  @Test("E1: a 304 that nobody asked for is a failure with its status")
  func unaskedNotModified() {
    var driver = MachineDriver()
    let token = driver.refresh()
    driver.end(.success(.notModified))
    #expect(driver.failure(token)?.code == 304)
    #expect(driver.requests.count == 1)
  }

  @Test("the tag of an answer goes only with a request for the same identity")
  func tagOfOtherIdentity() {
    var driver = MachineDriver(stored: stored(user: "u-2", tag: "t"))
    driver.refresh()
    #expect(driver.requests.last?.entityTag == nil)
    driver.send(.userChanged("u-2"))
    #expect(driver.requests.last?.entityTag == "t")
  }

  @Test("dropped flags are reported, and the rest stays")
  func droppedFlags() {
    var driver = MachineDriver()
    driver.refresh()
    driver.end(
      .success(
        .evaluation(Evaluation(flags: [on("a")], droppedFlags: [.init(index: 3, problem: "has no string 'key'")]))))
    #expect(driver.readable == ["a=on"])
    #expect(driver.diagnostics.contains { $0.code == .flagDropped && $0.message == "flags[3] has no string 'key'" })
  }

  @Test("clearing forgets the flags and lifts the window")
  func clear() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.send(.storedFlagsCleared)
    #expect(driver.readable == [])
    driver.refresh()
    #expect(driver.requests.count == 2)
  }
}

extension MachineDriver {
  mutating func skipAndRefresh(_ span: Nanoseconds) -> RefreshToken {
    skip(span)
    return refresh()
  }
}
