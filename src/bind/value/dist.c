/* core.dist: a constructor per registered distribution, and what all distributions can be asked. */
#include "bind/value/dist.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/modules.h"
#include "bind/traced/traced.h"
#include "bind/type.h"
#include "bind/value/rng.h"
#include "engine/machine/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The context of a custom law: a userdata whose user value is the function. Draws run on the main
 * thread of Lua, which is alive whenever an engine call is. */
typedef struct sampler {
    lua_State *L;
    bool drawn; /* it has made its first draw, which must be a number */
} sampler;

static const char samplers_key; /* registry[&samplers_key]: address -> sampler, weak */

typedef struct draws {
    sampler *law;
    stream *s;
    size_t dim, n, gap;
    double *out;
} draws;

/* Reads the draw on top of the stack. */
static void read_draw(lua_State *L, size_t dim, double *out, size_t gap)
{
    double number;
    const double *x = bind_returned(L, -1, "dist.custom", "draw", &dim, &number);
    for (size_t j = 0; j < dim; j++)
        out[j * gap] = x[j];
}

/* A law whose first draw is NAN has a mistake; a later one is counted where it is used. */
static void check_first(lua_State *L, const draws *d)
{
    for (size_t j = 0; j < d->dim && !d->law->drawn; j++)
        if (isnan(d->out[j * d->gap]))
            bind_fail(L, "dist.custom", "expected numbers from draw, got nan%s",
                      d->dim == 1 ? "" : lua_pushfstring(L, " at element %d", (int)j + 1));
    d->law->drawn = true;
}

/* One word of the stream seeds the generator of one draw: draws do not depend on how calls are cut.
 */
static void draw_all(lua_State *L, void *job)
{
    const draws *d = job;
    bind_push_rng(L, 0, 0, PURPOSE_USER);
    for (size_t i = 0; i < d->n; i++) {
        bind_restart_rng(L, 2, *stream_words(d->s, 1), 0, PURPOSE_USER);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_call(L, 1, 1);
        read_draw(L, d->dim, d->out + i, d->gap);
        if (i == 0)
            check_first(L, d);
        lua_settop(L, 2);
    }
}

static status draw_custom(void *context, stream *s, size_t dim, size_t n, double *out, size_t gap)
{
    sampler *law = context;
    lua_State *L = law->L;
    draws d = {law, s, dim, n, gap, out};
    if (!lua_checkstack(L, 8))
        return STATUS_NO_MEMORY;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &samplers_key);
    lua_rawgetp(L, -1, context);
    lua_getiuservalue(L, -1, 1);
    status outcome = bind_protect(L, -1, draw_all, &d);
    lua_pop(L, 3);
    return outcome;
}

/* Pushes a sampler of the function on top of the stack, which it replaces. */
static sampler *push_sampler(lua_State *L)
{
    sampler *c = lua_newuserdatauv(L, sizeof *c, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    *c = (sampler){.L = lua_tothread(L, -1)};
    lua_pop(L, 1);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &samplers_key);
    lua_pushvalue(L, -2);
    lua_rawsetp(L, -2, c);
    lua_pop(L, 1);
    return c;
}

/* Raises where a row of the option `p` has a number that is not finite. */
static void check_rows(lua_State *L, const char *function, const param *p, const arg *a,
                       bool is_mat)
{
    const double *x = a->data;
    for (size_t i = 0; i < a->rows * a->cols; i++) {
        bind_look_at(L, i, function);
        if (isfinite(x[i]))
            continue;
        LUAI_UACINT row = (LUAI_UACINT)(i / a->cols + 1), column = (LUAI_UACINT)(i % a->cols + 1);
        const char *place = is_mat ? lua_pushfstring(L, "row %I, column %I", row, column)
                                   : lua_pushfstring(L, "element %I", row);
        bind_fail(L, function, "option '%s': expected finite numbers, got %s at %s", p->name,
                  bind_number_text(L, x[i]), place);
    }
}

/* A vec, a list of numbers or a mat on top of the stack as rows; replaces it by what keeps the data
 * alive. */
static void read_rows(lua_State *L, const dist_type *type, const param *p, arg *a)
{
    const bind_mat *m = bind_test_mat(L, -1);
    const bind_vec *v = m ? NULL : bind_to_vec(L, -1);
    const char *got = bind_describe(L, m ? -1 : -2),
               *function = lua_pushfstring(L, "dist.%s", type->name);
    if (!m && !v)
        bind_fail(L, function, "option '%s': expected %s, got %s", p->name, p->meaning, got);
    *a = m ? (arg){.given = true, .data = m->data, .rows = m->rows, .cols = m->cols}
           : (arg){.given = true,
                   .number = v->n == 1 ? v->data[0] : 0,
                   .data = v->data,
                   .rows = v->n,
                   .cols = 1};
    check_rows(L, function, p, a, m != NULL);
    lua_pop(L, 2);
    if (v)
        lua_remove(L, -2);
}

/* Whether the arguments are one table of options by name. */
static bool is_named(lua_State *L, const dist_type *type)
{
    if (lua_gettop(L) != 1 || !lua_istable(L, 1))
        return false;
    if (!(type->params[0].flags & PARAM_POSITION))
        return true;
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING) {
            lua_pop(L, 2);
            return true;
        }
    return false;
}

/* Moves the arguments into one table {a1, a2, ..}. */
static void pack(lua_State *L)
{
    int n = lua_gettop(L);
    lua_createtable(L, n, 0);
    lua_insert(L, 1);
    for (int i = n; i > 0; i--)
        lua_rawseti(L, 1, i);
}

/* Whether the value on top is a table of the user's; a result, which is one with a name, is not. */
static bool is_own_table(lua_State *L)
{
    bool has_name = luaL_getmetafield(L, -1, "__name") != LUA_TNIL;
    lua_pop(L, has_name);
    return lua_istable(L, -1) && !has_name && !bind_callable(L, -1);
}

/* Replaces the value on top by a copy: what its owner does to it later changes no law that was made
 * from it. depth: of tables in tables. */
static void copy_value(lua_State *L, const char *function, int depth)
{
    const bind_vec *v = bind_test_vec(L, -1);
    const bind_mat *m = bind_test_mat(L, -1);
    if (v)
        bind_push_copy(L, function, v->n, v->data);
    else if (m)
        bind_copy(L, function, bind_push_mat(L, m->rows, m->cols)->data, m->data,
                  m->rows * m->cols);
    else if (depth > 0 && is_own_table(L)) {
        lua_newtable(L);
        for (lua_pushnil(L); lua_next(L, -3);) {
            copy_value(L, function, depth - 1);
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, -4);
        }
        if (lua_getmetatable(L, -2)) /* that of a column of text */
            lua_setmetatable(L, -2);
    } else
        return;
    lua_remove(L, -2);
}

/* Pushes "a = 3" or "values of length 3". */
static void push_given(lua_State *L, const param *p, const arg *a)
{
    if (p->kind == PARAM_NUMBER || (p->kind == PARAM_VECTOR && a->rows == 1))
        lua_pushfstring(L, "%s = %f", p->name, a->number);
    else if (p->kind == PARAM_INTEGER)
        lua_pushfstring(L, "%s = %I", p->name, (LUAI_UACINT)a->number);
    else if (p->kind == PARAM_FUNCTION || p->kind == PARAM_OBJECT)
        lua_pushstring(L, p->name);
    else
        lua_pushfstring(L, "%s of length %I", p->name, (LUAI_UACINT)a->rows);
}

/* Pushes "a = 3, b = 1": the options that were given. */
static const char *describe_given(lua_State *L, const dist_type *type, const arg *a)
{
    lua_pushliteral(L, "");
    for (size_t i = 0; i < type->nparams; i++) {
        if (!a[i].given)
            continue;
        lua_pushstring(L, lua_rawlen(L, -1) ? ", " : "");
        push_given(L, &type->params[i], &a[i]);
        lua_concat(L, 3);
    }
    return lua_rawlen(L, -1) ? lua_tostring(L, -1) : "none of them";
}

/* Completes what bind_options leaves to its caller; keep is its table. */
static void read_special(lua_State *L, int keep, const dist_type *type, arg *a,
                         dist_sampler *custom)
{
    for (size_t i = 0; i < type->nparams; i++) {
        param_kind kind = type->params[i].kind;
        if (!a[i].given || (kind != PARAM_ANY && kind != PARAM_FUNCTION))
            continue;
        lua_rawgeti(L, keep, (lua_Integer)i + 1);
        if (kind == PARAM_ANY)
            read_rows(L, type, &type->params[i], &a[i]);
        else {
            *custom = (dist_sampler){draw_custom, push_sampler(L)};
            a[i].data = custom;
        }
        lua_rawseti(L, keep, (lua_Integer)i + 1);
    }
}

void bind_push_option(lua_State *L, int index, const dist_type *type, size_t i)
{
    if (lua_rawgeti(L, index, (lua_Integer)i + 1) != LUA_TNIL)
        return;
    lua_pop(L, 1);
    lua_getfield(L, index, type->params[i].name);
}

/* Whether one of the options in the table at 1 is traced. */
static bool is_traced(lua_State *L, const dist_type *type)
{
    bool found = false;
    for (size_t i = 0; i < type->nparams && !found; i++) {
        bind_push_option(L, 1, type, i);
        found = traced_in(L, -1);
        lua_pop(L, 1);
    }
    return found;
}

/* Gives the law on top its options, the table at 1; returns 1. */
static int keep_options(lua_State *L)
{
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    return 1;
}

/* upvalue 1: the dist_type */
static int construct(lua_State *L)
{
    const dist_type *type = lua_touserdata(L, lua_upvalueindex(1));
    arg a[DIST_PARAMS];
    dist_sampler custom;
    char name[32];
    snprintf(name, sizeof name, "dist.%s", type->name);
    assert(type->nparams <= DIST_PARAMS);
    if (!is_named(L, type))
        pack(L);
    lua_settop(L, 1);
    copy_value(L, name, 3); /* options, lists, rows */
    if (is_traced(L, type)) {
        *(const dist_type **)lua_newuserdatauv(L, sizeof type, 1) = type;
        luaL_setmetatable(L, "debias.traced law");
        return keep_options(L);
    }
    bind_options(L, 1, name, type->params, type->nparams, a);
    int keep = lua_gettop(L);
    read_special(L, keep, type, a, &custom);
    const char *expected = type->check ? type->check(a) : NULL;
    if (expected)
        bind_fail(L, name, "expected %s, got %s", expected, describe_given(L, type, a));
    size_t size = dist_size(type, a);
    dist *d = lua_newuserdatauv(L, size, 2); /* user values: its options; what they became */
    memory_clear(d, size);
    d->interrupt = bind_interrupt(L);
    dist_init(d, type, a);
    bind_look(L, name);
    luaL_setmetatable(L, "debias.dist");
    if (type->calls_back) {
        lua_pushvalue(L, keep); /* with the sampler */
        lua_setiuservalue(L, -2, 2);
    }
    return keep_options(L);
}

/* options(law): a table of them as they were given, by place or by name; nil for anything else. */
static int options(lua_State *L)
{
    if (!luaL_testudata(L, 1, "debias.dist") && !luaL_testudata(L, 1, "debias.traced law"))
        return 0;
    lua_getiuservalue(L, 1, 1);
    return 1;
}

int bind_push_draw(lua_State *L, stream *s)
{
    const dist *d = bind_object(L, 1, "dist", NULL);
    double *x = bind_push_vec(L, d->dim)->data;
    bind_check(L, NULL, d->type->draw(d, s, 1, x, 1));
    if (d->dim == 1)
        lua_pushnumber(L, x[0]);
    return 1;
}

/* next(law, rng): its next draw from the numbers of a generator. */
static int next_draw(lua_State *L)
{
    const dist *d = bind_object(L, 1, "dist", NULL);
    return bind_push_draw(L, bind_rng_stream(L, 2, d->type->kind));
}

/* A number for dim 1, else a vec; nil, why when x is NULL. */
static int push_point(lua_State *L, const dist *d, const double *x, const char *why)
{
    if (!x)
        return bind_unknown(L, why);
    if (d->dim == 1)
        lua_pushnumber(L, x[0]);
    else
        bind_push_numbers(L, d->dim, x);
    return 1;
}

static int mean(lua_State *L)
{
    const dist *d = bind_self(L, "dist", "mean");
    return push_point(L, d, d->mean,
                      dist_orders(d) > 1 ? "the mean of this distribution is not known"
                                         : "this distribution has no mean");
}

static int var(lua_State *L)
{
    const dist *d = bind_self(L, "dist", "var");
    const char *why = dist_is_beyond(d) ? "the variance is beyond the range of numbers"
                                        : "the variance of this distribution is not known";
    return push_point(L, d, d->var, dist_orders(d) > 2 ? why : "this distribution has no variance");
}

static int push_moment(lua_State *L, const char *method, double (*of)(const dist *d, int k))
{
    const dist *d = bind_self(L, "dist", method);
    lua_settop(L, 2);
    const char *name = lua_pushfstring(L, "dist:%s", method);
    size_t k = bind_count(L, 2, name, "k", 0);
    if (k > DIST_MOMENTS)
        bind_fail(L, name, "expected k from 0 to %d, got %d", DIST_MOMENTS, (int)k);
    if (d->dim > 1)
        return bind_unknown(L, "moments are known for distributions of one number only");
    double x = of(d, (int)k);
    if ((double)k >= dist_orders(d))
        return bind_unknown(L, "this distribution has moments of lower orders only");
    if (isnan(x))
        return bind_unknown(L, "the moments of this distribution are not known up to this order");
    if (isinf(x))
        return bind_unknown(L, "the moment overflows");
    lua_pushnumber(L, x);
    return 1;
}

static int moment(lua_State *L)
{
    return push_moment(L, "moment", dist_moment);
}

static int central(lua_State *L)
{
    return push_moment(L, "central", dist_central);
}

static int cumulant(lua_State *L)
{
    return push_moment(L, "cumulant", dist_cumulant);
}

static double density(const dist *d, double x)
{
    return isnan(x) ? x : d->type->pdf(d, x);
}

static int pdf(lua_State *L)
{
    const dist *d = bind_self(L, "dist", "pdf");
    const bind_vec *v = bind_test_vec(L, 2);
    double x;
    if (!v && !bind_test_number(L, 2, &x))
        bind_expected(L, "dist:pdf", "a number or a vec", 2);
    if (!d->type->pdf || d->dim > 1)
        return bind_unknown(L, "no density is known for this distribution");
    if (!v)
        lua_pushnumber(L, density(d, x));
    double *out = v ? bind_push_vec(L, v->n)->data : NULL;
    for (size_t i = 0; v && i < v->n; i++) {
        bind_look_at(L, i, "dist:pdf");
        out[i] = density(d, v->data[i]);
    }
    return 1;
}

static const param draw_params[] = {
    {"seed", PARAM_INTEGER, .flags = PARAM_OPTIONAL, .high = 0x1p53,
     .meaning = "seed of the draws (1, or --seed)"},
};

/* draw(n, {seed=}) -> vec of n numbers, or mat of n rows */
static int draw(lua_State *L)
{
    const dist *d = bind_self(L, "dist", "draw");
    size_t n = bind_count(L, 2, "dist:draw", "n", 0);
    arg seed;
    stream s;
    bind_options(L, 3, "dist:draw", draw_params, 1, &seed);
    stream_init(&s, d->type->kind, bind_seed(&seed), 0, PURPOSE_USER, 0);
    double *work = lua_newuserdatauv(L, d->dim * STREAM_MOST * sizeof *work, 0);
    double *rows = d->dim == 1 ? bind_push_vec(L, n)->data : bind_push_mat(L, n, d->dim)->data;
    double m = 1; /* draws of its law for each of a mean */
    dist_of_draws(d, &m);
    status drawn = dist_rows(d, &s, n, rows, work, bind_interrupt_of(L, m * (double)n));
    if (drawn == STATUS_INTERRUPTED)
        bind_look(L, "dist:draw");
    bind_check(L, "dist:draw", drawn);
    return 1;
}

static int field(lua_State *L, void *self, const char *name)
{
    const dist *d = self;
    if (name && strcmp(name, "dim") == 0)
        lua_pushinteger(L, (lua_Integer)d->dim);
    else if (name && strcmp(name, "name") == 0)
        lua_pushstring(L, d->type->name);
    else
        return 0;
    return 1;
}

static const luaL_Reg none[] = {{NULL, NULL}};
static const luaL_Reg functions[] = {{"options", options}, {"next", next_draw}, {NULL, NULL}};
static const luaL_Reg methods[] = {
    {"mean", mean},         {"var", var}, {"moment", moment}, {"central", central},
    {"cumulant", cumulant}, {"pdf", pdf}, {"draw", draw},     {NULL, NULL},
};

/* With core on the stack: core[name] = constructor, params[name], and registry[name] = {summary=}
 * but for a law that d:mean_of makes. */
static void add_type(lua_State *L, const dist_type *type)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    lua_pushcclosure(L, construct, 1);
    lua_setfield(L, -2, type->name);
    lua_getfield(L, -1, "params");
    bind_set_params(L, type->name, type->params, type->nparams);
    lua_pop(L, 1);
    if (type->of_draws)
        return;
    lua_getfield(L, -1, "registry");
    lua_newtable(L);
    bind_set_text(L, "summary", type->summary);
    lua_setfield(L, -2, type->name);
    lua_pop(L, 1);
}

int bind_open_dist(lua_State *L)
{
    static const char *const fields[] = {"dim", "name"};
    bind_new_type(L, "dist", NULL, methods, field);
    bind_set_fields(L, "dist", fields, sizeof fields / sizeof *fields);
    bind_new_type(L, "traced law", NULL, none, NULL);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    bind_set_text(L, "__mode", "v");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &samplers_key);
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "draw", draw_params, 1);
    lua_setfield(L, -2, "params");
    lua_newtable(L);
    lua_setfield(L, -2, "registry");
    for (size_t i = 0; i < dist_count(); i++)
        add_type(L, dist_type_at(i));
    return 1;
}
