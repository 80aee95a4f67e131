/* Saved runs and checkpoints: one file format, and the state of a run in it.
 *
 * A file is a header (STORE_HEADER bytes) and a body: the header gives the format's version, the
 * byte order, the body's length and its checksum. A run's state holds all that its next step
 * depends on, replicate by replicate, so that it goes on with the same bits in any groups on any
 * number of threads; every length in it is checked when it is read. */
#pragma once

#include "ensemble.h"

enum { STORE_HEADER = 48, STORE_VERSION = 1 };

/* Fills the header of a file of `size` bytes whose body is in place. */
void store_seal(void *file, size_t size);

/* STATUS_OK, or why these bytes are not such a file: STATUS_NOT_SAVED, STATUS_OTHER_VERSION,
 * STATUS_OTHER_BYTES, STATUS_DAMAGED. */
status store_check(const void *file, size_t size);

/* Writes the state of a run that stands between two steps to out, or only measures when out is
 * NULL; returns its bytes. Without `seconds` that column is left out: equal runs, equal bytes. */
size_t store_state(const ensemble *e, bool seconds, void *out);

/* The records that a saved state holds, for run_config.kept; 0 when it is too short to tell or
 * cannot be true. */
size_t store_records(const void *state, size_t size);

/* Puts a fresh ensemble in a saved state. Budget, step sizes, batches, order and output may differ:
 * the run then goes on as a new stage. A method's state of another size starts again, an average of
 * another budget too. Early records are dropped. STATUS_OK, STATUS_DAMAGED, STATUS_OTHER_RUN. */
status store_restore(ensemble *e, const void *state, size_t size);

/* What distinguishes problems: sizes, penalty, start and data. */
uint64_t store_fingerprint(const problem *p);

/* Goes on with a hash by n bytes. */
uint64_t store_hash(uint64_t h, const void *bytes, size_t n);
