/* What correct and its groups share. */
#pragma once

#include "engine/correct/correct.h"

#include <lua.h>

/* The operators of the list at index, in ops of CORRECT_OPERATORS; returns how many. */
size_t bind_read_operators(lua_State *L, int index, const extrap **ops);

/* Sets field `name` of the table on top: one number as a number, several as a vec. */
void bind_set_output(lua_State *L, const char *name, const double *x, size_t n);

/* Sets a field to the words of a verdict (nil where there is none), of a reason. */
void bind_set_verdict(lua_State *L, const char *name, correct_verdict v);
void bind_set_reason(lua_State *L, const char *name, correct_reason r);

/* run_by(q, groups, operators, splits, log, seed) -> {plugin =, .., rows = {..}, of = {..}} */
int bind_correct_by(lua_State *L);
