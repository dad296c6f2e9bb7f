import FeatureFlags

extension StoreRule {
  static let basics: [StoreRule] = [
    StoreRule("a missing blob is nil, and removing it is done") { trial in
      let store = try trial.open()
      try trial.expect(store, "missing", holds: nil, "in an empty store")
      try store.remove("missing")
      try trial.expect(store, "missing", holds: nil, "after remove of a missing blob")
      try store.write([1], to: "other")
      try trial.expect(store, "missing", holds: nil, "after a write to another name")
    },

    StoreRule("a read gives what was last written") { trial in
      let store = try trial.open()
      for number in 1...40 {
        // Longer, shorter and of equal length by turns, so that no tail of an older blob can stay behind unseen.
        let bytes = [UInt8](repeating: UInt8(number), count: [900, 7, 7, 120][number % 4])
        try store.write(bytes, to: "flags")
        try trial.expect(store, "flags", holds: bytes, "after write \(number)")
      }
    },

    StoreRule("every byte comes back as it was") { trial in
      let store = try trial.open()
      let everyByte = (0...255).map { UInt8($0) }
      // Blocks of a length that fits no page or buffer, so that one that is lost or moved shows.
      var large: [UInt8] = []
      for _ in 0..<2_500 { large += everyByte + everyByte.prefix(165) }
      let blobs: [(String, [UInt8])] = [
        ("every-byte", everyByte), ("empty", []), ("zero", [0]), ("newlines", [13, 10, 10, 13, 0, 10]),
        ("not-utf8", [0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]), ("large", large),
      ]
      for (name, bytes) in blobs { try store.write(bytes, to: name) }
      for (name, bytes) in blobs { try trial.expect(store, name, holds: bytes, "after it was written") }
      try store.write([], to: "large")
      try trial.expect(store, "large", holds: [], "after an empty blob took the place of 1 MB")
    },

    StoreRule("every allowed name is a blob of its own") { trial in
      let store = try trial.open()
      let long = "n" + String(repeating: "x", count: 62)
      let names = [
        "a", "b", "ab", "a-b", "a.b", "a.b.c", "a-", "a.", "a..", "a--", "a0", "a1", "json", "a.json", "a.b.json",
        "a.tmp", "lock", "a.lock", "con", long, long + "a", long + "b", String(repeating: "z", count: 64),
      ]
      for (number, name) in names.enumerated() { try store.write([UInt8(number), 0x55], to: name) }
      for (number, name) in names.enumerated() {
        try trial.expect(store, name, holds: [UInt8(number), 0x55], "after \(names.count) blobs were written")
      }
      for (number, name) in names.enumerated() where number % 2 == 0 { try store.remove(name) }
      for (number, name) in names.enumerated() {
        try trial.expect(
          store, name, holds: number % 2 == 0 ? nil : [UInt8(number), 0x55], "after every other blob was removed")
      }
    },

    StoreRule("a removed blob is gone") { trial in
      let store = try trial.open()
      try store.write([1, 2, 3], to: "flags")
      try store.write([4], to: "device")
      try store.remove("flags")
      try trial.expect(store, "flags", holds: nil, "after remove")
      try trial.expect(store, "device", holds: [4], "after another blob was removed")
      try trial.expect(try trial.open(), "flags", holds: nil, "after remove, in a store opened anew")
      try store.remove("flags")
      try store.write([5], to: "flags")
      try trial.expect(store, "flags", holds: [5], "after remove and a new write")
    },

    StoreRule("what was written is there for the next one who opens the storage") { trial in
      for number in 1...8 {
        let store = try trial.open()
        try trial.expect(store, "flags", holds: number == 1 ? nil : [UInt8(number - 1)], "when opened anew")
        try store.write([UInt8(number)], to: "flags")
        try store.write([UInt8(number), 0], to: "run-\(number)")
      }
      let last = try trial.open()
      for number in 1...8 {
        try trial.expect(last, "run-\(number)", holds: [UInt8(number), 0], "in a store opened at last")
      }
    },
  ]
}
