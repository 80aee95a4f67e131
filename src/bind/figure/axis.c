/* An axis of a figure: options `x` and `y`. */
#include "bind/figure/reading.h"
#include "draw/figure.h"
#include "draw/scale/scale.h"

#include <math.h>

enum { LABEL, SCALE, MIN, MAX, WHOLE, NAMES };
const param axis_params[AXIS_PARAMS] = {
    [LABEL] = {"label", PARAM_STRING, .flags = PARAM_OPTIONAL, .meaning = "printed along the axis"},
    [SCALE] = {"scale", PARAM_CHOICE, .fallback = SCALE_LINEAR, .choices = "linear|log|log2",
               .meaning = "log2 marks powers of two"},
    [MIN] = {"min", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
             .meaning = "where the axis begins (from the data)"},
    [MAX] = {"max", PARAM_NUMBER, .flags = PARAM_OPTIONAL, .low = -INFINITY,
             .meaning = "where it ends (from the data)"},
    [WHOLE] = {"whole", PARAM_BOOLEAN, .meaning = "true: only whole numbers are marked"},
    [NAMES] = {"names", PARAM_TABLE, .flags = PARAM_OPTIONAL,
               .meaning = "a list of words that stand at 1, 2, .. in place of numbers"},
};

static void check_limit(lua_State *L, const char *function, const figure_axis *axis,
                        const char *name, double limit)
{
    if (axis->scale != SCALE_LINEAR && limit <= 0)
        bind_fail(L, function, "option '%s': expected a number > 0 on a logarithmic axis, got %f",
                  name, limit);
}

/* The words of the list on top of the stack, which is popped. */
static void read_names(lua_State *L, const char *function, int keep, figure_axis *axis)
{
    int list = lua_gettop(L);
    size_t n = lua_rawlen(L, list);
    const char **names = lua_newuserdatauv(L, (n + 1) * sizeof *names, 0);
    reading_hold(L, keep);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, list, (lua_Integer)i + 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            bind_fail(L, function, "option 'names': expected texts, got %s at element %I",
                      bind_describe(L, -1), (LUAI_UACINT)(i + 1));
        luaL_gsub(L, lua_tostring(L, -1), "\n", " ");
        names[i] = reading_label(L, function, "names", lua_tostring(L, -1), keep);
        lua_pop(L, 2);
    }
    if (n == 0)
        bind_fail(L, function, "option 'names': expected a list of texts, {\"up\", \"down\"}");
    axis->n = n;
    axis->names = names;
    lua_pop(L, 1);
}

static void check_axis(lua_State *L, const char *function, const figure_axis *axis)
{
    check_limit(L, function, axis, "min", axis->min);
    check_limit(L, function, axis, "max", axis->max);
    if (scale_coordinate(axis->scale, axis->min) >= scale_coordinate(axis->scale, axis->max))
        bind_fail(L, function, "expected min < max%s, got %f and %f",
                  axis->min < axis->max ? ", further apart" : "", axis->min, axis->max);
    if (axis->n && axis->scale != SCALE_LINEAR)
        bind_fail(L, function, "option 'names' goes with scale 'linear'");
}

figure_axis reading_axis(lua_State *L, int index, int keep, const char *name, const char *function)
{
    figure_axis axis = {.label = "", .min = NAN, .max = NAN};
    arg a[AXIS_PARAMS];
    if (lua_isnil(L, index))
        return axis;
    function = lua_pushfstring(L, "%s: %s", function, name);
    reading_options(L, index, function, axis_params, AXIS_PARAMS, a, keep);
    axis.label = reading_text(&a[LABEL], "");
    axis.scale = (scale_kind)a[SCALE].number;
    axis.min = reading_number(&a[MIN]);
    axis.max = reading_number(&a[MAX]);
    axis.whole = a[WHOLE].number != 0;
    if (a[NAMES].given) {
        reading_push(L, keep, NAMES);
        read_names(L, function, keep, &axis);
    }
    check_axis(L, function, &axis);
    lua_pop(L, 1);
    return axis;
}
