#ifndef FEATURE_FLAGS_GATE_H
#define FEATURE_FLAGS_GATE_H

#include <stdbool.h>

/// Sets the exit handler behind ff_gate_enter; false when it cannot be set.
bool ff_gate_install(void);

#endif
