/// Why the data directory cannot be used: what it is about, and what is wrong with it.
struct StoreError: Error, Hashable, CustomStringConvertible {
  var path: String
  var reason: String

  init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  var description: String { "\(path): \(reason)" }
}
