#ifndef CPANEL_H
#define CPANEL_H

#include <stddef.h>
#include <stdint.h>

// The files of the control panel, as they lie in `assets`, embedded by the compiler: the binary needs no files beside it.

/// One file of the panel.
typedef struct cpanel_asset {
  /// The path under which it is served, such as `/panel/style.css`; the page itself is `/`.
  const char *path;
  /// The value of `Content-Type`.
  const char *type;
  const uint8_t *bytes;
  size_t count;
} cpanel_asset;

/// How many files there are.
size_t cpanel_asset_count(void);

/// The file at `index`, below the count.
cpanel_asset cpanel_asset_at(size_t index);

#endif
