/* What a replicate has come to: all that its next step depends on, which passes in one walk
 * (engine/machine/walk.h) to a file (store.h) and from one rank to another (ensemble.c). */
#pragma once

#include "engine/machine/walk.h"
#include "run.h"

/* What a state says of itself first. */
typedef struct state_head {
    uint64_t replicates, ld, columns, streams; /* the same in the run that goes on */
    uint64_t records;
    uint64_t by_samples, budget, unit;
    uint64_t output, seconds;
    uint64_t parts, bytes[ARENA_KEPT];
} state_head;

/* What a run that this group belongs to says; without its unit and seconds. */
state_head state_describe(const run_group *g);

/* Whether the state of one run can be that of another's replicates. */
bool state_is_of(const state_head *saved, const state_head *now);

/* Replicate i of the group, of a run that h describes; now: what describes the group. */
void state_pass(walk *w, run_group *g, size_t i, const state_head *h, const state_head *now);

/* How far a group in the middle of a run has come, with its records from number `from` on. */
void state_pass_news(walk *w, run_group *g, size_t from);

/* The states of its replicates, after that. */
void state_pass_group(walk *w, run_group *g);
