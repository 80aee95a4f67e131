/* Rules of steps read from option tables. */
#pragma once

#include "engine/rule/rule.h"

#include <lua.h>

enum { RULE_PARAMS = UPDATE_OPTIONS + PROX_OPTIONS };

/* Sets the types that the options 'update' and 'prox' of the table at index name. Raises for names
 * that there are none of, and where an option of a type is given that is not named. */
void bind_find_rule(lua_State *L, int index, const char *function, step_rule *r);

/* The options of these types; how many. */
size_t bind_rule_params(const step_rule *r, const param *out[RULE_PARAMS]);

/* Sets the options, in that order. */
void bind_read_rule(step_rule *r, const arg *a);

/* Raises where they do not go with each other or with the problem. */
void bind_check_rule(lua_State *L, const char *function, const step_rule *r, const problem *p);
