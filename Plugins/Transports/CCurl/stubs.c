// What CCurl.h declares where there is no libcurl to compile against: loading fails and says why, and the rest is never
// reached, since every caller loads first.

#include "available.h"

#ifndef FF_CURL_AVAILABLE

#include <stdio.h>

#include "CCurl.h"

bool ff_curl_load(const char *name, unsigned minimum_version, char *message, size_t message_size) {
  (void)name, (void)minimum_version;
  snprintf(message, message_size,
           "built without libcurl: the Curl trait was off, or curl/curl.h 7.85 or newer was not installed "
           "(Debian package libcurl4-openssl-dev)");
  return false;
}

ff_curl_easy *ff_curl_easy_new(void) { return NULL; }
void ff_curl_easy_free(ff_curl_easy *easy) { (void)easy; }
bool ff_curl_set_number(ff_curl_easy *easy, ff_curl_option option, long value) {
  (void)easy, (void)option, (void)value;
  return false;
}
bool ff_curl_set_string(ff_curl_easy *easy, ff_curl_option option, const char *value) {
  (void)easy, (void)option, (void)value;
  return false;
}
bool ff_curl_set_body(ff_curl_easy *easy, const uint8_t *bytes, size_t count) {
  (void)easy, (void)bytes, (void)count;
  return false;
}
bool ff_curl_set_headers(ff_curl_easy *easy, ff_curl_list *list) {
  (void)easy, (void)list;
  return false;
}
bool ff_curl_set_receivers(ff_curl_easy *easy, ff_curl_receive head, ff_curl_receive body, void *context) {
  (void)easy, (void)head, (void)body, (void)context;
  return false;
}
bool ff_curl_set_error_buffer(ff_curl_easy *easy, char *buffer) {
  (void)easy, (void)buffer;
  return false;
}
long ff_curl_get(ff_curl_easy *easy, ff_curl_info info) {
  (void)easy, (void)info;
  return 0;
}
const char *ff_curl_describe(int code) {
  (void)code;
  return "";
}
ff_curl_list *ff_curl_list_append(ff_curl_list *list, const char *text) {
  (void)list, (void)text;
  return NULL;
}
void ff_curl_list_free(ff_curl_list *list) { (void)list; }
ff_curl_multi *ff_curl_multi_new(long idle_connections) {
  (void)idle_connections;
  return NULL;
}
void ff_curl_multi_free(ff_curl_multi *multi) { (void)multi; }
bool ff_curl_multi_add(ff_curl_multi *multi, ff_curl_easy *easy) {
  (void)multi, (void)easy;
  return false;
}
void ff_curl_multi_remove(ff_curl_multi *multi, ff_curl_easy *easy) { (void)multi, (void)easy; }
bool ff_curl_multi_perform(ff_curl_multi *multi) {
  (void)multi;
  return false;
}
ff_curl_easy *ff_curl_multi_next_finished(ff_curl_multi *multi, int *code) {
  (void)multi, (void)code;
  return NULL;
}
bool ff_curl_multi_wait(ff_curl_multi *multi, int milliseconds) {
  (void)multi, (void)milliseconds;
  return false;
}
void ff_curl_multi_wake(ff_curl_multi *multi) { (void)multi; }

#endif
