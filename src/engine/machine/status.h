/* Outcomes of engine calls: zero = fine or still running, positive = a run's stop reason, negative
 * = a failure; of two workers' the greater reason counts. The engine never prints, jumps or exits;
 * the caller turns a status into a sentence.
 */
#pragma once

#include "processor.h"

#define STATUS_LIST(X)                                                                             \
    X(STATUS_OK, 0, "running")                                                                     \
    X(STATUS_BUDGET, 1, "budget")                                                                  \
    X(STATUS_TOL, 2, "tol")                                                                        \
    X(STATUS_ON_RECORD, 3, "on_record")                                                            \
    X(STATUS_STREAM_ENDED, 4, "stream ended")                                                      \
    X(STATUS_SCHEDULE, 5, "schedule")                                                              \
    X(STATUS_INTERRUPTED, 6, "interrupted")                                                        \
    X(STATUS_DIVERGED, 7, "diverged")                                                              \
    X(STATUS_PAUSED, 8, "paused")                                                                  \
    X(STATUS_NO_MEMORY, -1, "not enough memory")                                                   \
    X(STATUS_CALLBACK, -2, "a user function failed")                                               \
    X(STATUS_NO_EXACT, -3, "no exact value is known")                                              \
    X(STATUS_TOO_LARGE, -4, "a fraction does not fit in 64 bits")                                  \
    X(STATUS_NO_CONVERGENCE, -5, "the iteration did not converge")                                 \
    X(STATUS_NOT_SAVED, -6, "this is not a saved run")                                             \
    X(STATUS_OTHER_VERSION, -7, "saved by another version")                                        \
    X(STATUS_OTHER_BYTES, -8, "saved on a machine of another byte order")                          \
    X(STATUS_DAMAGED, -9, "the file is damaged or cut off")                                        \
    X(STATUS_OTHER_RUN, -10, "it does not belong to this problem, method and number of replicates")

#define STATUS_ENUM(name, value, text) name = value,
typedef enum status { STATUS_LIST(STATUS_ENUM) } status;
#undef STATUS_ENUM

/* The sentence of a status; never NULL. */
static inline const char *status_text(status s)
{
#define STATUS_CASE(name, value, text)                                                             \
    case name:                                                                                     \
        return text;
    switch (s) {
        STATUS_LIST(STATUS_CASE)
    }
#undef STATUS_CASE
    return "unknown status";
}
