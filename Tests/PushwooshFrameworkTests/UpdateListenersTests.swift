import Testing

@testable import PushwooshFramework

@Suite("PushwooshFramework: the list of listeners")
@MainActor
struct UpdateListenersTests {
  private final class Listener: PWFeatureFlagsUpdateListener {
    var calls = 0
    var onCall: () -> Void = {}
    func featureFlagsDidUpdate() {
      calls += 1
      onCall()
    }
  }

  let list = UpdateListeners()

  @Test("L2: listeners are held weakly, called in order, and once though added twice")
  func basics() {
    var order: [Int] = []
    let listeners = (0..<3).map { number in
      let listener = Listener()
      listener.onCall = { order.append(number) }
      return listener
    }
    weak var released: Listener?
    do {
      let listener = Listener()
      released = listener
      list.add(listener)
    }
    #expect(released == nil)
    for listener in listeners + listeners { list.add(listener) }
    list.featureFlagsDidUpdate()
    #expect(order == [0, 1, 2])
    list.remove(listeners[1])
    list.featureFlagsDidUpdate()
    #expect(order == [0, 1, 2, 0, 2])
  }

  @Test("L2: a listener may remove itself and others, and add one, while it is called")
  func changesInside() {
    let first = Listener()
    let second = Listener()
    let third = Listener()
    first.onCall = {
      list.remove(first)
      list.remove(second)
      list.add(third)
    }
    list.add(first)
    list.add(second)
    list.featureFlagsDidUpdate()
    #expect(first.calls == 1 && second.calls == 0 && third.calls == 0)
    list.featureFlagsDidUpdate()
    #expect(first.calls == 1 && third.calls == 1)
  }
}
