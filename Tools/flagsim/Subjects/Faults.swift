/// How many of the next calls of the ports fail.
struct Faults: Sendable {
  var store = 0
  var sink = 0
}
