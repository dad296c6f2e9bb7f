#include "gate.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "CCurl.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned inside = 0;
static bool closed = false;
static pid_t owner = 0;

void ff_gate_enter(void) {
  pthread_mutex_lock(&lock);
  while (closed) pthread_cond_wait(&changed, &lock);
  inside++;
  pthread_mutex_unlock(&lock);
}

void ff_gate_leave(void) {
  pthread_mutex_lock(&lock);
  if (--inside == 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void close_gate(void) {
  // A forked child has a copy of the count and none of the threads.
  if (getpid() != owner) return;
  // libcurl does not block, so this is over in a moment; but nothing of ours may ever hold up an exit for long.
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 2;
  pthread_mutex_lock(&lock);
  closed = true;
  while (inside > 0 && pthread_cond_timedwait(&changed, &lock, &limit) == 0) continue;
  pthread_mutex_unlock(&lock);
}

bool ff_gate_install(void) {
  owner = getpid();
  return atexit(close_gate) == 0;
}
