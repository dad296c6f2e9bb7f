#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

// What flagserver needs of libmicrohttpd, in types of our own: Swift sees the same declarations whether or not the
// library is installed, and without it `cmhd_start` fails with ENOSYS. The shims exist because MHD_start_daemon is
// variadic, which Swift cannot call, and because MHD's one access handler is three events in disguise.

#if defined(__cplusplus)
extern "C" {
#endif

/// A listening server.
typedef struct cmhd_server cmhd_server;

/// The connection on which a request came, while it is being answered.
typedef struct cmhd_exchange cmhd_exchange;

/// A response under construction.
typedef struct cmhd_response cmhd_response;

/// What becomes of a connection after a callback.
typedef enum cmhd_verdict { cmhd_verdict_go_on = 0, cmhd_verdict_close = 1 } cmhd_verdict;

/// Called on the server's threads; for one request never two at a time.
typedef struct cmhd_callbacks {
  /// Given to every callback.
  void *context;
  /// A request line has come. What it returns stands for the request until `end`.
  void *(*begin)(void *context, const char *target);
  /// All headers are there; may send a response to refuse the body.
  cmhd_verdict (*head)(void *context, void *request, cmhd_exchange *exchange, const char *method);
  /// A part of the body.
  cmhd_verdict (*body)(void *context, void *request, const uint8_t *bytes, size_t count);
  /// The request is whole: must send a response, suspend the exchange, or close. Called again after a resume.
  cmhd_verdict (*ready)(void *context, void *request, cmhd_exchange *exchange);
  /// The request is over, whatever became of it.
  void (*end)(void *context, void *request);
} cmhd_callbacks;

typedef struct cmhd_settings {
  /// A numeric IPv4 or IPv6 address.
  const char *address;
  /// 0 for any free port.
  uint16_t port;
  unsigned threads;
  /// How long a connection may be idle.
  unsigned idle_seconds;
  /// How long a request may take from its first line to its end, and a client to send that line, however busy it is.
  unsigned total_seconds;
  unsigned connection_limit;
  /// Memory per connection; request line and headers must fit.
  size_t connection_memory;
} cmhd_settings;

/// The version of libmicrohttpd, or NULL when this was built without it.
const char *cmhd_version(void);

/// Lets the process have `count` open files, or as many as the system allows when that is less.
void cmhd_raise_descriptor_limit(unsigned count);

/// Starts listening; on failure NULL with the reason, an errno, in `error`.
cmhd_server *cmhd_start(const cmhd_settings *settings, const cmhd_callbacks *callbacks, int *error);

/// The port that is listened on.
uint16_t cmhd_port(const cmhd_server *server);

/// How many connections there are.
unsigned cmhd_connection_count(cmhd_server *server);

/// Shuts down the connections whose time is up; to be called about once a second.
void cmhd_shut_overdue(cmhd_server *server);

/// Stops accepting connections; those that exist go on.
void cmhd_quiesce(cmhd_server *server);

/// Closes all connections, waits for the threads and frees the server. No exchange may be suspended.
void cmhd_stop(cmhd_server *server);

/// Calls `visit` with each header of the request.
void cmhd_each_header(
    cmhd_exchange *exchange, void (*visit)(void *context, const char *name, const char *value), void *context);

/// Gives the request of the exchange another `seconds` to its end, or all the time there is with 0.
void cmhd_allow_seconds(cmhd_exchange *exchange, unsigned seconds);

/// Sets the exchange aside without a thread waiting; only from `ready` and from a stream's `read`.
void cmhd_suspend(cmhd_exchange *exchange);

/// Lets a suspended exchange go on, exactly once, from any thread.
void cmhd_resume(cmhd_exchange *exchange);

/// A response with a copy of `body`; NULL when memory is short.
cmhd_response *cmhd_response_create(const uint8_t *body, size_t size);

/// A response that promises `size` bytes, sends the first `sent` of them and closes the connection.
cmhd_response *cmhd_response_create_cut(const uint8_t *body, size_t size, size_t sent);

/// A body of unknown size, in pieces.
typedef struct cmhd_stream {
  /// Given to both callbacks.
  void *context;
  /// Copies what comes next, at most `room` bytes, and returns how many; `cmhd_stream_end` at the end. For 0 the exchange
  /// must have been suspended.
  ptrdiff_t (*read)(void *context, uint8_t *buffer, size_t room);
  /// The body is not asked for any more.
  void (*end)(void *context);
} cmhd_stream;

enum { cmhd_stream_end = -1 };

/// A response whose body comes from `stream`; NULL when memory is short, and then `end` has been called.
cmhd_response *cmhd_response_create_stream(const cmhd_stream *stream);

/// Adds a header; one that is not valid in HTTP is left out.
void cmhd_response_add_header(cmhd_response *response, const char *name, const char *value);

/// Sends and frees the response.
cmhd_verdict cmhd_response_send(cmhd_response *response, cmhd_exchange *exchange, unsigned status);

#if defined(__cplusplus)
}
#endif

#endif
