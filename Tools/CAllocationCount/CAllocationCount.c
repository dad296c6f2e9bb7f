#include "CAllocationCount.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

static atomic_uint_fast64_t count;

// glibc's own entry points under their other names, which stay reachable when the plain ones are defined here.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  note();
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note();
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return 12;  // ENOMEM
  *result = memory;
  return 0;
}

bool allocation_count_is_available(void) { return true; }
uint64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#else

bool allocation_count_is_available(void) { return false; }
uint64_t allocation_count(void) { return 0; }

#endif
