/* The options of a figure: axes, series, their styles and fitted slopes, checked and turned into
 * the arrays and strings that the draw layer takes. */
#include "bind/figure/figure.h"
#include "bind/figure/reading.h"

#include "draw/scale/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEGENDS "auto|direct|none|below|top left|top right|bottom left|bottom right|shared"

enum {
    TITLE,
    X,
    Y,
    SERIES,
    STYLE,
    MARKS,
    NOTES,
    FONT,
    INTERVAL,
    NOISE,
    LEGEND,
    SEED,
    SPEC,
    FILE_NAME,
    NUMBERS,
    COLUMNS,
    PANELS,
    ACROSS,
    FIGURE
};
static const param figure_params[] = {
    [TITLE] = {"title", PARAM_STRING, .flags = PARAM_OPTIONAL,
               .meaning = "printed above the figure"},
    [X] = {"x", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "axis",
           .meaning = "the x axis: {label=, scale=\"linear\"|\"log\"|\"log2\", min=, max=, ..} "
                      "(help\"axis\")"},
    [Y] = {"y", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "axis",
           .meaning = "the y axis, likewise"},
    [SERIES] = {"series", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "series[]",
                .meaning = "a list of {x=, y=, lo=, hi=, label=, ..} (help\"series\")"},
    [STYLE] = {"style", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "style[]",
               .meaning = "looks by label or by number: {[label]={color=, dash=, marker=, label=, "
                          "hide=, line=}}"},
    [MARKS] = {"marks", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "marks[]",
               .meaning = "lines, texts, slopes and windows beside the data: {kind=, ..} "
                          "(help\"marks\")"},
    [LEGEND] = {"legend", PARAM_CHOICE, .fallback = LEGEND_AUTO, .choices = LEGENDS,
                .meaning =
                    "where the legend goes; auto: in an empty place of the axes, else below, as "
                    "with a place that is not empty; direct: labels at the curves' ends; shared: "
                    "of panels, one for all"},
    [NOTES] = {"notes", PARAM_STRING, .flags = PARAM_OPTIONAL,
               .meaning = "a sentence under the figure, of one with panels under all of them"},
    [FONT] = {"font_pt", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = 4, .high = 72,
              .unit = "points", .meaning = "font size; 8 for the theme paper, else 18"},
    [INTERVAL] = {"interval", PARAM_STRING, .flags = PARAM_OPTIONAL,
                  .meaning = "what lo and hi are, for the legend, as \"95% interval\" (interval)"},
    [NOISE] = {"noise", PARAM_STRING, .flags = PARAM_OPTIONAL,
               .meaning = "what lies below a series' floor, for the legend (\"noise\")"},
    [SEED] = {"seed", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .high = 0x1p53,
              .meaning = "the seed that files of the figure name"},
    [SPEC] = {"spec", PARAM_STRING, .flags = PARAM_OPTIONAL,
              .meaning = "JSON text that files of the figure carry as their recipe"},
    [FILE_NAME] = {"name", PARAM_STRING, .flags = PARAM_OPTIONAL,
                   .meaning = "the title in the properties of its files; default its title"},
    [NUMBERS] = {"rows", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "result",
                 .meaning =
                     "the table that belongs under the figure, for f:rows(): a list of rows, "
                     "or a result"},
    [COLUMNS] = {"columns", PARAM_TABLE, .flags = PARAM_OPTIONAL,
                 .meaning = "names of the rows' fields in the order of printing"},
    [PANELS] =
        {"panels", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "plot[]",
         .meaning =
             "in place of series: a list of tables of these options or of figures, a panel each"},
    [ACROSS] = {"across", PARAM_INTEGER, .fallback = 2, .low = 1, .high = 8, .unit = "panels",
                .meaning = "panels in a row"},
};

/* The first ones are also the options of a style. */
enum {
    COLOR,
    DASH,
    MARKER,
    HOLLOW,
    NAME,
    HIDE,
    LINE,
    STYLES,
    XS = STYLES,
    YS,
    LO,
    HI,
    FLOOR,
    SIGN,
    EDGES,
    BASE,
    UNIT,
    FIT,
    KEY,
    ALL
};
static const param series_params[] = {
    [COLOR] = {"color", PARAM_ANY, .flags = PARAM_OPTIONAL, .choices = COLORS,
               .meaning =
                   "a name as \"red\" (help\"colors\"), \"#rrggbb\", \"#rgb\" or 1 to 8 (the next "
                   "free one)"},
    [DASH] = {"dash", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .fallback = AUTO,
              .choices = "solid|dash|dashdot|dot|long",
              .meaning = "of the line (the next free one)"},
    [MARKER] = {"marker", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .fallback = AUTO,
                .choices = "circle|square|triangle|diamond|down|cross|plus|none",
                .meaning = "at the points (the next free one)"},
    [HOLLOW] = {"hollow", PARAM_BOOLEAN, .meaning = "true: its markers are"},
    [NAME] = {"label", PARAM_STRING, .flags = PARAM_OPTIONAL,
              .meaning = "its name in the legend; series of one label look alike and share it"},
    [HIDE] = {"hide", PARAM_BOOLEAN, .meaning = "true: not drawn"},
    [LINE] = {"line", PARAM_BOOLEAN, .fallback = 1,
              .meaning = "false: markers only, with bars for lo and hi, at every point"},
    [XS] = {"x", PARAM_ANY, .flags = PARAM_OPTIONAL,
            .meaning = "a vec or a list of numbers (1, 2, ..)"},
    [YS] = {"y", PARAM_ANY, .flags = PARAM_REQUIRED,
            .meaning = "a vec or a list of numbers; NaN leaves a gap"},
    [LO] = {"lo", PARAM_ANY, .flags = PARAM_OPTIONAL, .meaning = "lower limits around y, as many"},
    [HI] = {"hi", PARAM_ANY, .flags = PARAM_OPTIONAL, .meaning = "upper limits around y, as many"},
    [FLOOR] = {"floor", PARAM_ANY, .flags = PARAM_OPTIONAL,
               .meaning = "a number, or one per point: values of y below it are shown as noise"},
    [SIGN] = {"sign", PARAM_ANY, .flags = PARAM_OPTIONAL,
              .meaning = "a number, or one per point: where it is < 0, y is the size of a negative "
                         "value, and its marker points down"},
    [EDGES] =
        {"edges", PARAM_ANY, .flags = PARAM_OPTIONAL,
         .meaning =
             "one number more than y has, rising: bars from 0 (or base) to y between them, as "
             "of a histogram; x is then their middles"},
    [BASE] = {"base", PARAM_NUMBER, .low = -INFINITY,
              .meaning = "of bars: where they begin on the y axis"},
    [UNIT] = {"unit", PARAM_NUMBER, .fallback = 1, .flags = PARAM_OPEN_LOW,
              .meaning = "of bars: how high on the y axis is a y of 1"},
    [FIT] = {"fit", PARAM_TABLE, .flags = PARAM_OPTIONAL, .choices = "fit",
             .meaning = "{slope=, lo=, hi=, from=, to=}: drawn as a triangle beside the curve"},
    [KEY] = {"key", PARAM_STRING, .flags = PARAM_OPTIONAL,
             .meaning = "another name by which style finds it"},
};

enum { SLOPE, SLOPE_LO, SLOPE_HI, FROM, TO, FITS };
static const param fit_params[] = {
    [SLOPE] = {"slope", PARAM_NUMBER, .flags = PARAM_REQUIRED, .low = -INFINITY,
               .meaning = "of y on x, of their logarithms on logarithmic axes"},
    [SLOPE_LO] = {"lo", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                  .meaning = "lower limit of its interval"},
    [SLOPE_HI] = {"hi", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
                  .meaning = "upper limit"},
    [FROM] = {"from", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
              .meaning = "least x of the fit (the first)"},
    [TO] = {"to", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
            .meaning = "largest x of the fit (the last)"},
};

/* Returns the vec at the top of the stack, made of the value there, and keeps it. */
static const bind_vec *hold_vec(lua_State *L, const char *function, const char *name, int keep)
{
    const bind_vec *v = bind_to_vec(L, -1);
    if (!v)
        bind_fail(L, function, "option '%s': expected a vec or a list of numbers, got %s", name,
                  bind_describe(L, -2));
    reading_hold(L, keep);
    lua_pop(L, 1);
    return v;
}

/* n numbers of the option on top of the stack, which is popped. A single number is used for all
 * when `repeat` is set. */
static const double *read_column(lua_State *L, const char *function, const char *name, size_t n,
                                 bool repeat, int keep)
{
    const bind_vec *v = hold_vec(L, function, name, keep);
    if (v->n == n)
        return v->data;
    if (!repeat || v->n != 1)
        bind_fail(L, function, "y has %I values and %s has %I", (LUAI_UACINT)n, name,
                  (LUAI_UACINT)v->n);
    bind_vec *all = bind_push_vec(L, n);
    for (size_t i = 0; i < n; i++)
        all->data[i] = v->data[0];
    reading_hold(L, keep);
    return all->data;
}

/* x = 1, 2, .. n. */
static const double *count_up(lua_State *L, size_t n, int keep)
{
    bind_vec *v = bind_push_vec(L, n);
    for (size_t i = 0; i < n; i++)
        v->data[i] = (double)(i + 1);
    reading_hold(L, keep);
    return v->data;
}

static const double *middles(lua_State *L, const double *edges, size_t n, int keep)
{
    bind_vec *v = bind_push_vec(L, n);
    for (size_t i = 0; i < n; i++)
        v->data[i] = edges[i] / 2 + edges[i + 1] / 2;
    reading_hold(L, keep);
    return v->data;
}

/* The edges of n bars, on top of the stack, which are popped. */
static const double *read_edges(lua_State *L, const char *function, size_t n, int keep)
{
    const bind_vec *v = hold_vec(L, function, "edges", keep);
    if (v->n != n + 1)
        bind_fail(L, function, "option 'edges': expected %I numbers, one more than y has, got %I",
                  (LUAI_UACINT)(n + 1), (LUAI_UACINT)v->n);
    for (size_t i = 0; i <= n; i++)
        if (!isfinite(v->data[i]) || (i && !(v->data[i] > v->data[i - 1])))
            bind_fail(L, function, "option 'edges': expected rising numbers, got %s at element %I",
                      bind_number_text(L, v->data[i]), (LUAI_UACINT)(i + 1));
    return v->data;
}

/* What a series and a style have in common; args as read last. */
static void read_style(lua_State *L, const char *function, const arg *a, int keep,
                       figure_series *out)
{
    if (a[COLOR].given) {
        reading_push(L, keep, COLOR);
        out->color = reading_color(L, function);
    }
    if (a[DASH].given)
        out->dash = (int)a[DASH].number;
    if (a[MARKER].given)
        out->marker = (int)a[MARKER].number;
    if (a[HOLLOW].given)
        out->hollow = a[HOLLOW].number != 0;
    if (a[NAME].given)
        out->label = a[NAME].string;
    if (a[HIDE].given)
        out->hide = a[HIDE].number != 0;
    if (a[LINE].given)
        out->line = a[LINE].number != 0;
}

/* Raises for a pair of limits in the wrong order. */
static void check_order(lua_State *L, const char *function, const param *lo, const param *hi,
                        double from, double to, const char *where)
{
    if (from > to)
        bind_fail(L, function, "expected %s <= %s, got %s and %s%s", lo->name, hi->name,
                  bind_number_text(L, from), bind_number_text(L, to), where);
}

/* The fit in the table on top of the stack. */
static figure_fit read_fit(lua_State *L, const char *function)
{
    arg a[FITS];
    int index = lua_gettop(L);
    function = lua_pushfstring(L, "%s: fit", function);
    bind_options(L, index, function, fit_params, FITS, a);
    figure_fit fit = {true,
                      a[SLOPE].number,
                      reading_number(&a[SLOPE_LO]),
                      reading_number(&a[SLOPE_HI]),
                      reading_number(&a[FROM]),
                      reading_number(&a[TO])};
    check_order(L, function, &fit_params[SLOPE_LO], &fit_params[SLOPE_HI], fit.lo, fit.hi, "");
    check_order(L, function, &fit_params[FROM], &fit_params[TO], fit.from, fit.to, "");
    return fit;
}

static void read_columns(lua_State *L, const char *function, const arg *a, int keep,
                         figure_series *out)
{
    static const int order[] = {XS, LO, HI, FLOOR, SIGN};
    const double **columns[] = {&out->x, &out->lo, &out->hi, &out->noise, &out->sign};
    lua_rawgeti(L, keep, (lua_Integer)lua_rawlen(L, keep));
    int values = lua_gettop(L); /* keep grows below */
    lua_rawgeti(L, values, YS + 1);
    const bind_vec *y = hold_vec(L, function, "y", keep);
    out->y = y->data;
    out->n = y->n;
    for (int i = 0; i < 5; i++) {
        int option = order[i];
        if (!a[option].given)
            continue;
        lua_rawgeti(L, values, option + 1);
        *columns[i] = read_column(L, function, series_params[option].name, y->n,
                                  option == FLOOR || option == SIGN, keep);
    }
    if (a[EDGES].given) {
        lua_rawgeti(L, values, EDGES + 1);
        out->edges = read_edges(L, function, y->n, keep);
    } else if (a[BASE].given || a[UNIT].given) {
        bind_fail(L, function, "option '%s' goes with edges",
                  series_params[a[BASE].given ? BASE : UNIT].name);
    }
    out->base = a[BASE].number;
    out->unit = a[UNIT].number;
    if (!out->x)
        out->x = out->edges ? middles(L, out->edges, y->n, keep) : count_up(L, y->n, keep);
    if (a[LO].given != a[HI].given)
        bind_fail(L, function, "expected both lo and hi, got only %s", a[LO].given ? "lo" : "hi");
    for (size_t i = 0; i < out->n && out->lo; i++)
        if (out->lo[i] > out->hi[i])
            check_order(L, function, &series_params[LO], &series_params[HI], out->lo[i], out->hi[i],
                        lua_pushfstring(L, " at point %I", (LUAI_UACINT)(i + 1)));
}

/* The series in the table on top of the stack, which is popped. */
static figure_series read_series(lua_State *L, const char *function, int keep)
{
    arg a[ALL];
    int top = lua_gettop(L);
    figure_series out = {
        .label = "", .color = COLOR_AUTO, .dash = AUTO, .marker = AUTO, .line = true};
    reading_options(L, top, function, series_params, ALL, a, keep);
    read_style(L, function, a, keep, &out);
    if (a[KEY].given)
        out.key = a[KEY].string;
    if (a[FIT].given) {
        reading_push(L, keep, FIT);
        out.fit = read_fit(L, function);
    }
    read_columns(L, function, a, keep, &out);
    lua_settop(L, top - 1);
    return out;
}

/* Makes the array of series of the list at index. */
static figure_series *read_list(lua_State *L, int index, const char *function, int keep, size_t *n)
{
    *n = lua_rawlen(L, index);
    figure_series *series = lua_newuserdatauv(L, (*n + 1) * sizeof *series, 0);
    reading_hold(L, keep);
    for (size_t i = 0; i < *n; i++) {
        const char *name = lua_pushfstring(L, "%s: series %d", function, (int)i + 1);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        series[i] = read_series(L, name, keep);
        lua_pop(L, 1);
    }
    if (*n == 0 && (lua_pushnil(L), lua_next(L, index)))
        bind_fail(L, function, "option 'series': expected a list of tables, {{x=, y=}, ..}");
    return series;
}

static _Noreturn void no_such_series(lua_State *L, const char *function, const figure *f, int key)
{
    const char **labels = lua_newuserdatauv(L, (f->n + 1) * sizeof *labels, 0);
    size_t n = 0;
    for (size_t i = 0; i < f->n; i++)
        if (*f->series[i].label)
            labels[n++] = f->series[i].label;
    const char *name = luaL_tolstring(L, key, NULL);
    bind_fail(L, function, "style: no series '%s'%s", name, bind_hint(L, name, labels, n));
}

/* Applies the style with its name at index key and its table on top of the stack, which is popped,
 * to the series it names (by their own labels). */
static void apply_style(lua_State *L, const char *function, const figure *f, const char *const *own,
                        figure_series *series, int key, int keep)
{
    arg a[STYLES];
    bool found = false;
    int top = lua_gettop(L);
    const char *label = NULL;
    if (lua_type(L, key) == LUA_TSTRING)
        label = reading_symbols(L, lua_tostring(L, key));
    const char *name = lua_pushfstring(L, "%s: style %s", function, bind_describe(L, key));
    reading_options(L, top, name, series_params, STYLES, a, keep);
    for (size_t i = 0; i < f->n; i++) {
        bool named = label && (strcmp(own[i], label) == 0 ||
                               (series[i].key && strcmp(series[i].key, label) == 0));
        if (label ? !named : lua_tointeger(L, key) != (lua_Integer)i + 1)
            continue;
        read_style(L, name, a, keep, &series[i]);
        found = true;
    }
    if (!found)
        no_such_series(L, function, f, key);
    lua_settop(L, top - 1);
}

static void apply_styles(lua_State *L, int index, const char *function, const figure *f,
                         figure_series *series, int keep)
{
    const char **own = lua_newuserdatauv(L, (f->n + 1) * sizeof *own, 0);
    for (size_t i = 0; i < f->n; i++)
        own[i] = series[i].label;
    for (lua_pushnil(L); lua_next(L, index);) {
        int value = lua_gettop(L);
        if (!lua_istable(L, value))
            bind_fail(L, function, "style %s: expected a table, got %s",
                      bind_describe(L, value - 1), bind_describe(L, value));
        apply_style(L, function, f, own, series, value - 1, keep);
    }
    lua_pop(L, 1);
}

/* Raises when an axis is logarithmic and none of its shown values is positive. */
static void check_log(lua_State *L, const char *function, const figure *f, bool x)
{
    bool some = false;
    for (const figure_series *a = f->series; a < f->series + f->n; a++)
        for (size_t i = 0; i < a->n && !a->hide; i++) {
            double value = x ? a->x[i] : figure_y(a, i);
            if (isfinite(value) && value > 0)
                return;
            some = some || isfinite(value);
        }
    const char *name = x ? "x" : "y";
    if (some && (x ? f->x : f->y).scale != SCALE_LINEAR)
        bind_fail(L, function, "the %s axis is logarithmic, but no %s is positive", name, name);
}

/* Raises when a coordinate of a mark has no place on a logarithmic axis. */
static void check_place(lua_State *L, const char *function, const figure_axis *axis, size_t i,
                        const char *name, double value)
{
    if (axis->scale != SCALE_LINEAR && value <= 0)
        bind_fail(L, function, "mark %I: expected %s > 0 on a logarithmic axis, got %s",
                  (LUAI_UACINT)(i + 1), name, bind_number_text(L, value));
}

static void check_marks(lua_State *L, const char *function, const figure *f)
{
    for (size_t i = 0; i < f->n_marks; i++) {
        const figure_mark *m = &f->marks[i];
        check_place(L, function, &f->x, i, "x", m->x);
        check_place(L, function, &f->y, i, "y", m->y);
        check_place(L, function, &f->x, i, "from", m->from);
        check_place(L, function, &f->x, i, "to", m->to);
    }
}

static void read_texts(const arg *a, bind_figure *out)
{
    figure *f = &out->figure;
    f->title = reading_text(&a[TITLE], "");
    f->notes = reading_text(&a[NOTES], "");
    f->band = reading_text(&a[INTERVAL], "interval");
    f->noise = reading_text(&a[NOISE], "noise");
    f->legend = (legend_place)a[LEGEND].number;
    f->font_pt = a[FONT].number;
    out->has_seed = a[SEED].given;
    out->seed = a[SEED].number;
    out->spec = a[SPEC].given ? a[SPEC].string : NULL;
    out->name = a[FILE_NAME].given ? a[FILE_NAME].string : NULL;
}

static void check_panels(lua_State *L, const char *function, const arg *a)
{
    for (int i = X; i < LEGEND; i++)
        if (a[i].given && i != NOTES)
            bind_fail(L, function, "option '%s' does not go with panels: it goes into one",
                      figure_params[i].name);
    if (a[LEGEND].given && a[LEGEND].number != LEGEND_SHARED)
        bind_fail(L, function,
                  "option 'legend': with panels only 'shared' goes, all else into one");
}

/* The panel in the table on top of the stack, which is popped. */
static figure read_panel(lua_State *L, const char *function, int keep)
{
    if (!lua_istable(L, -1))
        bind_fail(L, function, "expected a table of options, got %s", bind_describe(L, -1));
    lua_pushliteral(L, "panels");
    lua_rawget(L, -2);
    if (!lua_isnil(L, -1))
        bind_fail(L, function, "option 'panels': panels have no panels");
    lua_pop(L, 1);
    figure f = bind_push_figure(L, -1, function)->figure;
    reading_hold(L, keep);
    lua_pop(L, 1);
    return f;
}

/* Makes the panels of the list on top of the stack, which is popped. */
static void read_panels(lua_State *L, const char *function, const arg *a, int keep, figure *f)
{
    int list = lua_gettop(L);
    size_t n = lua_rawlen(L, list);
    check_panels(L, function, a);
    if (n == 0)
        bind_fail(L, function, "option 'panels': expected a list of tables, {{series=}, ..}");
    figure *panels = lua_newuserdatauv(L, n * sizeof *panels, 0);
    reading_hold(L, keep);
    for (size_t i = 0; i < n; i++) {
        const char *name = lua_pushfstring(L, "%s: panel %d", function, (int)i + 1);
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        panels[i] = read_panel(L, name, keep);
        lua_pop(L, 1);
    }
    f->panels = panels;
    f->n_panels = n;
    f->across = (size_t)a[ACROSS].number < n ? (size_t)a[ACROSS].number : n;
    lua_settop(L, list - 1);
}

/* Axes, series and their styles; the options were read last. */
static void read_curves(lua_State *L, const char *function, const arg *a, int keep, figure *f)
{
    for (int i = X; i <= MARKS; i++)
        reading_push(L, keep, i); /* to keep + i */
    f->x = reading_axis(L, keep + X, keep, "x", function);
    f->y = reading_axis(L, keep + Y, keep, "y", function);
    figure_series *series = read_list(L, keep + SERIES, function, keep, &f->n);
    f->series = series;
    if (a[STYLE].given)
        apply_styles(L, keep + STYLE, function, f, series, keep);
    check_log(L, function, f, true);
    check_log(L, function, f, false);
    if (a[MARKS].given) {
        f->marks = reading_marks(L, keep + MARKS, function, keep, &f->n_marks);
        check_marks(L, function, f);
    }
}

bind_figure *bind_push_figure(lua_State *L, int index, const char *function)
{
    arg a[FIGURE];
    index = lua_absindex(L, index);
    luaL_checkstack(L, 40, NULL);
    bind_figure *out = lua_newuserdatauv(L, sizeof *out, 2);
    int self = lua_gettop(L), keep = self + 1;
    figure *f = &out->figure;
    *out = (bind_figure){0};
    lua_newtable(L);
    reading_options(L, index, function, figure_params, FIGURE, a, keep);
    read_texts(a, out);
    if (a[PANELS].given) {
        reading_push(L, keep, PANELS);
        read_panels(L, function, a, keep, f);
    } else if (a[SERIES].given) {
        if (f->legend == LEGEND_SHARED)
            bind_fail(L, function, "option 'legend': 'shared' goes with panels");
        read_curves(L, function, a, keep, f);
    } else {
        bind_missing(L, index, function, "series", figure_params[SERIES].meaning);
    }
    lua_settop(L, keep);
    lua_setiuservalue(L, self, 2);
    lua_pushvalue(L, index);
    lua_setiuservalue(L, self, 1);
    luaL_setmetatable(L, "debias.figure");
    return out;
}

void bind_push_figure_params(lua_State *L)
{
    lua_newtable(L);
    bind_set_params(L, "plot", figure_params, FIGURE);
    bind_set_params(L, "axis", axis_params, AXIS_PARAMS);
    bind_set_params(L, "series", series_params, ALL);
    bind_set_params(L, "style", series_params, STYLES);
    bind_set_params(L, "fit", fit_params, FITS);
    bind_set_params(L, "marks", mark_params, MARK_PARAMS);
}
