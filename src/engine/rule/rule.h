/* The rule that a run's steps follow: an update of the point, then a proximal step, with their
 * options. */
#pragma once

#include "engine/cso/group.h"
#include "engine/rule/prox.h"
#include "engine/rule/update.h"

typedef struct step_rule {
    const update_type *update;     /* NULL: x - step v */
    double option[UPDATE_OPTIONS]; /* the update's, in their order */
    const prox_type *prox;         /* or NULL; needs an update */
    arg bound[PROX_OPTIONS];       /* its options, in their order */
} step_rule;

/* Lays out what a group keeps for the rule, and begins it. */
void rule_layout(group *g, const step_rule *r, arena *memory);
void rule_start(group *g, const step_rule *r);

/* The proximal step of every live replicate that did not fail. */
void rule_constrain(group *g);

/* Begins the state of replicate r again where what was read from a file is another rule's. */
void rule_settle(group *g, size_t r);

/* Numbers of a replicate's state. */
static inline size_t rule_numbers(const step_rule *r, size_t ld)
{
    return r->update && r->update->rows ? UPDATE_HEAD + r->update->rows * ld : 0;
}
