/* Update rules: what a step makes of its direction v = estimate + l2 x. One file per rule in
 * update/. */
#pragma once

#include "engine/text/param.h"

typedef struct group group;

enum {
    UPDATE_OPTIONS = 4, /* the most of a rule */
    UPDATE_HEAD = 8     /* numbers in front of the rows of a replicate's state */
};

/* The head's first number says whose state it is; the others are the rule's own. */
enum { UPDATE_TAG, UPDATE_OWN };

typedef struct update_type {
    const char *name, *summary, *source;
    const param *params; /* numbers and flags */
    size_t nparams;
    bool plain;  /* u = v */
    size_t rows; /* of a replicate's state, of ld numbers each; 0: it has none */
    /* Optional. Sets the rows of a state, which are zero, before the first step. */
    void (*begin)(const double *option, size_t ld, double *rows);
    /* x <- x - step u for every live replicate, u the rule's of v; previous <- the old x. A
     * replicate whose new point is not finite keeps the old one and is marked failed; false: one
     * did. */
    bool (*descend)(group *g);
} update_type;

size_t update_count(void);
const update_type *update_type_at(size_t i);
const update_type *update_find(const char *name);
