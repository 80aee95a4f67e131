/* Lines, texts, slopes and windows of a figure: option `marks`, and what each kind needs. */
#include "bind/figure/reading.h"
#include "draw/figure.h"

#include <math.h>

enum { KIND, X, Y, SLOPE, FROM, TO, LABEL, COLOR, DASH, ANCHOR, PANEL };
const param mark_params[MARK_PARAMS] = {
    [KIND] = {"kind", PARAM_CHOICE, .flags = PARAM_REQUIRED,
              .choices = "hline|vline|text|slope|window",
              .meaning =
                  "a line at y, a line at x, a text at x, y, a line of a slope through x, y, "
                  "a shaded range of x"},
    [X] = {"x", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
           .meaning = "of a vline, a text and a slope; of a slope, else the first point shown"},
    [Y] = {"y", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
           .meaning = "of an hline, a text and a slope"},
    [SLOPE] = {"slope", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
               .meaning = "of y on x, of their logarithms on logarithmic axes"},
    [FROM] = {"from", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
              .meaning = "least x of a slope or window; default the axis' begin"},
    [TO] = {"to", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
            .meaning = "largest x; default the axis' end"},
    [LABEL] = {"label", PARAM_STRING, .flags = PARAM_OPTIONAL,
               .meaning = "printed beside it; the text itself"},
    [COLOR] = {"color", PARAM_ANY, .flags = PARAM_OPTIONAL, .choices = COLORS,
               .meaning = "as of a series; default grey"},
    [DASH] = {"dash", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .fallback = AUTO,
              .choices = "solid|dash|dashdot|dot|long", .meaning = "default dash, of a window dot"},
    [ANCHOR] = {"anchor", PARAM_CHOICE, .fallback = 0, .choices = "left|center|right",
                .meaning = "which part of a text is at x"},
    [PANEL] = {"panel", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .low = 1, .high = 1000,
               .meaning = "of a figure with panels: only in this one"},
};

/* Which of x, y, slope, from, to a kind takes: + needed, . not taken, else as it likes. */
static const char *const takes[] = {[MARK_HLINE] = ".+...",
                                    [MARK_VLINE] = "+....",
                                    [MARK_TEXT] = "++...",
                                    [MARK_SLOPE] = "  +  ",
                                    [MARK_WINDOW] = "...  "};
static const char *const names[] = {"hline", "vline", "text", "slope", "window"};

static void check_taken(lua_State *L, const char *function, mark_kind kind, const arg *a)
{
    for (int i = X; i <= TO; i++) {
        char rule = takes[kind][i - X];
        if (rule == '+' && !a[i].given)
            bind_fail(L, function, "kind '%s' needs option '%s'", names[kind], mark_params[i].name);
        if (rule == '.' && a[i].given)
            bind_fail(L, function, "option '%s' does not go with kind '%s'", mark_params[i].name,
                      names[kind]);
    }
}

static void check_mark(lua_State *L, const char *function, const figure_mark *m, const arg *a)
{
    check_taken(L, function, m->kind, a);
    if (m->kind == MARK_SLOPE && a[X].given != a[Y].given)
        bind_fail(L, function, "expected both x and y, got only %s", a[X].given ? "x" : "y");
    if (m->kind == MARK_WINDOW && !a[FROM].given && !a[TO].given)
        bind_fail(L, function, "expected from, to or both");
    if (m->kind == MARK_TEXT && !*m->label)
        bind_fail(L, function, "kind 'text' needs option 'label'");
    if (m->from >= m->to)
        bind_fail(L, function, "expected from < to, got %s and %s", bind_number_text(L, m->from),
                  bind_number_text(L, m->to));
}

/* The mark in the table on top of the stack, which is popped. */
static figure_mark read_mark(lua_State *L, const char *function, int keep)
{
    arg a[MARK_PARAMS];
    int top = lua_gettop(L);
    reading_options(L, top, function, mark_params, MARK_PARAMS, a, keep);
    figure_mark m = {.kind = (mark_kind)a[KIND].number,
                     .x = reading_number(&a[X]),
                     .y = reading_number(&a[Y]),
                     .slope = a[SLOPE].number,
                     .from = reading_number(&a[FROM]),
                     .to = reading_number(&a[TO]),
                     .label = reading_text(&a[LABEL], ""),
                     .color = COLOR_AUTO,
                     .dash = (int)a[DASH].number,
                     .anchor = (int)a[ANCHOR].number};
    check_mark(L, function, &m, a);
    if (a[PANEL].given)
        bind_fail(L, function, "option 'panel' goes with a figure that has panels");
    if (a[COLOR].given) {
        reading_push(L, keep, COLOR);
        m.color = reading_color(L, function);
    }
    lua_settop(L, top - 1);
    return m;
}

figure_mark *reading_marks(lua_State *L, int index, const char *function, int keep, size_t *n)
{
    *n = lua_rawlen(L, index);
    figure_mark *marks = lua_newuserdatauv(L, (*n + 1) * sizeof *marks, 0);
    reading_hold(L, keep);
    for (size_t i = 0; i < *n; i++) {
        const char *name = lua_pushfstring(L, "%s: mark %d", function, (int)i + 1);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        if (!lua_istable(L, -1))
            bind_fail(L, name, "expected a table of options, got %s", bind_describe(L, -1));
        marks[i] = read_mark(L, name, keep);
        lua_pop(L, 1);
    }
    if (*n == 0 && (lua_pushnil(L), lua_next(L, index)))
        bind_fail(L, function, "option 'marks': expected a list of tables, {{kind=, ..}, ..}");
    return marks;
}
