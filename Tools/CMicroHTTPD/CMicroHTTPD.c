#define _GNU_SOURCE

#include "CMicroHTTPD.h"

#include <errno.h>
#include <sys/resource.h>

void cmhd_raise_descriptor_limit(unsigned count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count) return;
  limit.rlim_cur = limit.rlim_max < count ? limit.rlim_max : count;
  setrlimit(RLIMIT_NOFILE, &limit);
}

#if defined(FEATURE_FLAGS_SERVER) && __has_include(<microhttpd.h>)

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// The Swift driver takes linker arguments from this section of every object that it links. A `link` line in a module
// map or `linkerSettings` in the manifest would ask for the library on machines that do not have it. The section goes
// when it has been read, so address sanitizer must not refer to what is in it.
__attribute__((section(".swift1_autolink_entries"), used, no_sanitize("address"))) static const char link_entry[] = "-lmicrohttpd";

/// A connection, in the list of its server. MHD's own time-out starts anew with every byte, so a client that sends one
/// now and then could stay for ever.
struct connection {
  cmhd_server *server;
  struct connection *next;
  struct connection *previous;
  int descriptor;
  /// In seconds of the monotonic clock; 0 for none.
  time_t deadline;
};

struct cmhd_server {
  struct MHD_Daemon *daemon;
  /// Guards the list and what is in it.
  pthread_mutex_t mutex;
  struct connection *connections;
  unsigned connection_count;
  unsigned total_seconds;
  cmhd_callbacks callbacks;
  uint16_t port;
  int quiesced_socket;
};

/// What MHD keeps for us with a request.
struct request {
  void *request;
  int has_head;
};

static struct MHD_Connection *connection_of(cmhd_exchange *exchange) { return (struct MHD_Connection *)exchange; }

const char *cmhd_version(void) { return MHD_get_version(); }

// MARK: Connections

static time_t seconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static struct connection *tracked(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static void allow(struct connection *connection, unsigned seconds) {
  if (!connection) return;
  pthread_mutex_lock(&connection->server->mutex);
  connection->deadline = seconds ? seconds_now() + (time_t)seconds : 0;
  pthread_mutex_unlock(&connection->server->mutex);
}

static void track(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_ConnectionNotificationCode code) {
  cmhd_server *server = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct connection *entry = calloc(1, sizeof *entry);
    if (!entry || !info) {
      free(entry);
      return;
    }
    entry->server = server;
    entry->descriptor = info->connect_fd;
    entry->deadline = seconds_now() + (time_t)server->total_seconds;
    pthread_mutex_lock(&server->mutex);
    entry->next = server->connections;
    if (entry->next) entry->next->previous = entry;
    server->connections = entry;
    server->connection_count += 1;
    pthread_mutex_unlock(&server->mutex);
    *state = entry;
  } else {
    // Before MHD closes the descriptor, whose number somebody else may get then.
    struct connection *entry = *state;
    if (!entry) return;
    *state = NULL;
    pthread_mutex_lock(&server->mutex);
    if (entry->next) entry->next->previous = entry->previous;
    if (entry->previous) {
      entry->previous->next = entry->next;
    } else {
      server->connections = entry->next;
    }
    server->connection_count -= 1;
    pthread_mutex_unlock(&server->mutex);
    free(entry);
  }
}

unsigned cmhd_connection_count(cmhd_server *server) {
  pthread_mutex_lock(&server->mutex);
  unsigned count = server->connection_count;
  pthread_mutex_unlock(&server->mutex);
  return count;
}

void cmhd_shut_overdue(cmhd_server *server) {
  time_t now = seconds_now();
  pthread_mutex_lock(&server->mutex);
  for (struct connection *entry = server->connections; entry; entry = entry->next) {
    // MHD sees the end of the connection and closes it in its own thread.
    if (entry->deadline && entry->deadline <= now) shutdown(entry->descriptor, SHUT_RDWR);
  }
  pthread_mutex_unlock(&server->mutex);
}

void cmhd_allow_seconds(cmhd_exchange *exchange, unsigned seconds) { allow(tracked(connection_of(exchange)), seconds); }

// MARK: Callbacks

/// Leaves escapes alone: `%2F` in a flag key is not a separator, which only the router can tell apart.
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
  cmhd_server *server = context;
  allow(tracked(connection), server->total_seconds);
  struct request *request = malloc(sizeof *request);
  if (!request) return NULL;
  request->request = server->callbacks.begin(server->callbacks.context, target);
  request->has_head = 0;
  return request;
}

static enum MHD_Result handle(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **state) {
  (void)url;
  (void)version;
  cmhd_server *server = context;
  const cmhd_callbacks *callbacks = &server->callbacks;
  struct request *request = *state;
  cmhd_exchange *exchange = (cmhd_exchange *)connection;
  cmhd_verdict verdict;
  if (!request) return MHD_NO;
  if (!request->has_head) {
    request->has_head = 1;
    verdict = callbacks->head(callbacks->context, request->request, exchange, method);
  } else if (*upload_size > 0) {
    verdict = callbacks->body(callbacks->context, request->request, (const uint8_t *)upload, *upload_size);
    *upload_size = 0;
  } else {
    verdict = callbacks->ready(callbacks->context, request->request, exchange);
  }
  return verdict == cmhd_verdict_go_on ? MHD_YES : MHD_NO;
}

static void end(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode reason) {
  (void)reason;
  cmhd_server *server = context;
  struct request *request = *state;
  allow(tracked(connection), server->total_seconds);
  if (!request) return;
  *state = NULL;
  server->callbacks.end(server->callbacks.context, request->request);
  free(request);
}

// MARK: Listening

/// A listening socket, made here rather than by MHD so that the reason of a failure is known; -1 with errno set.
static int listening_socket(const cmhd_settings *settings, uint16_t *port) {
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } address;
  memset(&address, 0, sizeof address);
  socklen_t size;
  if (inet_pton(AF_INET, settings->address, &address.v4.sin_addr) == 1) {
    address.v4.sin_family = AF_INET;
    address.v4.sin_port = htons(settings->port);
    size = sizeof address.v4;
  } else if (inet_pton(AF_INET6, settings->address, &address.v6.sin6_addr) == 1) {
    address.v6.sin6_family = AF_INET6;
    address.v6.sin6_port = htons(settings->port);
    size = sizeof address.v6;
  } else {
    errno = EINVAL;
    return -1;
  }
  int descriptor = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  int on = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(descriptor, &address.any, size) == 0 && listen(descriptor, SOMAXCONN) == 0 &&
      getsockname(descriptor, &address.any, &size) == 0) {
    *port = ntohs(address.any.sa_family == AF_INET ? address.v4.sin_port : address.v6.sin6_port);
    return descriptor;
  }
  int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

cmhd_server *cmhd_start(const cmhd_settings *settings, const cmhd_callbacks *callbacks, int *error) {
  cmhd_server *server = calloc(1, sizeof *server);
  if (!server) {
    *error = ENOMEM;
    return NULL;
  }
  server->callbacks = *callbacks;
  server->quiesced_socket = -1;
  server->total_seconds = settings->total_seconds;
  int descriptor = listening_socket(settings, &server->port);
  if (descriptor < 0) {
    *error = errno;
    free(server);
    return NULL;
  }
  pthread_mutex_init(&server->mutex, NULL);
  errno = 0;
  // Not epoll: MHD asks it for edges only, and overlooks a client that goes away together with its last bytes; the
  // connection, and the end of the server, would wait for the idle time-out.
  server->daemon = MHD_start_daemon(
      MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server,  //
      MHD_OPTION_LISTEN_SOCKET, descriptor,                                                    //
      MHD_OPTION_THREAD_POOL_SIZE, settings->threads,                                          //
      MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,                                   //
      MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,                                 //
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,                         //
      MHD_OPTION_STRICT_FOR_CLIENT, 1,                                                         //
      MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,                                        //
      MHD_OPTION_URI_LOG_CALLBACK, begin, server,                                              //
      MHD_OPTION_NOTIFY_COMPLETED, end, server,                                                //
      MHD_OPTION_NOTIFY_CONNECTION, track, server,                                             //
      MHD_OPTION_END);
  if (!server->daemon) {
    *error = errno ? errno : EINVAL;
    close(descriptor);
    pthread_mutex_destroy(&server->mutex);
    free(server);
    return NULL;
  }
  return server;
}

uint16_t cmhd_port(const cmhd_server *server) { return server->port; }

void cmhd_quiesce(cmhd_server *server) {
  server->quiesced_socket = MHD_quiesce_daemon(server->daemon);
  // Its number must stay taken until the threads are gone, but nobody should wait in its backlog.
  if (server->quiesced_socket >= 0) shutdown(server->quiesced_socket, SHUT_RDWR);
}

void cmhd_stop(cmhd_server *server) {
  MHD_stop_daemon(server->daemon);
  if (server->quiesced_socket >= 0) close(server->quiesced_socket);
  pthread_mutex_destroy(&server->mutex);
  free(server);
}

// MARK: Requests

struct visitor {
  void (*visit)(void *context, const char *name, const char *value);
  void *context;
};

static enum MHD_Result visit_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct visitor *visitor = context;
  visitor->visit(visitor->context, name, value ? value : "");
  return MHD_YES;
}

void cmhd_each_header(
    cmhd_exchange *exchange, void (*visit)(void *context, const char *name, const char *value), void *context) {
  struct visitor visitor = {visit, context};
  MHD_get_connection_values(connection_of(exchange), MHD_HEADER_KIND, visit_header, &visitor);
}

void cmhd_suspend(cmhd_exchange *exchange) { MHD_suspend_connection(connection_of(exchange)); }

void cmhd_resume(cmhd_exchange *exchange) { MHD_resume_connection(connection_of(exchange)); }

// MARK: Responses

/// A body that ends before its announced size.
struct cut_body {
  size_t sent;
  uint8_t bytes[];
};

static ssize_t read_cut_body(void *context, uint64_t position, char *buffer, size_t room) {
  struct cut_body *body = context;
  if (position >= body->sent) return MHD_CONTENT_READER_END_WITH_ERROR;
  size_t count = body->sent - (size_t)position;
  if (count > room) count = room;
  memcpy(buffer, body->bytes + position, count);
  return (ssize_t)count;
}

cmhd_response *cmhd_response_create(const uint8_t *body, size_t size) {
  return (cmhd_response *)MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}

cmhd_response *cmhd_response_create_cut(const uint8_t *bytes, size_t size, size_t sent) {
  struct cut_body *body = malloc(sizeof *body + sent);
  if (!body) return NULL;
  body->sent = sent;
  if (sent > 0) memcpy(body->bytes, bytes, sent);
  struct MHD_Response *response = MHD_create_response_from_callback(size, 4096, read_cut_body, body, free);
  if (!response) free(body);
  return (cmhd_response *)response;
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t room) {
  (void)position;
  cmhd_stream *stream = context;
  ptrdiff_t count = stream->read(stream->context, (uint8_t *)buffer, room);
  return count == cmhd_stream_end ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)count;
}

static void end_stream(void *context) {
  cmhd_stream *stream = context;
  stream->end(stream->context);
  free(stream);
}

cmhd_response *cmhd_response_create_stream(const cmhd_stream *stream) {
  cmhd_stream *copy = malloc(sizeof *copy);
  if (!copy) {
    stream->end(stream->context);
    return NULL;
  }
  *copy = *stream;
  struct MHD_Response *response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream, copy, end_stream);
  if (!response) end_stream(copy);
  return (cmhd_response *)response;
}

void cmhd_response_add_header(cmhd_response *response, const char *name, const char *value) {
  MHD_add_response_header((struct MHD_Response *)response, name, value);
}

cmhd_verdict cmhd_response_send(cmhd_response *response, cmhd_exchange *exchange, unsigned status) {
  enum MHD_Result result = MHD_queue_response(connection_of(exchange), status, (struct MHD_Response *)response);
  MHD_destroy_response((struct MHD_Response *)response);
  return result == MHD_YES ? cmhd_verdict_go_on : cmhd_verdict_close;
}

#else  // Without the library: nothing can be started, so nothing else is ever called.

const char *cmhd_version(void) { return NULL; }

cmhd_server *cmhd_start(const cmhd_settings *settings, const cmhd_callbacks *callbacks, int *error) {
  (void)settings;
  (void)callbacks;
  *error = ENOSYS;
  return NULL;
}

uint16_t cmhd_port(const cmhd_server *server) {
  (void)server;
  return 0;
}

unsigned cmhd_connection_count(cmhd_server *server) {
  (void)server;
  return 0;
}

void cmhd_shut_overdue(cmhd_server *server) { (void)server; }

void cmhd_allow_seconds(cmhd_exchange *exchange, unsigned seconds) {
  (void)exchange;
  (void)seconds;
}

void cmhd_quiesce(cmhd_server *server) { (void)server; }

void cmhd_stop(cmhd_server *server) { (void)server; }

void cmhd_each_header(
    cmhd_exchange *exchange, void (*visit)(void *context, const char *name, const char *value), void *context) {
  (void)exchange;
  (void)visit;
  (void)context;
}

void cmhd_suspend(cmhd_exchange *exchange) { (void)exchange; }

void cmhd_resume(cmhd_exchange *exchange) { (void)exchange; }

cmhd_response *cmhd_response_create(const uint8_t *body, size_t size) {
  (void)body;
  (void)size;
  return NULL;
}

cmhd_response *cmhd_response_create_cut(const uint8_t *body, size_t size, size_t sent) {
  (void)body;
  (void)size;
  (void)sent;
  return NULL;
}

cmhd_response *cmhd_response_create_stream(const cmhd_stream *stream) {
  stream->end(stream->context);
  return NULL;
}

void cmhd_response_add_header(cmhd_response *response, const char *name, const char *value) {
  (void)response;
  (void)name;
  (void)value;
}

cmhd_verdict cmhd_response_send(cmhd_response *response, cmhd_exchange *exchange, unsigned status) {
  (void)response;
  (void)exchange;
  (void)status;
  return cmhd_verdict_close;
}

#endif
