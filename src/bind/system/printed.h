/* What is printed, kept in memory instead of on the terminal. */
#pragma once

#include <lua.h>
#include <stdbool.h>

/* From now on what goes to standard output and standard error is kept. Returns false where the
 * system has no memory for it; all is then as before. */
bool printed_keep(void);

/* Pushes what standard output and standard error got since it was asked last; then, where the
 * system failed to read it, why. Returns how many values. */
int printed_push(lua_State *L);

/* From now on all is printed again. */
void printed_show(void);

/* Where standard error goes, or went before what is printed was kept: for what is to be seen at
 * once. */
int printed_errors(void);
