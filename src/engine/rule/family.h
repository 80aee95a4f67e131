/* Update rules and proximal steps as options name them. */
#pragma once

#include "rule.h"

enum { FAMILY_MOST = 16 /* types */, RULE_PARAMS = UPDATE_OPTIONS + PROX_OPTIONS };

typedef struct family_member {
    const char *name, *summary, *source;
    const param *params;
    size_t nparams;
} family_member;

typedef struct family {
    const char *option, *noun;
    size_t n;
    family_member of[FAMILY_MOST];
} family;

family family_of_updates(void);
family family_of_proxes(void);

/* The type of that name, or NULL. */
const family_member *family_find(const family *f, const char *name);

/* The type that has the option, where `type` (NULL: none is chosen) has not; or NULL. */
const family_member *family_owner(const family *f, const family_member *type, const char *option);

/* Chooses types; NULL: none. */
void rule_choose(step_rule *r, const family_member *update, const family_member *prox);

/* The options of the types chosen; how many. */
size_t rule_params(const step_rule *r, const param *out[RULE_PARAMS]);

/* Sets the options, in that order. */
void rule_set(step_rule *r, const arg *a);

enum { RULE_WHY = 160 };

/* What is wrong with them together, or with points of d numbers; or NULL. `why` has room for it. */
const char *rule_wrong(const step_rule *r, size_t d, char why[RULE_WHY]);
