// Swift's own module of the C library leaves <getopt.h> out.
#include <getopt.h>
