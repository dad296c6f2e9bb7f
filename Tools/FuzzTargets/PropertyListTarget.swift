#if DEBUG || FUZZ
  @testable import Composition
  import Foundation
  @testable import PushwooshFramework
  import PushwooshWire

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Property lists as a file on disk may hold them: they give settings or one error, and no nesting runs out of stack.
  enum PropertyListTarget {
    static func run(_ bytes: [UInt8]) throws {
      // Not a nicety: whatever this lets through goes to a parser that calls itself for each level.
      if !XMLNesting.isTooDeep(bytes),
        let object = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      {
        let depth = depth(of: object)
        try Violation.unless(depth <= depthLimit || bytes.starts(with: "bplist".utf8), "nested \(depth) deep")
      }
      try withFile(bytes) { path in
        try checkSettings(path)
        try checkDropIn(path)
      }
    }

    private static let depthLimit = 128

    private static func depth(of object: Any) -> Int {
      var depth = 0
      var level: [Any] = [object]
      // A binary list may name one object in many places; how deep it goes is all that counts, and to a point.
      while !level.isEmpty, depth <= depthLimit + 1 {
        let next = level.flatMap { object -> [Any] in
          if let array = object as? [Any] { return array }
          if let dictionary = object as? [String: Any] { return Array(dictionary.values) }
          return []
        }
        if level.contains(where: { $0 is [Any] || $0 is [String: Any] }) { depth += 1 }
        level = Array(next.prefix(10_000))
      }
      return depth
    }

    /// The whole way of a command line that names the file.
    private static func checkSettings(_ path: String) throws {
      let values: SettingValues
      do throws(SettingError) {
        values = try SettingValues(options: [.infoPlist: [path]], environment: [:])
      } catch {
        try Violation.unless(!error.description.isEmpty, "an error without words")
        return
      }
      do throws(SettingError) {
        _ = try Configuration(values, environment: ["HOME": "/nowhere"])
      } catch {
        try Violation.unless(!error.description.isEmpty, "an error without words")
      }
    }

    private static func checkDropIn(_ path: String) throws {
      let lists: PropertyLists
      do throws(SetupProblem) {
        lists = try PropertyLists(environment: [PropertyLists.variable: path], bundle: [:])
      } catch {
        return
      }
      for key in [PropertyListKey.applicationCode, PropertyListKey.apiToken, PropertyListKey.disableThrottle] {
        if let given = lists[key] { try Violation.unless(given.place.contains(key), "a place without its key") }
      }
    }

    /// Calls `body` with the path of a file of `bytes` that no folder has: nothing of it is left, however this ends.
    private static func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
      var name = Array("/tmp/feature-flags-fuzz-XXXXXX".utf8CString)
      let descriptor = mkstemp(&name)
      guard descriptor >= 0 else { throw Violation("no temporary file: \(errno)") }
      unlink(name)
      defer { close(descriptor) }
      guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
        throw Violation("the temporary file was not written: \(errno)")
      }
      try body("/proc/self/fd/\(descriptor)")
    }
  }
#endif
