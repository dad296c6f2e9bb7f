// pthread_setname_np is an extension.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "CCurl.h"

struct start {
  void (*body)(void *context);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

bool ff_thread_start(const char *name, void (*body)(void *context), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return false;
  *start = (struct start){body, context};

  // The new thread inherits the mask, so no signal can slip in before it sets its own.
  sigset_t blocked, before;
  sigfillset(&blocked);
  const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGPROF};
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&blocked, faults[index]);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);

  if (error) {
    free(start);
    return false;
  }
#ifdef __linux__
  // Before pthread_detach: until then the thread's id is valid even if it has ended.
  pthread_setname_np(thread, name);
#endif
  pthread_detach(thread);
  return true;
}
