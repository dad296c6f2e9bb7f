extension Machine {
  /// T5: the last user's flags are gone before anyone can read, and the new user's are asked for at once.
  ///
  /// A stored record that is the new user's own, from an earlier run, is readable at once. Callers that wait for the
  /// old user's answer get the new user's.
  mutating func changeUser(to userID: String) {
    let new = Identity(applicationCode: settings.applicationCode, userID: userID)
    guard !isShutDown, new != identity else { return }
    if flags.discard(identity) { effects.append(.removeRecord) }
    identity = new
    generation += 1
    restoreWindow()
    publish()
    schedule.restartForNewUser()
    let waiters = flight?.waiters ?? []
    if let flight {
      effects.append(.cancel(flight.id))
      self.flight = nil
    }
    // Only what forbids every request holds a change of user back; a pause that the server asked for does not (T7).
    if let error = refusal {
      refreshAutomatically(inBackground: true)
      complete(waiters, .failure(error))
    } else {
      send(isAutomatic: true, waiters: waiters)
    }
  }

  /// Forgets the stored flags of this identity; the next refresh is not held back (T2).
  mutating func clearStoredFlags() {
    guard !isShutDown else { return }
    if flags.discard(identity) { effects.append(.removeRecord) }
    windowStart = nil
    publish()
  }
}
