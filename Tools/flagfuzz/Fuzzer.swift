import CDispatch
import Dispatch
import FuzzTargets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The entry of the toolchain's libFuzzer, for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Runs one target under libFuzzer until that ends the process.
enum Fuzzer {
  /// Set once, before the fuzzer's thread starts.
  nonisolated(unsafe) private static var target: FuzzTarget?

  /// As small as the stacks of threads get on the systems that the client runs on, so that depth is found early.
  private static let stackSize = 512 << 10

  static func run(_ target: FuzzTarget) -> Never {
    self.target = target
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackSize)
    var thread = pthread_t()
    // The main thread is for what has to run there.
    let code = pthread_create(&thread, &attributes, { _ in Fuzzer.drive() }, nil)
    guard code == 0 else { fatalError("pthread_create: \(code)") }
    dispatchMain()
  }

  private static func drive() -> UnsafeMutableRawPointer? {
    // Without a stack of its own the fuzzer's handler could not report that this one ran out.
    var stack = stack_t()
    stack.ss_size = 256 << 10
    stack.ss_sp = malloc(stack.ss_size)
    sigaltstack(&stack, nil)
    // libFuzzer takes the program's name and its own options.
    var arguments = CommandLine.arguments.enumerated().filter { $0.offset != 1 }.map { strdup($0.element) } + [nil]
    var count = Int32(arguments.count - 1)
    let code = arguments.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var start = buffer.baseAddress
      return withUnsafeMutablePointer(to: &start) { runDriver(&count, $0) { Fuzzer.take($0, $1) } }
    }
    exit(code)
  }

  private static func take(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    switch target?.body {
    case .immediate(let run)?: report { try run(bytes) }
    case .onMain(let run)?:
      let done = DispatchSemaphore(value: 0)
      Task { @MainActor in
        do {
          try await run(bytes)
        } catch {
          report { throw error }
        }
        done.signal()
      }
      done.wait()
    case nil: break
    }
    return 0
  }

  /// A violation is a crash to libFuzzer: it keeps the input.
  private static func report(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      complain("violation: \(error)")
      abort()
    }
  }
}
