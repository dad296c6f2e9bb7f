/// What the command line asks for.
struct Options: Sendable {
  var isJSON = false
  /// Fewer rounds, for trying things out; the figures are rough.
  var isQuick = false
  /// The groups of figures to measure; all when empty.
  var groups: [String] = []
  /// The static `flagctl` and the static empty program to start, if they have been built.
  var flagctl: String?
  var emptyProgram: String?
}
