import FeatureFlags

extension StoreRule {
  static let asides: [StoreRule] = [
    StoreRule("setting a missing blob aside is done") { trial in
      let store = try trial.open()
      try store.setAside("missing")
      try trial.expect(store, "missing", holds: nil, "after setAside of a missing blob")
    },

    StoreRule("a blob set aside is out of the way") { trial in
      let store = try trial.open()
      try store.write([1, 2, 3], to: "flags")
      try store.write([4], to: "device")
      try store.setAside("flags")
      try trial.expect(store, "flags", holds: nil, "after setAside")
      try trial.expect(store, "device", holds: [4], "after another blob was set aside")
      try trial.expect(try trial.open(), "flags", holds: nil, "after setAside, in a store opened anew")
      try store.setAside("flags")
      try trial.expect(store, "flags", holds: nil, "after a second setAside")
      try store.write([5], to: "flags")
      try trial.expect(store, "flags", holds: [5], "after setAside and a new write")
    },

    StoreRule("one blob set aside is kept for each name, the newest") { trial in
      let store = try trial.open()
      try store.write([0], to: "flags")
      let count = try trial.blobCount?()
      for number in 1...5 {
        try store.write([UInt8(number)], to: "flags")
        try store.setAside("flags")
        let found = try trial.blobCount?()
        try trial.expect(
          found == count,
          "after \(number) times write and setAside the storage holds \(found ?? 0) things instead of \(count ?? 0)")
        // Where it is kept is the store's business; if it is where the port's own implementation puts it, it must be
        // the newest.
        if let kept = try store.read("flags.aside") {
          try trial.expect(kept == [UInt8(number)], "an older blob is kept aside instead of number \(number)")
        }
      }
    },
  ]
}
