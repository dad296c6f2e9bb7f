#ifndef FEATURE_FLAGS_CCURL_H
#define FEATURE_FLAGS_CCURL_H

// The part of libcurl that CurlTransport uses, under names of our own and without <curl/curl.h>, so that the Swift
// side compiles identically on a machine that lacks the library. Nothing here links libcurl: ff_curl_load opens it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// One transfer; libcurl's `CURL`.
typedef struct ff_curl_easy ff_curl_easy;
/// Transfers that run together and share connections; libcurl's `CURLM`.
typedef struct ff_curl_multi ff_curl_multi;
/// A list of strings; libcurl's `curl_slist`.
typedef struct ff_curl_list ff_curl_list;

/// The options we set, by libcurl's stable numbers; where the header is at hand the compiler checks them against it.
typedef enum ff_curl_option {
  FF_CURL_PROXY = 10004,
  FF_CURL_CUSTOM_REQUEST = 10036,
  FF_CURL_NO_BODY = 44,
  FF_CURL_POST = 47,
  FF_CURL_NETRC = 51,
  FF_CURL_FOLLOW_LOCATION = 52,
  FF_CURL_VERIFY_PEER = 64,
  FF_CURL_CA_FILE = 10065,
  FF_CURL_HTTP_GET = 80,
  FF_CURL_VERIFY_HOST = 81,
  FF_CURL_HTTP_VERSION = 84,
  FF_CURL_NO_SIGNAL = 99,
  FF_CURL_URL = 10002,
  FF_CURL_ACCEPT_ENCODING = 10102,
  FF_CURL_PINNED_PUBLIC_KEY = 10230,
  FF_CURL_TIMEOUT_MS = 155,
  FF_CURL_CONNECT_TIMEOUT_MS = 156,
  FF_CURL_SUPPRESS_CONNECT_HEADERS = 265,
  FF_CURL_DISALLOW_USER_IN_URL = 278,
  FF_CURL_HTTP09_ALLOWED = 285,
  FF_CURL_PROTOCOLS = 10318,
  FF_CURL_QUICK_EXIT = 322,
} ff_curl_option;

/// The values of `FF_CURL_HTTP_VERSION` and of `FF_CURL_INFO_HTTP_VERSION` we use.
typedef enum ff_curl_http_version {
  FF_CURL_HTTP_2 = 3,
  FF_CURL_HTTP_2_OVER_TLS = 4,
} ff_curl_http_version;

/// What we ask about a finished transfer.
typedef enum ff_curl_info {
  FF_CURL_INFO_VERIFY_RESULT = 0x200000 + 13,
  FF_CURL_INFO_SYSTEM_ERROR = 0x200000 + 25,
  FF_CURL_INFO_CONNECTIONS_OPENED = 0x200000 + 26,
  FF_CURL_INFO_HTTP_VERSION = 0x200000 + 46,
} ff_curl_info;

/// The results of a transfer that we tell apart, by libcurl's stable numbers.
typedef enum ff_curl_code {
  FF_CURL_OK = 0,
  FF_CURL_UNSUPPORTED_PROTOCOL = 1,
  FF_CURL_FAILED_INIT = 2,
  FF_CURL_URL_MALFORMAT = 3,
  FF_CURL_NOT_BUILT_IN = 4,
  FF_CURL_COULDNT_RESOLVE_PROXY = 5,
  FF_CURL_COULDNT_RESOLVE_HOST = 6,
  FF_CURL_COULDNT_CONNECT = 7,
  FF_CURL_WEIRD_SERVER_REPLY = 8,
  FF_CURL_HTTP2 = 16,
  FF_CURL_PARTIAL_FILE = 18,
  FF_CURL_WRITE_ERROR = 23,
  FF_CURL_OUT_OF_MEMORY = 27,
  FF_CURL_OPERATION_TIMEDOUT = 28,
  FF_CURL_SSL_CONNECT_ERROR = 35,
  FF_CURL_ABORTED_BY_CALLBACK = 42,
  FF_CURL_BAD_FUNCTION_ARGUMENT = 43,
  FF_CURL_UNKNOWN_OPTION = 48,
  FF_CURL_GOT_NOTHING = 52,
  FF_CURL_SSL_ENGINE_NOTFOUND = 53,
  FF_CURL_SSL_ENGINE_SETFAILED = 54,
  FF_CURL_SEND_ERROR = 55,
  FF_CURL_RECV_ERROR = 56,
  FF_CURL_SSL_CERTPROBLEM = 58,
  FF_CURL_SSL_CIPHER = 59,
  FF_CURL_PEER_FAILED_VERIFICATION = 60,
  FF_CURL_BAD_CONTENT_ENCODING = 61,
  FF_CURL_FILESIZE_EXCEEDED = 63,
  FF_CURL_USE_SSL_FAILED = 64,
  FF_CURL_SSL_ENGINE_INITFAILED = 66,
  FF_CURL_SSL_CACERT_BADFILE = 77,
  FF_CURL_SSL_CRL_BADFILE = 82,
  FF_CURL_SSL_ISSUER_ERROR = 83,
  FF_CURL_SSL_PINNED_KEY_MISMATCH = 90,
  FF_CURL_SSL_INVALID_CERT_STATUS = 91,
  FF_CURL_HTTP2_STREAM = 92,
  FF_CURL_PROXY_HANDSHAKE = 97,
  FF_CURL_SSL_CLIENT_CERT = 98,
  FF_CURL_TOO_LARGE = 100,
} ff_curl_code;

/// Takes `size * count` bytes of an answer; any other result aborts the transfer with `FF_CURL_WRITE_ERROR`.
typedef size_t (*ff_curl_receive)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// The libcurl we ask the dynamic linker for.
#define FF_CURL_LIBRARY "libcurl.so.4"
/// The oldest libcurl we work with, 7.85.0, as libcurl counts: 8 bits each for major, minor, patch.
#define FF_CURL_MINIMUM_VERSION 0x075500
/// How many bytes an error buffer has, at least.
#define FF_CURL_ERROR_SIZE 256

/// Opens the library `name` and looks up what we use; false, with the cause in `message`, when that fails.
///
/// Loading at the first send rather than linking keeps some thirty shared libraries out of the start of every program.
/// Must have returned true before any other function below is called. May be called again, and from any thread.
bool ff_curl_load(const char *name, unsigned minimum_version, char *message, size_t message_size);

/// `curl_easy_init`.
ff_curl_easy *_Nullable ff_curl_easy_new(void);
/// `curl_easy_cleanup`.
void ff_curl_easy_free(ff_curl_easy *easy);

// Setters by type: Swift cannot call the variadic curl_easy_setopt.

/// Sets an option that takes a number; false when this libcurl does not have it.
bool ff_curl_set_number(ff_curl_easy *easy, ff_curl_option option, long value);
/// Sets an option that takes a string, which libcurl copies; false when this libcurl does not have it.
bool ff_curl_set_string(ff_curl_easy *easy, ff_curl_option option, const char *value);
/// Makes the transfer a POST of a copy of `bytes`.
bool ff_curl_set_body(ff_curl_easy *easy, const uint8_t *bytes, size_t count);
/// Sets the header fields; `list` must outlive the transfer.
bool ff_curl_set_headers(ff_curl_easy *easy, ff_curl_list *_Nullable list);
/// Sets who gets each line of the header section and each piece of the decoded body, with `context`.
bool ff_curl_set_receivers(ff_curl_easy *easy, ff_curl_receive head, ff_curl_receive body, void *context);
/// Sets where libcurl writes the words for a failure: `FF_CURL_ERROR_SIZE` bytes that outlive the transfer.
bool ff_curl_set_error_buffer(ff_curl_easy *easy, char *buffer);

/// What libcurl knows about a transfer, 0 when it does not; typed because curl_easy_getinfo is variadic.
long ff_curl_get(ff_curl_easy *easy, ff_curl_info info);
/// libcurl's words for a result code.
const char *ff_curl_describe(int code);

/// `list` with a copy of `text` at its end; NULL without memory, and then `list` is as it was.
ff_curl_list *_Nullable ff_curl_list_append(ff_curl_list *_Nullable list, const char *text);
/// Frees a whole list.
void ff_curl_list_free(ff_curl_list *_Nullable list);

/// `curl_multi_init`, keeping at most `idle_connections` open for later use.
ff_curl_multi *_Nullable ff_curl_multi_new(long idle_connections);
/// `curl_multi_cleanup`; closes the connections.
void ff_curl_multi_free(ff_curl_multi *multi);
/// Starts a transfer.
bool ff_curl_multi_add(ff_curl_multi *multi, ff_curl_easy *easy);
/// Takes a transfer out; one that is not finished is aborted and its connection closed.
void ff_curl_multi_remove(ff_curl_multi *multi, ff_curl_easy *easy);
/// Moves all transfers on as far as possible without waiting.
bool ff_curl_multi_perform(ff_curl_multi *multi);
/// A finished transfer and its code, one for each call; NULL when there are no more. Hides the union in CURLMsg.
ff_curl_easy *_Nullable ff_curl_multi_next_finished(ff_curl_multi *multi, int *code);
/// Waits for something to do, for a wake-up, or for `milliseconds`.
bool ff_curl_multi_wait(ff_curl_multi *multi, int milliseconds);
/// Ends the wait of another thread, or its next one. The only function that may be called from any thread.
void ff_curl_multi_wake(ff_curl_multi *multi);

// Threads. In C because pthread_t and sigset_t are a different Swift type with each C library.

/// Runs `body(context)` on a new detached thread that no signal is delivered to; false when there can be no thread.
///
/// Signals belong to the program's own threads. Blocking SIGPIPE matters most: a TLS library writes to a socket that the
/// server has closed, and CURLOPT_NOSIGNAL leaves what follows to us. Faults such as SIGSEGV stay unblocked.
bool ff_thread_start(const char *name, void (*body)(void *_Nullable context), void *_Nullable context);

/// Enters the part of a thread's work in which libcurl or its TLS library runs; waits for ever once the process is exiting.
///
/// `exit` frees the TLS library's tables while our thread may still use them. A handler that runs before that waits
/// until all threads have left and lets none in again.
void ff_gate_enter(void);
/// Leaves what `ff_gate_enter` entered.
void ff_gate_leave(void);

#pragma clang assume_nonnull end

#endif
