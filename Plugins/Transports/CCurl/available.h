// Decides in one place whether there is a libcurl to compile against: the package's trait asks for it, the header is
// installed, and it is not older than what we need.
#if defined(FEATURE_FLAGS_CURL) && __has_include(<curl/curl.h>)
#include <curl/curl.h>
#if LIBCURL_VERSION_NUM >= 0x075500
#define FF_CURL_AVAILABLE 1
#endif
#endif
