import StrictJSON
import Testing

@Suite("JSONObject")
struct JSONObjectTests {
  /// Below and above the number of members at which a table takes the place of a scan.
  static let sizes = [0, 1, 2, 7, 8, 9, 10, 17, 100]

  private func object(of size: Int) -> JSONObject {
    var object = JSONObject()
    for index in 0..<size { object["k\(index)"] = .integer(Int64(index)) }
    return object
  }

  @Test("Members are found by key and keep their order", arguments: sizes)
  func membersAreFound(size: Int) {
    let object = object(of: size)
    #expect(object.count == size)
    #expect(object.isEmpty == (size == 0))
    #expect(object.members.map(\.key) == (0..<size).map { "k\($0)" })
    for index in 0..<size { #expect(object["k\(index)"] == .integer(Int64(index))) }
    #expect(object["K0"] == nil)
    #expect(object["k\(size)"] == nil)
  }

  @Test("A set value replaces in place; nil removes, and the rest is still found", arguments: sizes.filter { $0 > 0 })
  func membersAreReplacedAndRemoved(size: Int) {
    for victim in 0..<size {
      var object = object(of: size)
      object["k\(victim)"] = .string("new")
      #expect(object.members[victim].value == .string("new"))
      #expect(object.count == size)
      object["k\(victim)"] = nil
      object["absent"] = nil
      #expect(object.count == size - 1)
      #expect(object["k\(victim)"] == nil)
      for index in 0..<size where index != victim { #expect(object["k\(index)"] == .integer(Int64(index))) }
      object["k\(victim)"] = .null
      #expect(object.members.last?.key == "k\(victim)")
      #expect(object["k\(victim)"] == .null)
    }
  }

  @Test("A model of plain pairs agrees after random edits", arguments: 0..<6)
  func agreesWithAModel(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed))
    var object = JSONObject()
    var model: [(String, JSONValue)] = []
    for step in 0..<800 {
      let key = "k\(Int.random(in: 0..<24, using: &generator))"
      let position = model.firstIndex { $0.0 == key }
      if Bool.random(using: &generator) {
        object[key] = .integer(Int64(step))
        if let position {
          model[position].1 = .integer(Int64(step))
        } else {
          model.append((key, .integer(Int64(step))))
        }
      } else {
        object[key] = nil
        if let position { model.remove(at: position) }
      }
      #expect(object.members.map(\.key) == model.map(\.0))
      for (key, value) in model { #expect(object[key] == value) }
    }
  }

  @Test("Equality and hash ignore order, and nothing else", arguments: sizes.filter { $0 > 1 })
  func orderDoesNotCount(size: Int) {
    let forward = object(of: size)
    var backward = JSONObject()
    for member in forward.members.reversed() { backward[member.key] = member.value }
    #expect(forward == backward)
    #expect(forward.hashValue == backward.hashValue)
    var other = backward
    other["k0"] = .integer(-1)
    #expect(forward != other)
    other["k0"] = nil
    #expect(forward != other)
    other["x"] = .integer(0)
    #expect(forward != other)
  }

  @Test("R3: keys are bytes in small and in large objects", arguments: sizes)
  func keysAreBytes(size: Int) {
    var object = object(of: size)
    object["\u{e9}"] = .integer(1)
    object["e\u{301}"] = .integer(2)
    #expect(object.count == size + 2)
    #expect(object["\u{e9}"] == .integer(1))
    #expect(object["e\u{301}"] == .integer(2))
    object["\u{e9}"] = nil
    #expect(object["e\u{301}"] == .integer(2))
  }

  @Test("Of a literal's equal keys the last wins")
  func literals() {
    let object: JSONObject = ["a": .integer(1), "b": .null, "a": .integer(2)]
    #expect(object.members.map(\.key) == ["a", "b"])
    #expect(object["a"] == .integer(2))
  }

  @Test("A copy does not change with the original")
  func isAValue() {
    var object = object(of: 12)
    let copy = object
    object["k3"] = nil
    object["k4"] = .null
    #expect(copy["k3"] == .integer(3))
    #expect(copy["k4"] == .integer(4))
  }
}
