#include "CPanel.h"

// `#embed` is of C23; the compiler of the toolchain knows it in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t index_html[] = {
#embed "assets/index.html"
};

#define ASSET(path, type, bytes) {path, type, bytes, sizeof bytes}

static const cpanel_asset assets[] = {
    ASSET("/", "text/html; charset=utf-8", index_html),
};

size_t cpanel_asset_count(void) { return sizeof assets / sizeof assets[0]; }

cpanel_asset cpanel_asset_at(size_t index) { return assets[index]; }
