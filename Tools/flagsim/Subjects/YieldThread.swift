#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets another thread have the processor, which on a single one nobody else could get.
func yieldThread() {
  sched_yield()
}
