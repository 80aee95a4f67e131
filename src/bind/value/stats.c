/* core.stats: fits of straight lines, and the root of a mean square. */
#include "engine/number/stats.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "engine/number/norm.h"
#include "engine/number/slope.h"

#include <math.h>

/* The column `name` of the table at 1, or NULL; n <- its length. */
static const double *column(lua_State *L, const char *name, size_t *n)
{
    lua_getfield(L, 1, name);
    const bind_vec *v = bind_test_vec(L, -1); /* the table holds it */
    lua_pop(L, 1);
    if (v)
        *n = v->n;
    return v ? v->data : NULL;
}

/* Sets why there is no slope, with the place of a change of sign. */
static void set_why(lua_State *L, const slope_fit *f)
{
    lua_pushstring(L, f->why);
    if (f->why && f->sign_to > 0) {
        lua_pushfstring(L, " between m = %I and %I", (LUAI_UACINT)f->sign_from,
                        (LUAI_UACINT)f->sign_to);
        lua_concat(L, 2);
    }
    lua_setfield(L, -2, "why");
}

/* slope{m=, bias=, se=, floor=, exact=, exact_floor=, moved=}: vecs, moved by point and then by
 * part
 * -> {slope=, .., left_out=, why=} */
static int slope(lua_State *L)
{
    size_t n = 0, moved = 0;
    bias_points p = {.m = column(L, "m", &n),
                     .bias = column(L, "bias", &n),
                     .se = column(L, "se", &n),
                     .floor = column(L, "floor", &n),
                     .exact = column(L, "exact", &n),
                     .exact_floor = column(L, "exact_floor", &n),
                     .moved = column(L, "moved", &moved)};
    p.n = n;
    p.parts = n > 0 ? moved / n : 0;
    slope_fit f = slope_find(&p, bind_push_vec(L, SLOPE_WORK * n)->data);
    lua_createtable(L, 0, 12);
    bind_set_known(L, "slope", f.slope);
    bind_set_known(L, "slope_lo", f.low);
    bind_set_known(L, "slope_hi", f.high);
    bind_set_known(L, "exact", f.exact);
    bind_set_known(L, "from", f.from);
    bind_set_known(L, "to", f.to);
    bind_set_known(L, "sign_from", f.sign_from);
    bind_set_known(L, "sign_to", f.sign_to);
    bind_set_integer(L, "sign", f.sign);
    bind_set_integer(L, "left_out", (lua_Integer)f.left_out);
    set_why(L, &f);
    return 1;
}

/* line(x, y, se): the slope of a weighted straight line, its interval's half-width, and why it says
 * nothing, or nil. */
static int line(lua_State *L)
{
    const bind_vec *x = bind_test_vec(L, 1), *y = bind_test_vec(L, 2), *se = bind_test_vec(L, 3);
    line_fit f = stats_fit_line(x->data, y->data, se->data, x->n);
    lua_pushnumber(L, f.slope);
    lua_pushnumber(L, f.half_width);
    lua_pushstring(L, slope_doubt(f.slope, f.half_width)); /* nil for NULL */
    return 3;
}

/* rms(x): the root of the mean square of a vec. */
static int rms(lua_State *L)
{
    const bind_vec *x = bind_test_vec(L, 1);
    lua_pushnumber(L, norm_root_mean(norm_of(x->data, x->n, 1), (double)x->n));
    return 1;
}

/* student(df) -> how many standard errors a 95% interval of Student's law has to either side. */
static int student(lua_State *L)
{
    lua_pushnumber(L, stats_t_quantile(0.95, luaL_checknumber(L, 1)));
    return 1;
}

static const luaL_Reg functions[] = {
    {"slope", slope}, {"line", line}, {"rms", rms}, {"student", student}, {NULL, NULL}};

int bind_open_stats(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
