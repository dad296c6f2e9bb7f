import CommandOptions
import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The whole run: measures the groups that were asked for and prints their figures.
enum Benchmark {
  /// - Returns: the exit status: 0 when every figure holds, 1 when one misses its target or cannot be measured, 2 for a
  ///   bad command line.
  static func run(_ arguments: [String]) async -> Int32 {
    let options: Options
    do {
      options = try Options(arguments)
    } catch {
      return fail("flagbench: \(error)", 2)
    }
    if options.showsHelp {
      print(Options.help)
      return 0
    }
    do {
      if let name = options.work {
        try await ReadWork().run(name, rounds: options.rounds)
        return 0
      }
      return try await measure(options) ? 0 : 1
    } catch {
      return fail("flagbench: \(error)", 1)
    }
  }

  private static func measure(_ options: Options) async throws -> Bool {
    if !options.isJSON { print(Figure.header) }
    var allHold = true
    for group in options.groups {
      for figure in try await figures(of: group, options) {
        print(options.isJSON ? figure.json : figure.row)
        allHold = allHold && figure.holds
      }
    }
    return allHold
  }

  private static func figures(of group: Options.Group, _ options: Options) async throws -> [Figure] {
    switch group {
    case .reads: try await ReadCases.figures(options)
    case .allocations: try await AllocationCase.figures(options)
    case .threads: try await TwoThreadsCase.figures(options)
    case .growing: try await GrowingCases.figures(options)
    case .answers: try await AnswerCases.figures(options)
    case .growth: try await GrowthCase.figures(options)
    case .reuse: try await ReuseCase.figures(options)
    case .start: try await CommandStartCase.figures(options)
    }
  }

  private static func fail(_ message: String, _ status: Int32) -> Int32 {
    DescriptorWriter.writeLine(message, to: STDERR_FILENO)
    return status
  }
}
