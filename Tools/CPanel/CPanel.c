#include "CPanel.h"

// `#embed` is of C23; the compiler of the toolchain knows it in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define SVG "image/svg+xml"

static const uint8_t api_js[] = {
#embed "assets/api.js"
};

static const uint8_t base_css[] = {
#embed "assets/base.css"
};

static const uint8_t charts_js[] = {
#embed "assets/charts.js"
};

static const uint8_t commands_js[] = {
#embed "assets/commands.js"
};

static const uint8_t condition_editor_js[] = {
#embed "assets/condition-editor.js"
};

static const uint8_t condition_model_js[] = {
#embed "assets/condition-model.js"
};

static const uint8_t conflict_js[] = {
#embed "assets/conflict.js"
};

static const uint8_t controls_css[] = {
#embed "assets/controls.css"
};

static const uint8_t dom_js[] = {
#embed "assets/dom.js"
};

static const uint8_t evaluate_js[] = {
#embed "assets/evaluate.js"
};

static const uint8_t flag_actions_js[] = {
#embed "assets/flag-actions.js"
};

static const uint8_t flag_model_js[] = {
#embed "assets/flag-model.js"
};

static const uint8_t frame_css[] = {
#embed "assets/frame.css"
};

static const uint8_t icon_svg[] = {
#embed "assets/icon.svg"
};

static const uint8_t icons_js[] = {
#embed "assets/icons.js"
};

static const uint8_t impressions_js[] = {
#embed "assets/impressions.js"
};

static const uint8_t index_html[] = {
#embed "assets/index.html"
};

static const uint8_t json_js[] = {
#embed "assets/json.js"
};

static const uint8_t login_js[] = {
#embed "assets/login.js"
};

static const uint8_t main_js[] = {
#embed "assets/main.js"
};

static const uint8_t page_connect_js[] = {
#embed "assets/page-connect.js"
};

static const uint8_t page_devices_js[] = {
#embed "assets/page-devices.js"
};

static const uint8_t page_evaluate_js[] = {
#embed "assets/page-evaluate.js"
};

static const uint8_t page_events_js[] = {
#embed "assets/page-events.js"
};

static const uint8_t page_faults_js[] = {
#embed "assets/page-faults.js"
};

static const uint8_t page_flag_js[] = {
#embed "assets/page-flag.js"
};

static const uint8_t page_flags_js[] = {
#embed "assets/page-flags.js"
};

static const uint8_t page_segment_js[] = {
#embed "assets/page-segment.js"
};

static const uint8_t page_segments_js[] = {
#embed "assets/page-segments.js"
};

static const uint8_t pages_css[] = {
#embed "assets/pages.css"
};

static const uint8_t properties_editor_js[] = {
#embed "assets/properties-editor.js"
};

static const uint8_t router_js[] = {
#embed "assets/router.js"
};

static const uint8_t rules_editor_js[] = {
#embed "assets/rules-editor.js"
};

static const uint8_t segment_dialog_js[] = {
#embed "assets/segment-dialog.js"
};

static const uint8_t stream_js[] = {
#embed "assets/stream.js"
};

static const uint8_t theme_js[] = {
#embed "assets/theme.js"
};

static const uint8_t throttle_js[] = {
#embed "assets/throttle.js"
};

static const uint8_t transfer_js[] = {
#embed "assets/transfer.js"
};

static const uint8_t ui_js[] = {
#embed "assets/ui.js"
};

static const uint8_t values_js[] = {
#embed "assets/values.js"
};

#define ASSET(path, type, bytes) {path, type, bytes, sizeof bytes}

static const cpanel_asset assets[] = {
    ASSET("/", HTML, index_html),
    ASSET("/panel/api.js", SCRIPT, api_js),
    ASSET("/panel/base.css", CSS, base_css),
    ASSET("/panel/charts.js", SCRIPT, charts_js),
    ASSET("/panel/commands.js", SCRIPT, commands_js),
    ASSET("/panel/condition-editor.js", SCRIPT, condition_editor_js),
    ASSET("/panel/condition-model.js", SCRIPT, condition_model_js),
    ASSET("/panel/conflict.js", SCRIPT, conflict_js),
    ASSET("/panel/controls.css", CSS, controls_css),
    ASSET("/panel/dom.js", SCRIPT, dom_js),
    ASSET("/panel/evaluate.js", SCRIPT, evaluate_js),
    ASSET("/panel/flag-actions.js", SCRIPT, flag_actions_js),
    ASSET("/panel/flag-model.js", SCRIPT, flag_model_js),
    ASSET("/panel/frame.css", CSS, frame_css),
    ASSET("/panel/icon.svg", SVG, icon_svg),
    ASSET("/panel/icons.js", SCRIPT, icons_js),
    ASSET("/panel/impressions.js", SCRIPT, impressions_js),
    ASSET("/panel/json.js", SCRIPT, json_js),
    ASSET("/panel/login.js", SCRIPT, login_js),
    ASSET("/panel/main.js", SCRIPT, main_js),
    ASSET("/panel/page-connect.js", SCRIPT, page_connect_js),
    ASSET("/panel/page-devices.js", SCRIPT, page_devices_js),
    ASSET("/panel/page-evaluate.js", SCRIPT, page_evaluate_js),
    ASSET("/panel/page-events.js", SCRIPT, page_events_js),
    ASSET("/panel/page-faults.js", SCRIPT, page_faults_js),
    ASSET("/panel/page-flag.js", SCRIPT, page_flag_js),
    ASSET("/panel/page-flags.js", SCRIPT, page_flags_js),
    ASSET("/panel/page-segment.js", SCRIPT, page_segment_js),
    ASSET("/panel/page-segments.js", SCRIPT, page_segments_js),
    ASSET("/panel/pages.css", CSS, pages_css),
    ASSET("/panel/properties-editor.js", SCRIPT, properties_editor_js),
    ASSET("/panel/router.js", SCRIPT, router_js),
    ASSET("/panel/rules-editor.js", SCRIPT, rules_editor_js),
    ASSET("/panel/segment-dialog.js", SCRIPT, segment_dialog_js),
    ASSET("/panel/stream.js", SCRIPT, stream_js),
    ASSET("/panel/theme.js", SCRIPT, theme_js),
    ASSET("/panel/throttle.js", SCRIPT, throttle_js),
    ASSET("/panel/transfer.js", SCRIPT, transfer_js),
    ASSET("/panel/ui.js", SCRIPT, ui_js),
    ASSET("/panel/values.js", SCRIPT, values_js),
};

size_t cpanel_asset_count(void) { return sizeof assets / sizeof assets[0]; }

cpanel_asset cpanel_asset_at(size_t index) { return assets[index]; }
