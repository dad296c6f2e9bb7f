import Dispatch
import Locking
import Synchronization
import Testing

@Suite("A value in stripes")
struct StripedTests {
  private final class Pair: Sendable {
    let left: Int
    let right: Int

    init(_ number: Int) {
      left = number
      right = -number
    }
  }

  @Test("Many readers never see half a change, nor an older value after a newer one")
  func readers() {
    let striped = Shared(Striped(Pair(0)))
    let faults = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var last = 0
      for round in 0..<5_000 {
        if thread == 0 { striped.value.replace(with: Pair(round)) }
        let (left, right) = striped.value.read { ($0.left, $0.right) }
        if left != -right || left < last { faults.add(1, ordering: .relaxed) }
        last = left
      }
    }
    #expect(faults.load(ordering: .relaxed) == 0)
    #expect(striped.value.read { $0.left } == 4_999)
  }

  @Test("A change made while a reader is in its stripe is seen by the read that follows")
  func reentrance() {
    let striped = Shared(Striped(Pair(1)))
    let inner = striped.value.read { outer in
      // Not something users may do; here it stands for another thread in the same stripe.
      striped.value.replace(with: Pair(2))
      return (outer.left, striped.value.read { $0.left })
    }
    #expect(inner == (1, 2))
    #expect(striped.value.read { $0.left } == 2)
  }

  @Test("An object is let go when it is replaced, and the last one with the stripes")
  func lifetime() {
    weak var first: Pair?
    weak var second: Pair?
    do {
      let striped = Shared(Striped(Pair(1)))
      striped.value.read { first = $0 }
      #expect(first != nil)
      striped.value.replace(with: Pair(2))
      #expect(first == nil)
      striped.value.read { second = $0 }
      #expect(second != nil)
    }
    #expect(second == nil)
  }
}

/// A value that cannot be copied, where several threads find it.
private final class Shared<Value: ~Copyable & Sendable>: Sendable {
  let value: Value

  init(_ value: consuming Value) {
    self.value = value
  }
}
