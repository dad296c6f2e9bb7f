import CCurl
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The thread and the gate, without a transport.
@Suite struct ThreadTests {
  /// Hands a value from a thread of C to a test.
  private final class Box: Sendable {
    let continuation: CheckedContinuation<[Bool], Never>
    init(_ continuation: CheckedContinuation<[Bool], Never>) { self.continuation = continuation }
  }

  @Test("The thread leaves signals to the program's own threads, SIGPIPE above all, but faults are its own")
  func signals() async {
    let blocked = await withCheckedContinuation { continuation in
      let started = ff_thread_start(
        "test",
        { context in
          guard let context else { return }
          let box = Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
          var mask = sigset_t()
          pthread_sigmask(SIG_BLOCK, nil, &mask)
          box.continuation.resume(
            returning: [SIGPIPE, SIGINT, SIGTERM, SIGALRM, SIGSEGV, SIGBUS].map { sigismember(&mask, $0) == 1 })
        }, Unmanaged.passRetained(Box(continuation)).toOpaque())
      #expect(started)
    }
    #expect(blocked == [true, true, true, true, false, false])
  }

  @Test("exit waits for a thread that is in the gate, before the handlers of the TLS library run")
  func gate() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Set before libcurl is loaded, so it runs where the TLS library's handlers do: after ours.
      atexit { _exit(hasLeft.load(ordering: .acquiring) ? 7 : 1) }
      var message = [CChar](repeating: 0, count: 512)
      try #require(ff_curl_load(FF_CURL_LIBRARY, UInt32(FF_CURL_MINIMUM_VERSION), &message, message.count))
      _ =
        await withCheckedContinuation { continuation in
          _ = ff_thread_start(
            "test",
            { context in
              guard let context else { return }
              ff_gate_enter()
              Unmanaged<Box>.fromOpaque(context).takeRetainedValue().continuation.resume(returning: [])
              // Long enough for exit to have come by if it did not wait; nothing waits for this when it does.
              usleep(300_000)
              hasLeft.store(true, ordering: .releasing)
              ff_gate_leave()
            }, Unmanaged.passRetained(Box(continuation)).toOpaque())
        } as [Bool]
      exit(0)
    }
  }
}

private let hasLeft = Atomic<Bool>(false)
