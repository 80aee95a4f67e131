/* Lua's patterns, matched by a search that can be broken off: Lua's own backtracks without a look
 * at anything, for years if the pattern asks for it. What matches, the errors and their words are
 * those of Lua 5.4. */
#pragma once

#include <lua.h>
#include <stddef.h>

enum { PATTERN_CAPTURES = 32, PATTERN_DEEPEST = 200, PATTERN_STEPS = 1 << 16 };

typedef struct pattern_capture {
    const char *start;
    ptrdiff_t length; /* or one of the two below */
} pattern_capture;

enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct pattern {
    lua_State *L;
    const char *text, *text_end; /* what is searched; a zero byte follows it, */
    const char *end;             /* and the end of the pattern */
    long left;                   /* steps before a look at the interrupt; starts as PATTERN_STEPS */
    int depth;
    int captures;
    pattern_capture capture[PATTERN_CAPTURES];
} pattern;

/* The end of the longest match that begins at s, by the pattern from p to its end; NULL where none
 * does. Raises where the pattern is none, and after a signal. */
const char *pattern_match(pattern *m, const char *s, const char *p);

/* Pushes capture i (from 0 on) of the match from s to e, which itself is 0 where there are none. */
void pattern_push_capture(pattern *m, int i, const char *s, const char *e);

/* Pushes all captures, and where there are none the match, unless s is NULL; returns how many. */
int pattern_push_captures(pattern *m, const char *s, const char *e);
