/* q is read as a polynomial or exp, is compiled by tracing, or stays a function that is called.
 * A compiled q is compared with plain calls before it is used. */
#include "bind/operator/func.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/modules.h"
#include "bind/operator/tried.h"
#include "bind/traced/traced.h"
#include "bind/traced/unseen.h"
#include "bind/value/math.h"
#include "bind/value/poly.h"
#include "engine/number/agree.h"
#include "expr/along.h"
#include "expr/degree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* User values of a q (func.h). */
enum { GIVEN = 1, PROGRAM, LINE, USER_VALUES = BIND_FUNC_KNOWN };

typedef struct evaluation {
    const bind_func *f;
    size_t n, gap;
    const double *s;
    double *y;
} evaluation;

static void push_point(lua_State *L, size_t in, const double *s, size_t gap)
{
    if (in == 1) {
        lua_pushnumber(L, s[0]);
        return;
    }
    double *x = bind_push_vec(L, in)->data;
    for (size_t j = 0; j < in; j++)
        x[j] = s[j * gap];
}

/* Calls q with point i of s and leaves its value on the stack. */
static void call(lua_State *L, size_t in, const double *s, size_t gap)
{
    push_point(L, in, s, gap);
    lua_call(L, 1, 1);
}

/* The same for its first call, whose error also says what q was given. */
static void call_first(lua_State *L, size_t in, const double *s)
{
    int top = lua_gettop(L);
    push_point(L, in, s, 1);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK)
        return;
    if (lua_type(L, top) == LUA_TSTRING) {
        push_point(L, in, s, 1);
        lua_pushfstring(L, "%s; in q of %s", lua_tostring(L, top), bind_describe(L, top + 1));
    }
    lua_error(L);
}

/* Reads the value on top as `out` numbers (0 = any) to y; returns how many there are. */
static size_t read_value(lua_State *L, const bind_func *f, size_t out, double *y, size_t gap)
{
    double number;
    const double *x = bind_returned(L, -1, f->function, "q", &out, &number);
    for (size_t l = 0; l < out && y; l++)
        y[l * gap] = x[l];
    return out;
}

static void evaluate(lua_State *L, void *job)
{
    const evaluation *e = job;
    for (size_t i = 0; i < e->n; i++) {
        lua_getiuservalue(L, 1, GIVEN);
        call(L, e->f->q.in, e->s + i, e->gap);
        read_value(L, e->f, e->f->q.out, e->y + i, e->gap);
        lua_settop(L, 1);
    }
}

static status eval(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    const bind_func *f = q->context;
    evaluation e = {f, n, gap, s, y};
    return bind_protect(f->L, f->index, evaluate, &e);
}

/* A column of a program <- n numbers, then zeros in the lanes that run with them. */
static void fill(double *column, const double *s, size_t n)
{
    memcpy(column, s, n * sizeof *s);
    for (size_t i = n; i % 8 != 0; i++)
        column[i] = 0;
}

/* Components are columns already: they are copied to the program's and back. */
static status eval_compiled(const func *q, size_t n, const double *s, double *y, size_t gap)
{
    const program *p = ((const bind_func *)q->context)->compiled;
    double *work = malloc((program_work(p) + 1) * sizeof *work);
    if (!work)
        return STATUS_NO_MEMORY;
    for (size_t from = 0; from < n; from += p->lanes) {
        size_t count = n - from < p->lanes ? n - from : p->lanes;
        for (size_t j = 0; j < q->in && j < p->inputs; j++)
            fill(program_input(p, work, j), s + j * gap + from, count);
        program_run(p, work, count);
        for (size_t l = 0; l < q->out; l++)
            memcpy(y + l * gap + from, program_output(p, work, l), count * sizeof *work);
    }
    free(work);
    return STATUS_OK;
}

/* Raises for the first of n numbers that differ: q, called twice, gave them for the same arguments.
 */
static void expect_same(lua_State *L, const char *function, size_t n, const double *first,
                        const double *second)
{
    size_t i = agree_until(first, second, n, 1);
    if (i < n)
        bind_fail(L, function,
                  "q gives %s and then %s for the same argument: it must not draw or count",
                  bind_number_text(L, first[i]), bind_number_text(L, second[i]));
}

/* Says why q is not compiled, once for each function. */
static void report(lua_State *L, const bind_func *f, const char *why)
{
    bind_push_weak(L, "debias.reported functions", "k");
    lua_getiuservalue(L, f->index, GIVEN);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        bind_note(lua_pushfstring(L, "%s: q runs as plain Lua: %s", f->function, why));
        lua_pop(L, 1);
        lua_getiuservalue(L, f->index, GIVEN);
        lua_pushboolean(L, true);
        lua_rawset(L, -4);
    }
    lua_pop(L, 2);
}

/* Whether n values of q are the same, component by component. */
static bool are_same(const func *q, size_t n, size_t gap, const double *a, const double *b)
{
    for (size_t l = 0; l < q->out; l++)
        if (agree_until(a + l * gap, b + l * gap, n, 1) < n)
            return false;
    return true;
}

/* Whether compiled values agree with plain calls; raises where these do not agree with themselves.
 */
static bool try(lua_State *L, const func *compiled, const func *called, const bind_where *where)
{
    size_t most = tried_points(where), numbers = most * compiled->out;
    double *s = bind_push_vec(L, most * compiled->in + 2 * numbers)->data;
    double *y = s + most * compiled->in, *want = y + numbers;
    size_t n = tried_fill(compiled->in, where, s);
    bool known = called->eval(called, n, s, want, most) == STATUS_OK;
    bool same = known && compiled->eval(compiled, n, s, y, most) == STATUS_OK &&
                are_same(called, n, most, y, want);
    const bind_func *f = called->context;
    if (known && !same && called->eval(called, n, s, y, most) == STATUS_OK) {
        for (size_t l = 0; l < called->out; l++)
            expect_same(L, f->function, n, want + l * most, y + l * most);
        report(L, f, "compiled values differ from those of plain calls");
    }
    lua_pop(L, 1);
    return same;
}

/* What q at 2 gives for the traced argument at 3, as a value of the graph at 1, or nil. */
static int record(lua_State *L)
{
    lua_call(L, 1, 1);
    traced_lift(L, 2, 1);
    return 1;
}

/* The line of a q of one number, `output` of the graph, which q keeps. */
static const func_line *push_line(lua_State *L, const bind_func *f, const graph *g, expr output)
{
    size_t size = f->q.in == 1 && f->q.out == 1 ? along_size(g, output) : 0;
    if (size == 0)
        return NULL;
    const func_line *l = along_init(lua_newuserdatauv(L, size, 0), g, output);
    lua_setiuservalue(L, f->index, LINE);
    return l;
}

/* The program of q, which keeps it, or NULL where it cannot be traced. */
static const program *compile(lua_State *L, bind_func *f)
{
    const char *why;
    int top = lua_gettop(L);
    const program *p = NULL;
    traced_graph *g = traced_push_graph(L, false);
    lua_pushcfunction(L, record);
    lua_pushvalue(L, top + 1);
    lua_getiuservalue(L, f->index, GIVEN);
    traced *x = traced_push(L, top + 1, f->q.in == 1 ? OPERAND_NUMBER : OPERAND_VEC, f->q.in, 1);
    traced_inputs(L, f->function, g->g, 0, f->q.in, x->id);
    bind_callbacks++;
    bool done = unseen_call(L, top + 1, 3, &why);
    bind_callbacks--;
    const traced *y = done ? traced_test(L, -1) : NULL;
    if (y && why)
        report(L, f, why);
    if (y && !why && traced_length(y) == f->q.out) {
        p = traced_push_program(L, f->function, g->g, f->q.out, y->id);
        lua_pushvalue(L, top + 1);
        lua_setiuservalue(L, -2, 1);
        lua_setiuservalue(L, f->index, PROGRAM);
        f->line = push_line(L, f, g->g, y->id[0]);
        f->quadratic = degree_most(g->g, f->q.out, y->id) <= 2;
        f->graph = g->g;
        f->value = y->id[0];
    }
    lua_settop(L, top);
    return p;
}

/* Lets compiled code take the place of plain calls where both agree. */
static void try_to_compile(lua_State *L, const bind_where *where, bind_func *f)
{
    func called = f->q;
    if (*bind_interrupt(L)) /* an experiment that is being broken off asks for its next point */
        return;
    f->compiled = compile(L, f);
    if (*bind_interrupt(L))
        bind_fail(L, NULL, "interrupted");
    if (!f->compiled)
        return;
    func compiled = called;
    compiled.kind = FUNC_COMPILED;
    compiled.eval = eval_compiled;
    compiled.line = f->line;
    compiled.quadratic = f->quadratic;
    compiled.constant = !program_uses(f->compiled, 0, called.in);
    if (try(L, &compiled, &called, where))
        f->q = compiled;
}

/* Raises where q, whose value is on top, gives another one when it is called again. */
static void expect_same_again(lua_State *L, const bind_func *f, const double *at)
{
    size_t n = f->q.out;
    double *first = bind_push_vec(L, 2 * n)->data, *second = first + n;
    lua_pushvalue(L, -2);
    read_value(L, f, n, first, 1);
    lua_getiuservalue(L, f->index, GIVEN);
    call(L, f->q.in, at, 1);
    read_value(L, f, n, second, 1);
    expect_same(L, f->function, n, first, second);
    lua_pop(L, 3);
}

/* A function of Lua's, or what can be called like one. */
static void read_function(lua_State *L, size_t in, const bind_where *where, bind_func *f)
{
    lua_getiuservalue(L, f->index, GIVEN);
    if (!bind_callable(L, -1))
        bind_expected(L, f->function, "q as poly{..}, math.exp or a function", -1);
    call_first(L, in, where->at);
    f->q = (func){.kind = FUNC_GENERAL,
                  .in = in,
                  .out = read_value(L, f, 0, NULL, 0),
                  .eval = eval,
                  .context = f};
    expect_same_again(L, f, where->at);
    lua_pop(L, 1);
    try_to_compile(L, where, f);
}

/* Pushes the value at index as a q. */
static const bind_func *push_q(lua_State *L, int index, const char *function, size_t in,
                               const bind_where *where)
{
    const bind_poly *p = luaL_testudata(L, index, "debias.poly");
    bool is_exp = bind_is_exp(L, index);
    bind_func *f = lua_newuserdatauv(L, sizeof *f, USER_VALUES);
    *f = (bind_func){.L = L, .index = lua_gettop(L), .function = function};
    luaL_setmetatable(L, "debias.q");
    lua_pushvalue(L, index);
    lua_setiuservalue(L, f->index, GIVEN);
    if (p && in == 1)
        f->q = func_poly(p->coefficient, p->degree);
    else if (is_exp && in == 1)
        f->q = func_exp();
    else
        read_function(L, in, where, f);
    return f;
}

void bind_func_read(lua_State *L, int index, const char *function, size_t in,
                    const bind_where *where, bind_func *out)
{
    index = lua_absindex(L, index);
    const bind_func *known = luaL_testudata(L, index, "debias.q");
    if (known)
        lua_pushvalue(L, index);
    else
        known = push_q(L, index, function, in, where);
    *out = *known;
    out->L = L;
    out->index = lua_gettop(L);
    out->function = function;
    out->q.context = out;
}

void bind_func_read_law(lua_State *L, int index, const char *function, const bind_blocks *b,
                        bind_func *out)
{
    size_t dim = b->d->dim;
    index = lua_absindex(L, index);
    double *at = bind_push_vec(L, dim)->data;
    for (size_t j = 0; j < dim; j++)
        at[j] = b->s[j] + (b->d->mean ? b->d->mean[j] : 0);
    bind_where where = {.at = at, .s = b->s, .blocks = b};
    bind_func_read(L, index, function, dim, &where, out);
}

static const param shift_params[] = {BIND_SHIFT_PARAM};

/* read(q, dist, sizes, {s=}, function): a q, for block means of draws at s; sizes: a vec. */
static int read(lua_State *L)
{
    arg s;
    bind_func q;
    const char *function = luaL_checkstring(L, 5);
    const dist *d = bind_object(L, 2, "dist", function);
    const bind_vec *sizes = bind_test_vec(L, 3);
    bind_options(L, 4, function, shift_params, 1, &s);
    bind_blocks b = {d, bind_push_shift(L, function, &s, d->dim), sizes->data, sizes->n};
    bind_func_read_law(L, 1, function, &b, &q);
    lua_pushvalue(L, q.index);
    return 1;
}

static const luaL_Reg none[] = {{NULL, NULL}};
/* special(dist or nil): numbers where a function may have a special value (tried.h), a vec. */
static int special(lua_State *L)
{
    double x[TRIED_SPECIAL];
    const dist *d = lua_isnoneornil(L, 1) ? NULL : bind_object(L, 1, "dist", "problem.new");
    size_t n = tried_special(d, x);
    bind_push_numbers(L, n, x);
    return 1;
}

static const luaL_Reg functions[] = {{"read", read}, {"special", special}, {NULL, NULL}};

int bind_open_q(lua_State *L)
{
    bind_new_type(L, "q", none, none, NULL);
    luaL_newlib(L, functions);
    return 1;
}

double *bind_push_shift(lua_State *L, const char *function, const arg *s, size_t in)
{
    double *out = bind_push_vec(L, in)->data;
    if (s->given && s->rows != 1 && s->rows != in)
        bind_fail(L, function, "option 's': expected a number or a vec of length %d, got length %d",
                  (int)in, (int)s->rows);
    for (size_t j = 0; j < in && s->given; j++)
        out[j] = ((const double *)s->data)[s->rows == 1 ? 0 : j];
    return out;
}
