/* core.bound: bounds on the bias of operators, whose constants come from q's graph and the law. */
#include "engine/law/bound.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/operator/extrap.h"
#include "bind/operator/func.h"
#include "bind/traced/traced.h"
#include "engine/operator/supremum.h"
#include "expr/taylor.h"

#include <math.h>
#include <stdio.h>

/* q as a node of a graph, on the range of s + block means. */
typedef struct subject {
    const graph *g;
    expr value;
    double low, high;
    void *memory; /* for Taylor coefficients */
} subject;

/* Derivative l of the subject, on whose Taylor coefficients it is l! times. */
typedef struct derivative {
    taylor *t;
    size_t l;
    double factorial;
} derivative;

static double size_of(void *context, double low, double high)
{
    const derivative *d = context;
    interval c = taylor_coefficient(d->t, d->l, low, high);
    return d->factorial * fmax(fabs(c.lo.at), fabs(c.hi.at));
}

static double steepness(const subject *q, size_t l, void *memory)
{
    derivative d = {taylor_init(memory, q->g, q->value, l + 1, q->low, q->high), l, 1};
    for (size_t i = 2; i <= l; i++)
        d.factorial *= (double)i;
    return supremum(size_of, &d, q->low, q->high);
}

/* The graph of a poly or exp. */
static expr build(graph *g, const func *q)
{
    expr s = graph_input(g, 0, NAN);
    if (q->kind == FUNC_EXP)
        return graph_apply(g, EXPR_EXP, s, 0, 0);
    expr sum = graph_constant(g, q->coefficient[q->degree]);
    for (size_t k = q->degree; k-- > 0;)
        sum = graph_apply(g, EXPR_ADD, graph_apply(g, EXPR_MUL, sum, s, 0),
                          graph_constant(g, q->coefficient[k]), 0);
    return sum;
}

/* Pushes what keeps the graph alive; false where there is none. */
static bool push_subject(lua_State *L, const char *function, const bind_func *f, subject *out)
{
    bool built = f->q.kind == FUNC_POLY || f->q.kind == FUNC_EXP;
    graph *g = built ? traced_push_graph(L, false)->g : NULL;
    if (!built)
        lua_pushnil(L);
    if (built) {
        out->value = build(g, &f->q);
        traced_check(L, function, g);
    }
    out->g = built ? g : f->graph;
    out->value = built ? out->value : f->value;
    return built || f->q.kind == FUNC_COMPILED;
}

/* The end of the range towards which derivative l is seen to grow without bound; NAN for none. */
static double growing_end(const subject *q, size_t l)
{
    taylor *t = taylor_init(q->memory, q->g, q->value, l + 1, q->low, q->high);
    for (double far = 1; far < 1e4; far *= 2) {
        if (isinf(q->high) && taylor_grows(t, l, fmax(far, q->low), INFINITY))
            return INFINITY;
        if (isinf(q->low) && taylor_grows(t, l, -INFINITY, fmin(-far, q->high)))
            return -INFINITY;
        if (q->low == 0 && taylor_grows(t, l, 0, fmin(1 / far, q->high)))
            return 0;
        if (q->high == 0 && taylor_grows(t, l, fmax(-1 / far, q->low), 0))
            return 0;
    }
    return NAN;
}

/* Pushes "the proposition does not apply: |q''| grows without bound as s -> inf", or "|q''| has no
 * known bound on [0, inf)". */
static const char *push_unbounded(lua_State *L, size_t l, const subject *q)
{
    static const char *const primes[] = {"q", "q'", "q''", "q'''"};
    double end = growing_end(q, l);
    char name[24], words[128];
    snprintf(name, sizeof name, l < 4 ? primes[l] : "q^(%d)", (int)l);
    if (isnan(end))
        snprintf(words, sizeof words, "|%s| has no known bound on %s%g, %g%s", name,
                 isinf(q->low) ? "(" : "[", q->low, q->high, isinf(q->high) ? ")" : "]");
    else
        snprintf(words, sizeof words,
                 "the proposition does not apply: |%s| grows without bound as s -> %g", name, end);
    return lua_pushstring(L, words);
}

/* The first derivative that counts and has no bound; 0 where there is none. */
static size_t first_unbounded(const extrap *op, const dist *d, const double *a, size_t most)
{
    for (size_t l = 2; l <= most; l++) {
        double alone[BOUND_DERIVATIVES + 1] = {0};
        alone[l] = a[l];
        if (isinf(bound_smooth(op, d, 1, alone)))
            return l;
    }
    return 0;
}

/* Why the moments do not do, pushed; NULL where they do. */
static const char *push_no_moments(lua_State *L, const extrap *op, const dist *d)
{
    static const double none[BOUND_DERIVATIVES + 1];
    int most = (int)bound_derivatives(op);
    if (most > BOUND_DERIVATIVES)
        return lua_pushfstring(L, "derivatives are known up to order %d, it needs %d",
                               (int)BOUND_DERIVATIVES, most);
    if (isnan(bound_smooth(op, d, 1, none)))
        return lua_pushfstring(L, "the law's central moments are not known up to order %d", most);
    return NULL;
}

/* Fills in a[1 .. most] where they are not there yet (NAN). */
static void make_steepness(const subject *q, size_t most, double *a)
{
    for (size_t l = 1; l <= most; l++)
        if (isnan(a[l]))
            a[l] = steepness(q, l, q->memory);
}

/* Why there is no bound from derivatives 2 to 2k, pushed; NULL where there is. */
static const char *push_no_smooth(lua_State *L, const extrap *op, const dist *d, const subject *q,
                                  double *a)
{
    const char *why = push_no_moments(L, op, d);
    size_t most = bound_derivatives(op);
    if (why)
        return why;
    make_steepness(q, most, a);
    size_t l = first_unbounded(op, d, a, most);
    return l ? push_unbounded(L, l, q) : NULL;
}

/* Pushes {values =, form =, why =} of an operator at blocks of so many draws. */
static void push_bounds(lua_State *L, const extrap *op, const dist *d, const subject *q,
                        const bind_vec *blocks, double *a)
{
    lua_newtable(L);
    int top = lua_gettop(L);
    const char *why = push_no_smooth(L, op, d, q, a);
    if (why)
        make_steepness(q, 1, a);
    bool some = !why || isfinite(bound_lipschitz(op, d, 1, a[1]));
    double *out = bind_push_vec(L, blocks->n)->data;
    for (size_t i = 0; i < blocks->n && some; i++)
        out[i] = why ? bound_lipschitz(op, d, blocks->data[i], a[1])
                     : bound_smooth(op, d, blocks->data[i], a);
    lua_setfield(L, top, "values");
    lua_pushstring(L, why ? "lipschitz" : "smooth");
    lua_setfield(L, top, "form");
    lua_pushstring(L, some ? NULL : why);
    lua_setfield(L, top, "why");
    lua_settop(L, top);
}

/* Reads q at 2 for the law; pushes why there are no bounds, else NULL and what keeps q alive. */
static const char *read_subject(lua_State *L, const char *function, const dist *d, double s,
                                bind_func *f, subject *q)
{
    if (d->dim != 1 || f->q.out != 1)
        return "the propositions are for functions of one number";
    if (!push_subject(L, function, f, q))
        return "q runs as plain Lua: its derivatives are not known";
    dist_ends(d, &q->low, &q->high);
    q->low += s;
    q->high += s;
    q->memory = bind_push_block(L, taylor_size(q->value, BOUND_DERIVATIVES + 1));
    return NULL;
}

/* bias(ops, q, dist, {s=}, blocks, function): by how much each operator is off at most with blocks
 * of so many draws, a vec each: a list of {values =, form = "smooth" or "lipschitz", why =}, values
 * of no use where it says why; or nil, why. */
static int bias(lua_State *L)
{
    static const param shift[] = {BIND_SHIFT_PARAM};
    const char *function = luaL_checkstring(L, 6), *why;
    const dist *d = bind_object(L, 3, "dist", function);
    double a[BOUND_DERIVATIVES + 1], size = 1;
    arg given;
    bind_func f;
    subject q;
    bind_options(L, 4, function, shift, 1, &given);
    double *s = bind_push_shift(L, function, &given, d->dim);
    bind_func_read_law(L, 2, function, &(bind_blocks){d, s, &size, 1}, &f);
    if ((why = read_subject(L, function, d, s[0], &f, &q)))
        return bind_unknown(L, why);
    for (size_t l = 0; l <= BOUND_DERIVATIVES; l++)
        a[l] = NAN;
    lua_newtable(L);
    for (lua_Integer i = 1; lua_rawgeti(L, 1, i) != LUA_TNIL; i++) {
        lua_rawgeti(L, 5, i);
        push_bounds(L, bind_object(L, -2, "extrap", function), d, &q, bind_test_vec(L, -1), a);
        lua_rawseti(L, -4, i);
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return 1;
}

static const luaL_Reg functions[] = {{"bias", bias}, {NULL, NULL}};

int bind_open_bound(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
