/* What the readers of a figure's options share: values kept alive, texts, colours. `keep` is the
 * stack index of a list that the figure holds. */
#pragma once

#include "bind/bind.h"
#include "draw/figure.h"

/* Words for colours: those of the palette, which differ by theme, and the others. */
#define COLORS                                                                                     \
    "blue|vermillion|green|purple|orange|sky|black|yellow|red|darkred|gray|grey|lightgray|"        \
    "lightgrey|darkgray|darkgrey|brown|pink|magenta|violet|cyan|teal|navy|olive|gold|white"

/* Pops the value on top of the stack and keeps it. */
void reading_hold(lua_State *L, int keep);

/* Reads the option table at index. The value of option i stays readable with reading_push until the
 * next call. In texts, names of symbols are replaced. */
void reading_options(lua_State *L, int index, const char *function, const param *table, size_t n,
                     arg *out, int keep);

/* Pushes the value of option i that reading_options read last. */
void reading_push(lua_State *L, int keep, int i);

double reading_number(const arg *a); /* or NaN */
const char *reading_text(const arg *a, const char *fallback);

/* The text at index with symbols in place of their names, pushed. */
const char *reading_symbols(lua_State *L, const char *text);

/* The text with symbols in place of their names, kept; raises for one that cannot be drawn. */
const char *reading_label(lua_State *L, const char *function, const char *name, const char *text,
                          int keep);

/* The colour on top of the stack, which is popped. */
int reading_color(lua_State *L, const char *function);

/* Axes: their parameters, and the axis of option `name`, whose table, or nil, is at index. */
enum { AXIS_PARAMS = 6 };
extern const param axis_params[AXIS_PARAMS];
figure_axis reading_axis(lua_State *L, int index, int keep, const char *name, const char *function);

/* Marks: their parameters, and the array of marks of the list at index. */
enum { MARK_PARAMS = 11 };
extern const param mark_params[MARK_PARAMS];
figure_mark *reading_marks(lua_State *L, int index, const char *function, int keep, size_t *n);
