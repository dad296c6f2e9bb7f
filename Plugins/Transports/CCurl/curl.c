#include "available.h"

#ifdef FF_CURL_AVAILABLE

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "CCurl.h"
#include "gate.h"

#define FUNCTIONS(X)                                                                                                 \
  X(global_init) X(version_info) X(easy_init) X(easy_cleanup) X(easy_setopt) X(easy_getinfo) X(easy_strerror)        \
  X(slist_append) X(slist_free_all) X(multi_init) X(multi_cleanup) X(multi_setopt) X(multi_add_handle)               \
  X(multi_remove_handle) X(multi_perform) X(multi_info_read) X(multi_poll) X(multi_wakeup)

// Written once under the lock, before any caller of ff_curl_load returns; only read after that.
static struct {
#define X(name) __typeof__(curl_##name) *name;
  FUNCTIONS(X)
#undef X
} curl;
static bool loaded = false;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool check_version(const char *name, unsigned minimum, const curl_version_info_data *info, char *message,
                          size_t size) {
  if (info->version_num >= minimum) return true;
  snprintf(message, size, "%s is version %s; %u.%u.%u or newer is needed", name, info->version, minimum >> 16 & 0xff,
           minimum >> 8 & 0xff, minimum & 0xff);
  return false;
}

static bool load(const char *name, unsigned minimum_version, char *message, size_t size) {
  // Never closed again: libcurl and its TLS library leave exit handlers and thread-local data behind.
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *cause = dlerror();
    snprintf(message, size, "%s (Debian package libcurl4) cannot be loaded: %s", name, cause ? cause : "unknown");
    return false;
  }
  __typeof__(curl) found;
#define X(function)                                                                                                  \
  *(void **)&found.function = dlsym(library, "curl_" #function);                                                     \
  if (!found.function) {                                                                                             \
    snprintf(message, size, "%s has no curl_" #function "; libcurl 7.85 or newer is needed", name);                  \
    return false;                                                                                                    \
  }
  FUNCTIONS(X)
#undef X
  if (!check_version(name, minimum_version, found.version_info(CURLVERSION_NOW), message, size)) return false;
  if (found.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(message, size, "%s cannot be initialised", name);
    return false;
  }
  // After curl_global_init, so that our handler runs before those of the TLS library.
  if (!ff_gate_install()) {
    snprintf(message, size, "no exit handler can be set");
    return false;
  }
  curl = found;
  return true;
}

bool ff_curl_load(const char *name, unsigned minimum_version, char *message, size_t message_size) {
  pthread_mutex_lock(&lock);
  bool ok;
  if (loaded)
    ok = check_version(name, minimum_version, curl.version_info(CURLVERSION_NOW), message, message_size);
  else
    ok = loaded = load(name, minimum_version, message, message_size);
  pthread_mutex_unlock(&lock);
  return ok;
}

ff_curl_easy *ff_curl_easy_new(void) { return (ff_curl_easy *)curl.easy_init(); }

void ff_curl_easy_free(ff_curl_easy *easy) { curl.easy_cleanup((CURL *)easy); }

bool ff_curl_set_number(ff_curl_easy *easy, ff_curl_option option, long value) {
  return curl.easy_setopt((CURL *)easy, (CURLoption)option, value) == CURLE_OK;
}

bool ff_curl_set_string(ff_curl_easy *easy, ff_curl_option option, const char *value) {
  return curl.easy_setopt((CURL *)easy, (CURLoption)option, value) == CURLE_OK;
}

bool ff_curl_set_body(ff_curl_easy *easy, const uint8_t *bytes, size_t count) {
  return curl.easy_setopt((CURL *)easy, CURLOPT_POST, 1L) == CURLE_OK &&
         curl.easy_setopt((CURL *)easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) == CURLE_OK &&
         curl.easy_setopt((CURL *)easy, CURLOPT_COPYPOSTFIELDS, (const char *)bytes) == CURLE_OK;
}

bool ff_curl_set_headers(ff_curl_easy *easy, ff_curl_list *list) {
  return curl.easy_setopt((CURL *)easy, CURLOPT_HTTPHEADER, (struct curl_slist *)list) == CURLE_OK;
}

bool ff_curl_set_receivers(ff_curl_easy *easy, ff_curl_receive head, ff_curl_receive body, void *context) {
  return curl.easy_setopt((CURL *)easy, CURLOPT_HEADERFUNCTION, head) == CURLE_OK &&
         curl.easy_setopt((CURL *)easy, CURLOPT_HEADERDATA, context) == CURLE_OK &&
         curl.easy_setopt((CURL *)easy, CURLOPT_WRITEFUNCTION, body) == CURLE_OK &&
         curl.easy_setopt((CURL *)easy, CURLOPT_WRITEDATA, context) == CURLE_OK;
}

bool ff_curl_set_error_buffer(ff_curl_easy *easy, char *buffer) {
  return curl.easy_setopt((CURL *)easy, CURLOPT_ERRORBUFFER, buffer) == CURLE_OK;
}

long ff_curl_get(ff_curl_easy *easy, ff_curl_info info) {
  long value = 0;
  return curl.easy_getinfo((CURL *)easy, (CURLINFO)info, &value) == CURLE_OK ? value : 0;
}

const char *ff_curl_describe(int code) { return curl.easy_strerror((CURLcode)code); }

ff_curl_list *ff_curl_list_append(ff_curl_list *list, const char *text) {
  return (ff_curl_list *)curl.slist_append((struct curl_slist *)list, text);
}

void ff_curl_list_free(ff_curl_list *list) { curl.slist_free_all((struct curl_slist *)list); }

ff_curl_multi *ff_curl_multi_new(long idle_connections) {
  CURLM *multi = curl.multi_init();
  if (multi) curl.multi_setopt(multi, CURLMOPT_MAXCONNECTS, idle_connections);
  return (ff_curl_multi *)multi;
}

void ff_curl_multi_free(ff_curl_multi *multi) { curl.multi_cleanup((CURLM *)multi); }

bool ff_curl_multi_add(ff_curl_multi *multi, ff_curl_easy *easy) {
  return curl.multi_add_handle((CURLM *)multi, (CURL *)easy) == CURLM_OK;
}

void ff_curl_multi_remove(ff_curl_multi *multi, ff_curl_easy *easy) {
  curl.multi_remove_handle((CURLM *)multi, (CURL *)easy);
}

bool ff_curl_multi_perform(ff_curl_multi *multi) {
  int running;
  return curl.multi_perform((CURLM *)multi, &running) == CURLM_OK;
}

ff_curl_easy *ff_curl_multi_next_finished(ff_curl_multi *multi, int *code) {
  int left;
  const CURLMsg *message;
  while ((message = curl.multi_info_read((CURLM *)multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = (int)message->data.result;
    return (ff_curl_easy *)message->easy_handle;
  }
  return NULL;
}

bool ff_curl_multi_wait(ff_curl_multi *multi, int milliseconds) {
  return curl.multi_poll((CURLM *)multi, NULL, 0, milliseconds, NULL) == CURLM_OK;
}

void ff_curl_multi_wake(ff_curl_multi *multi) { curl.multi_wakeup((CURLM *)multi); }

#endif
