/// Counts the heap allocations of a process: this target defines `malloc` and its kin in front of the C library's own.

#ifndef CALLOCATIONCOUNT_H
#define CALLOCATIONCOUNT_H

#include <stdbool.h>
#include <stdint.h>

/// True where the C library lets its allocator be wrapped; elsewhere nothing is counted.
bool allocation_count_is_available(void);

/// How many allocations the process has made so far, by all threads.
uint64_t allocation_count(void);

#endif
