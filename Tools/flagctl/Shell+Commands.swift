import Composition
import FeatureFlags
import FeatureFlagsTesting
import PushwooshWire
import StrictJSON

extension Shell {
  nonisolated static let commandNames = [
    "active", "background", "register-push", "set-user", "set-proxy", "refresh", "get", "enabled", "property", "list",
    "impression", "listen", "status", "advance", "skew", "reopen", "wait", "stop-communication",
    "start-communication", "quit",
  ]

  /// Carries out one command.
  ///
  /// - Throws: `Failure` saying what is wrong with it.
  func run(_ name: String, _ words: [String]) async throws -> Answer {
    switch name {
    case "active": return try await drive(name, words) { $0.didBecomeActive() }
    case "background": return try background(words)
    case "register-push": return try await drive(name, words) { $0.didRegisterForPush() }
    case "start-communication": return try await drive(name, words) { $0.startServerCommunication() }
    case "stop-communication": return try await drive(name, words) { $0.stopServerCommunication() }
    case "set-user": return try await setUser(words)
    case "set-proxy": return try setProxy(words)
    case "refresh": return try await refresh(words)
    case "get":
      let key = try take(words, ["KEY"])[0]
      return .get(key, client.get(key), output)
    case "enabled": return try enabled(words)
    case "property": return try property(words)
    case "list":
      _ = try take(words, [])
      return .list(client.allFlags, output)
    case "impression": return await logImpression(try take(words, ["KEY"])[0])
    case "listen": return try listen(words)
    case "status":
      _ = try take(words, [])
      return .status(client.status)
    case "advance": return try await advance(words)
    case "skew": return try skew(words)
    case "reopen": return try await reopen(words)
    case "wait":
      _ = try take(words, [])
      await client.settleIncludingMainCalls()
      return Answer(name, text: "done")
    case "quit":
      _ = try take(words, [])
      return Answer(name, text: "done")
    default:
      throw Failure(.usage, "unknown command: must be one of \(Self.commandNames.joined(separator: ", "))")
    }
  }

  private func take(_ words: [String], _ names: [String], optional: [String] = []) throws -> [String] {
    guard words.count >= names.count else { throw Failure(.usage, "\(names[words.count]) is missing") }
    guard words.count <= names.count + optional.count else {
      throw Failure(.usage, "unexpected '\(words[names.count + optional.count])'")
    }
    return words
  }

  /// Gives the client an input and answers when the automatic refresh that it caused has ended.
  private func drive(
    _ name: String, _ words: [String], _ input: (FeatureFlagsClient) -> Void
  ) async throws -> Answer {
    _ = try take(words, [])
    input(client)
    await client.settleIncludingMainCalls()
    return Answer(name, text: "done")
  }

  private func background(_ words: [String]) throws -> Answer {
    _ = try take(words, [])
    client.didEnterBackground()
    return Answer("background", text: "done")
  }

  private func setUser(_ words: [String]) async throws -> Answer {
    client.setUserID(try take(words, ["ID"])[0])
    userID = client.userID
    await client.settleIncludingMainCalls()
    return Answer("set-user", text: "done")
  }

  private func setProxy(_ words: [String]) throws -> Answer {
    let url = try take(words, ["URL"])[0]
    do {
      bench.assembly.service.setReverseProxy(
        try ReverseProxy(url: url, headers: bench.assembly.configuration.proxyHeaders))
    } catch {
      throw Failure(.usage, error.message)
    }
    client.configurationDidChange()
    return Answer("set-proxy", text: "done")
  }

  private func refresh(_ words: [String]) async throws -> Answer {
    if words == ["&"] {
      startRefresh()
      return Answer("refresh", ["result": "started"], text: "started")
    }
    _ = try take(words, [])
    do throws(FeatureFlagsError) {
      let outcome = try await client.refresh()
      await client.settleIncludingMainCalls()
      return .refresh(outcome)
    } catch {
      return .refresh(error)
    }
  }

  private func enabled(_ words: [String]) throws -> Answer {
    let words = try take(words, ["KEY"], optional: ["DEFAULT"])
    let defaultState = words.count > 1 ? Bool(words[1]) : false
    guard let defaultState else { throw Failure(.usage, "DEFAULT must be true or false") }
    return .enabled(client.isEnabled(words[0], default: defaultState))
  }

  private func property(_ words: [String]) throws -> Answer {
    let words = try take(words, ["KEY", "NAME", "TYPE"], optional: ["DEFAULT"])
    guard let type = PropertyType(rawValue: words[2]) else {
      throw Failure(.usage, "TYPE must be one of \(PropertyType.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let defaultValue = words.count > 3 ? type.value(of: words[3]) : nil
    guard words.count == 3 || defaultValue != nil else {
      throw Failure(.usage, "DEFAULT must be of type \(type.rawValue)")
    }
    return .property(client.get(words[0]), words[1], type, default: defaultValue)
  }

  private func logImpression(_ key: String) async -> Answer {
    do {
      return .impression(key, try await client.deliverImpression(key))
    } catch {
      return .impression(key, error)
    }
  }

  private func listen(_ words: [String]) throws -> Answer {
    switch try take(words, ["on|off"])[0] {
    case "on":
      client.addUpdateListener(self)
      isListening = true
    case "off":
      client.removeUpdateListener(self)
      isListening = false
    default: throw Failure(.usage, "must be on or off")
    }
    return Answer("listen", text: "done")
  }

  // MARK: Time and restarts

  /// Moves the manual clock from one thing that is due to the next, and lets each happen at its moment.
  private func advance(_ words: [String]) async throws -> Answer {
    guard let span = Span.parse(try take(words, ["DURATION"])[0]) else {
      throw Failure(.usage, "DURATION must be like 90s, 5m or 24h")
    }
    guard let clock = bench.assembly.manualClock else { throw Failure(.usage, "needs --clock manual") }
    let target = clock.uptime() + span
    // At the end of all time what is due next would be due now, again and again.
    guard target < Uptime(nanoseconds: .max) else {
      throw Failure(.usage, "DURATION goes beyond what the clock can show")
    }
    await client.settleIncludingMainCalls()
    while let wake = client.nextWake, wake <= target {
      clock.advance(to: wake)
      await client.settleIncludingMainCalls()
    }
    clock.advance(to: target)
    return Answer("advance", text: "it is \(Timestamp.text(clock.now().wall))")
  }

  private func skew(_ words: [String]) throws -> Answer {
    guard let span = Span.parseSigned(try take(words, ["±DURATION"])[0]) else {
      throw Failure(.usage, "DURATION must be like +1h or -90s")
    }
    guard let clock = bench.assembly.manualClock else { throw Failure(.usage, "needs --clock manual") }
    clock.skew(by: span)
    return Answer("skew", text: "the wall clock says \(Timestamp.text(clock.now().wall))")
  }

  /// A restart: the client goes, whatever it was doing, and another comes up on the same store.
  private func reopen(_ words: [String]) async throws -> Answer {
    _ = try take(words, [])
    client.shutdown()
    await client.settleIncludingMainCalls()
    client = try await bench.openClient(userID: userID)
    if isListening { client.addUpdateListener(self) }
    return Answer("reopen", text: "done")
  }
}
