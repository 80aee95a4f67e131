/* core.lua_problem: problems made of recorded graphs and plain calls; what lua/problem/new.lua is
 * built on.
 */
#include "bind/problem/own.h"

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/modules.h"
#include "bind/problem/calls.h"
#include "bind/problem/problem.h"
#include "bind/traced/traced.h"
#include "bind/value/dist.h"
#include "engine/cso/check.h"
#include "engine/cso/optimum.h"
#include "engine/machine/clock.h"
#include "engine/number/agree.h"
#include "engine/run/store.h"
#include "expr/compiled_shape.h"
#include "expr/derive.h"
#include "expr/draws.h"

#include <math.h>
#include <string.h>

enum { MOST_JACOBIAN = 4096 };

/* matrix(list, rows): the numbers of a list, row by row. */
static int matrix(lua_State *L)
{
    size_t n = lua_rawlen(L, 1), rows = (size_t)luaL_checkinteger(L, 2);
    double *to = bind_push_mat(L, rows, n / rows)->data;
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        to[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return 1;
}

/* The columns of element i of the list at 1, a vec or a mat. */
static size_t columns_of(lua_State *L, lua_Integer i, const double **data, size_t *rows)
{
    lua_rawgeti(L, 1, i);
    const bind_vec *v = bind_test_vec(L, -1);
    const bind_mat *m = bind_test_mat(L, -1);
    lua_pop(L, 1); /* the list keeps it */
    *data = v ? v->data : m->data;
    *rows = v ? v->n : m->rows;
    return v ? 1 : m->cols;
}

/* join(list): vecs (columns) and mats of equal height side by side. */
static int join(lua_State *L)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1);
    const double *data;
    size_t rows = 0, cols = 0, at = 0;
    for (lua_Integer i = 1; i <= n; i++)
        cols += columns_of(L, i, &data, &rows);
    double *to = bind_push_mat(L, rows, cols)->data;
    for (lua_Integer i = 1; i <= n; i++) {
        size_t width = columns_of(L, i, &data, &rows);
        for (size_t r = 0; r < rows; r++) {
            bind_look_at(L, r, "problem.new");
            memcpy(to + r * cols + at, data + r * width, width * sizeof *to);
        }
        at += width;
    }
    return 1;
}

/* stack(list): all vecs one after the other, or all mats one below the other. */
static int stack(lua_State *L)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1);
    const double *data;
    size_t rows, cols = 0, all = 0;
    lua_rawgeti(L, 1, 1);
    bool vecs = bind_test_vec(L, -1) != NULL;
    for (lua_Integer i = 1; i <= n; i++) {
        size_t width = columns_of(L, i, &data, &rows);
        if (cols && width != cols)
            bind_fail(L, "problem.new", "option 'inner': expected data sets of one width");
        cols = width;
        all += rows;
    }
    double *to = vecs ? bind_push_vec(L, all)->data : bind_push_mat(L, all, cols)->data;
    for (lua_Integer i = 1; i <= n; i++) {
        columns_of(L, i, &data, &rows);
        bind_copy(L, "problem.new", to, data, rows * cols);
        to += rows * cols;
    }
    return 1;
}

/* first_nan(values): row and column of the first NAN in a vec (whose column is 1) or mat, nil for
 * none. */
static int first_nan(lua_State *L)
{
    const bind_vec *v = bind_test_vec(L, 1);
    const bind_mat *m = bind_test_mat(L, 1);
    const double *x = v ? v->data : m->data;
    size_t cols = v ? 1 : m->cols, n = v ? v->n : m->rows * cols;
    for (size_t i = 0; i < n; i++) {
        if (!isnan(x[i]))
            continue;
        lua_pushinteger(L, (lua_Integer)(i / cols) + 1);
        lua_pushinteger(L, (lua_Integer)(i % cols) + 1);
        return 2;
    }
    lua_pushnil(L);
    return 1;
}

/* make -------------------------------------------------------------------------------------------
 * The specification is at 1; a table of what the problem needs, its user value, at 2. */
enum { SPECIFICATION = 1, KEPT = 2 };

static double number_field(lua_State *L, int index, const char *name)
{
    lua_getfield(L, index, name);
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x;
}

static size_t count_field(lua_State *L, int index, const char *name)
{
    return (size_t)number_field(L, index, name);
}

/* Keeps the value on top alive as long as the problem, and pops it. */
static void keep(lua_State *L)
{
    lua_rawseti(L, KEPT, (lua_Integer)lua_rawlen(L, KEPT) + 1);
}

/* A part that has been recorded. */
typedef struct recording {
    graph *g;
    const traced *out;
    size_t normals, uniforms;
} recording;

/* False for a part that is called instead, or that is missing. */
static bool find_recording(lua_State *L, const char *name, recording *r)
{
    int top = lua_gettop(L);
    lua_getfield(L, SPECIFICATION, "parts");
    bool found = lua_getfield(L, -1, name) == LUA_TTABLE && lua_getfield(L, -1, "out") != LUA_TNIL;
    if (found) {
        r->out = traced_test(L, -1);
        r->g = r->out->graph->g;
        r->normals = count_field(L, -2, "normals");
        r->uniforms = count_field(L, -2, "uniforms");
        keep(L);
    }
    lua_settop(L, top);
    return found;
}

static expr *push_nodes(lua_State *L, size_t n)
{
    return lua_newuserdatauv(L, (n + 1) * sizeof(expr), 0);
}

/* n input columns from `first` on, pushed. */
static const expr *push_inputs(lua_State *L, graph *g, size_t first, size_t n)
{
    expr *id = push_nodes(L, n);
    traced_inputs(L, "problem.new", g, first, n, id);
    return id;
}

static const program *compile(lua_State *L, const graph *g, size_t n, const expr *out)
{
    const program *p = traced_push_program(L, "problem.new", g, n, out);
    keep(L);
    return p;
}

static void differentiate(lua_State *L, graph *g, size_t outputs, const expr *out, const expr *seed,
                          size_t n, const expr *wrt, expr *gradient)
{
    if (derive(g, outputs, out, seed, n, wrt, gradient))
        return;
    traced_check(L, "problem.new", g);
    bind_check(L, "problem.new", STATUS_NO_MEMORY);
}

/* g and all rows of its Jacobian. */
static const program *compile_joint(lua_State *L, const problem *p, const recording *r)
{
    int top = lua_gettop(L);
    size_t outputs = p->p + p->p * p->d;
    const expr *x = push_inputs(L, r->g, 0, p->d);
    expr *out = push_nodes(L, outputs), one = graph_constant(r->g, 1);
    memcpy(out, r->out->id, p->p * sizeof *out);
    for (size_t j = 0; j < p->p; j++)
        differentiate(L, r->g, 1, &r->out->id[j], &one, p->d, x, out + p->p + j * p->d);
    const program *joint = compile(L, r->g, outputs, out);
    lua_settop(L, top);
    return joint;
}

/* The gradient of seed . out by the columns 0 .. n - 1; seed: columns from that one on, or 1 where
 * it is 0. Its nodes, pushed with what they needed. */
static const expr *push_gradient(lua_State *L, const recording *r, size_t outputs, size_t seed,
                                 size_t n)
{
    const expr *x = push_inputs(L, r->g, 0, n);
    const expr one = seed ? 0 : graph_constant(r->g, 1);
    const expr *v = seed ? push_inputs(L, r->g, seed, outputs) : &one;
    expr *gradient = push_nodes(L, n);
    differentiate(L, r->g, outputs, r->out->id, v, n, x, gradient);
    return gradient;
}

static const program *compile_gradient(lua_State *L, const recording *r, size_t outputs,
                                       size_t seed, size_t n)
{
    int top = lua_gettop(L);
    const program *p = compile(L, r->g, n, push_gradient(L, r, outputs, seed, n));
    lua_settop(L, top);
    return p;
}

/* Compiles a law's options in the table on top, which have been lifted, to be made at an xi. */
static void compile_options(lua_State *L, const graph *g, compiled_law *law)
{
    int table = lua_gettop(L);
    const traced *option[DIST_PARAMS];
    size_t n = 0;
    for (size_t i = 0; i < law->type->nparams; i++) {
        bind_push_option(L, table, law->type, i);
        option[i] = traced_test(L, -1);
        n += option[i] ? traced_length(option[i]) : 0;
    }
    expr *id = push_nodes(L, n), *to = id;
    for (size_t i = 0; i < law->type->nparams; i++) {
        if (!option[i])
            continue;
        law->option[i] = (arg){.given = true, .rows = option[i]->rows, .cols = option[i]->cols};
        memcpy(to, option[i]->id, traced_length(option[i]) * sizeof *to);
        to += traced_length(option[i]);
    }
    law->numbers = compile(L, g, n, id);
    law->size = dist_size(law->type, law->option);
}

/* The law that draws of a part come from, if any; g: its graph. */
static compiled_law find_law(lua_State *L, const char *part, const graph *g)
{
    compiled_law law = {0};
    int top = lua_gettop(L);
    lua_getfield(L, SPECIFICATION, "parts");
    lua_getfield(L, -1, part);
    if (lua_istable(L, -1) && lua_getfield(L, -1, "law") != LUA_TNIL) {
        law.fixed = luaL_testudata(L, -1, "debias.dist");
        law.type = law.fixed ? law.fixed->type : *(const dist_type **)lua_touserdata(L, -1);
        keep(L);
        lua_getfield(L, -1, "options");
        if (!law.fixed)
            compile_options(L, g, &law);
    }
    lua_settop(L, top);
    return law;
}

/* Programs for the fused estimate, which laws do not go with. */
static void compile_draws(lua_State *L, const problem *p, compiled *o, const recording *r,
                          const expr *gradient)
{
    if (o->law.type)
        return;
    program **g = traced_push_place(L);
    keep(L);
    program **jtv = traced_push_place(L);
    keep(L);
    draws_compile(o, p, r->g, r->out->id, gradient);
    *g = o->draws.g;
    *jtv = o->draws.jtv;
}

/* Jacobian^T v. */
static void compile_product(lua_State *L, const problem *p, compiled *o, const recording *r)
{
    int top = lua_gettop(L);
    size_t v = compiled_v(p->d, o->xi, o->normals, o->uniforms);
    const expr *gradient = push_gradient(L, r, p->p, v, p->d);
    o->jtv = compile(L, r->g, p->d, gradient);
    compile_draws(L, p, o, r, gradient);
    lua_settop(L, top);
}

static void compile_g(lua_State *L, problem *p, compiled *o, const recording *r)
{
    o->normals = r->normals;
    o->uniforms = r->uniforms;
    o->g = compile(L, r->g, p->p, r->out->id);
    if (p->d == 0)
        return;
    compile_product(L, p, o, r);
    p->constant_jacobian = !program_uses(o->jtv, 0, p->d);
    o->joint = p->p * p->d <= MOST_JACOBIAN ? compile_joint(L, p, r) : NULL;
}

static void compile_f(lua_State *L, const problem *p, compiled *o, const recording *r)
{
    o->f = compile(L, r->g, 1, r->out->id);
    o->grad_f = compile_gradient(L, r, 1, 0, p->p);
}

static bool is_smooth(lua_State *L, const problem *p, const compiled *o)
{
    recording f, g;
    bool known = find_recording(L, "g", &g);
    return find_recording(L, "f", &f) &&
           compiled_is_smooth(o, p, known ? g.g : NULL, known ? g.out->id : NULL, f.g,
                              f.out->id[0]);
}

/* g of an outer sample's data: columns x, xi, a row of the set, v. f has been compiled. */
static void compile_set(lua_State *L, problem *p, compiled *o, const recording *r)
{
    recording f;
    if (find_recording(L, "f", &f))
        compiled_prove_sets(o, p, r->g, r->out->id, f.g, f.out->id[0]);
    o->set_g = compile(L, r->g, p->p, r->out->id);
    o->set_jtv = compile_gradient(L, r, p->p, compiled_set_v(p->d, o->xi, o->set_cols), p->d);
}

/* The data sets of the outer samples, where inner draws are rows of them. */
static void find_sets(lua_State *L, compiled *o)
{
    int top = lua_gettop(L);
    if (lua_getfield(L, SPECIFICATION, "sets") == LUA_TTABLE) {
        lua_getfield(L, -1, "data");
        const bind_mat *m = bind_test_mat(L, -1);
        o->set_rows = m ? m->data : bind_test_vec(L, -1)->data;
        o->set_cols = m ? m->cols : 1;
        keep(L);
        lua_getfield(L, -1, "first");
        o->set_first = bind_test_vec(L, -1)->data;
        keep(L);
    }
    lua_settop(L, top);
}

static void compile_value(lua_State *L, problem *p, compiled *o, const recording *r)
{
    int top = lua_gettop(L);
    compiled_prove_value(o, p, r->g, r->out->id[0]);
    const expr *x = push_inputs(L, r->g, 0, p->d);
    expr *out = push_nodes(L, p->d + 1), one = graph_constant(r->g, 1);
    out[0] = r->out->id[0];
    o->value = compile(L, r->g, 1, out);
    differentiate(L, r->g, 1, out, &one, p->d, x, out + 1);
    o->slope = compile(L, r->g, p->d + 1, out);
    lua_settop(L, top);
}

/* Copies the table of outer samples into rows that may be read to a multiple of 8, and eight
 * numbers from any of theirs. */
static void copy_rows(lua_State *L, const problem *p, compiled *o)
{
    lua_getfield(L, SPECIFICATION, "rows");
    const bind_mat *m = bind_test_mat(L, -1);
    o->stride = o->xi < ROW ? o->xi : round_up(o->xi, ROW);
    double *to = bind_push_block(L, (p->n * o->stride + ROW) * sizeof *to);
    for (size_t i = 0; i < p->n; i++)
        memcpy(to + i * o->stride, m->data + i * o->xi, o->xi * sizeof *to);
    o->rows = to;
    keep(L);
    lua_pop(L, 1);
}

/* The calls of every part: compiled, or made to plain Lua. */
static void choose_calls(lua_State *L, problem *p, lua_problem *own)
{
    problem_type *t = &own->o.type;
    compiled_init(&own->o, p);
    if (!own->o.g || !own->o.f)
        t->fused = NULL;
    if (!t->fused || (!p->n && !own->o.outer))
        t->descend = NULL;
    if (!own->o.g) {
        t->means = own->called.means;
        t->jtv = own->called.jtv;
        bool small = p->p * p->d <= MOST_JACOBIAN;
        t->joint = small ? own->called.joint : NULL;
        t->jacobian = small ? own->called.jacobian : NULL;
    }
    if (!own->o.f) {
        t->f = own->called.f;
        t->grad_f = own->called.grad_f;
    }
    if (!p->n && !own->o.outer)
        t->outer = own->called.outer;
    bool by_program = own->o.value || own->o.whole || own->o.set_g;
    if (!by_program)
        t->objective = own->called.objective;
    p->interrupt = bind_interrupt(L);
    p->consumed = !p->n && !own->o.outer;
    p->serial = !own->o.g || !own->o.f || p->consumed || (t->objective && !by_program);
}

static void add_inner(problem_type *t, bool takes, stream_kind kind)
{
    if (takes)
        t->inner_kind[t->inner_kinds++] = kind;
}

/* Which numbers inner and outer draws take. */
static void choose_streams(const problem *p, lua_problem *own)
{
    problem_type *t = &own->o.type;
    const dist_type *law = own->o.law.type;
    const dist *outer = own->o.outer_law;
    if (law)
        add_inner(t, true, law->kind);
    add_inner(t, !law && (!own->o.g || own->o.normals), STREAM_NORMALS);
    add_inner(t, !law && (!own->o.g || own->o.uniforms), STREAM_UNIFORMS);
    t->outer_normals = outer ? outer->type->kind == STREAM_NORMALS
                             : !p->n && (!own->o.outer || own->o.outer_normals);
}

static void compile_parts(lua_State *L, problem *p, compiled *o)
{
    recording r;
    bool found = find_recording(L, "g", &r);
    o->law = find_law(L, "g", found ? r.g : NULL);
    if (found)
        compile_g(L, p, o, &r);
    if (find_recording(L, "f", &r))
        compile_f(L, p, o, &r);
    if (find_recording(L, "value", &r))
        compile_value(L, p, o, &r);
    find_sets(L, o);
    if (o->f && o->set_rows && find_recording(L, "set", &r))
        compile_set(L, p, o, &r);
    if (find_recording(L, "objective", &r))
        o->whole = compile(L, r.g, 1, r.out->id);
    if (!find_recording(L, "outer", &r))
        return;
    o->outer_normals = r.normals;
    o->outer_uniforms = r.uniforms;
    o->outer = compile(L, r.g, o->xi, r.out->id);
    o->outer_law = find_law(L, "outer", r.g).fixed;
}

/* Takes the memory of a problem; p lies in the block, or anywhere when only measuring. */
static void lay_out(problem *p, size_t d, arena *memory)
{
    size_t ld = round_up(d ? d : 1, ROW);
    arena_take(memory, sizeof *p);
    *p = (problem){.d = d, .ld = ld, .least = NAN, .bound = -INFINITY};
    p->own = arena_take(memory, sizeof(lua_problem));
    p->start = arena_take(memory, ld * sizeof(double));
    p->optimum = arena_take(memory, ld * sizeof(double));
}

static void set_start(lua_State *L, problem *p)
{
    lua_getfield(L, SPECIFICATION, "x0");
    const bind_vec *x0 = bind_test_vec(L, -1);
    memcpy(p->start, x0->data, p->d * sizeof *p->start);
    lua_pop(L, 1);
}

/* What distinguishes problems: samples, compiled programs, and the code of the user's functions. */
static uint64_t hash_graph(uint64_t h, const graph *g)
{
    for (expr id = 0; id < graph_size(g); id++) {
        const expr_node *n = graph_node(g, id);
        const uint32_t words[] = {n->op, n->a, n->b, n->c};
        h = store_hash(h, words, sizeof words);
        h = n->op == EXPR_CONSTANT ? store_hash(h, &n->value, sizeof n->value) : h;
    }
    return h;
}

static uint64_t fingerprint(lua_State *L, const problem *p, const compiled *o)
{
    static const char *const parts[] = {"outer", "g", "f", "value", "set", "objective"};
    size_t length;
    recording r;
    lua_getfield(L, SPECIFICATION, "code");
    const char *code = lua_tolstring(L, -1, &length);
    uint64_t h = store_hash(0, code, length);
    lua_pop(L, 1);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (find_recording(L, parts[i], &r))
            h = hash_graph(h, r.g);
    return p->n ? store_hash(h, o->rows, p->n * o->stride * sizeof *o->rows) : h;
}

/* Fills the problem from the specification; exact: what gives the objective ("value", "objective"),
 * or NULL. */
static void fill(lua_State *L, problem *p, const char *exact)
{
    lua_problem *own = lua_problem_of(p);
    p->p = count_field(L, SPECIFICATION, "p");
    p->n = count_field(L, SPECIFICATION, "n");
    p->l2 = number_field(L, SPECIFICATION, "l2");
    own->o.xi = count_field(L, SPECIFICATION, "numbers");
    own->o.type = (problem_type){.name = "new", .summary = "of the user's functions"};
    own->called = own->o.type;
    p->sample_size = p->n ? 0 : round_up(own->o.xi, ROW);
    p->type = &own->o.type;
    p->failure = &own->failure;
    if (p->n)
        copy_rows(L, p, &own->o);
    compile_parts(L, p, &own->o);
    own->smooth = is_smooth(L, p, &own->o);
    calls_fill(&own->called, p->n > 0, exact);
    if (p->d == 0)
        own->o.type.no_gradient = own->o.type.no_minimizer = "dim is 0: there is no x";
    else if (exact && strcmp(exact, "objective") == 0)
        own->o.type.no_gradient = own->o.type.no_minimizer = "objective gives F alone";
    choose_calls(L, p, own);
    choose_streams(p, own);
    memcpy(own->called.inner_kind, own->o.type.inner_kind, sizeof own->called.inner_kind);
    own->called.inner_kinds = own->o.type.inner_kinds;
    own->called.outer_normals = own->o.type.outer_normals;
    set_start(L, p);
    p->fingerprint = fingerprint(L, p, &own->o);
}

/* Puts the problem's needs where its calls find them: in a table by its address, weak because the
 * problem holds them itself. */
static void register_kept(lua_State *L, const problem *p)
{
    bind_push_weak(L, "debias.lua problems", "v");
    lua_pushvalue(L, KEPT);
    lua_rawsetp(L, -2, p->own);
    lua_pop(L, 1);
}

/* make(specification, spec): the problem; its minimizer is still unknown. */
static int make(lua_State *L)
{
    problem measured;
    arena memory = {0};
    lua_settop(L, 1);
    size_t d = count_field(L, SPECIFICATION, "dim");
    lua_getfield(L, SPECIFICATION, "exact");
    const char *exact = lua_tostring(L, -1); /* the specification keeps it */
    lua_settop(L, 1);
    lua_newtable(L);
    lay_out(&measured, d, &memory);
    problem *p = bind_push_block(L, memory.used);
    memory = (arena){.block = (char *)p};
    lay_out(p, d, &memory);
    luaL_setmetatable(L, "debias.problem");
    lua_problem_of(p)->L = L;
    lua_getfield(L, SPECIFICATION, "calls");
    lua_setfield(L, KEPT, "calls");
    register_kept(L, p);
    lua_pushvalue(L, KEPT);
    lua_setiuservalue(L, -2, 2);
    lua_getfield(L, SPECIFICATION, "spec");
    lua_setiuservalue(L, -2, 1);
    fill(L, p, exact);
    return 1;
}

/* minimize(p): finds the minimizer where the objective is exact. */
static int minimize_exact(lua_State *L)
{
    problem *p = bind_problem(L, 1, "problem.new");
    if (problem_has_gradient(p)) {
        problem_begin(p);
        optimum_find(p, bind_push_block(L, optimum_work(p)));
        bind_check(L, "problem.new", problem_failure(p));
        if (*bind_interrupt(L))
            bind_fail(L, "problem.new", "interrupted");
    }
    return 0;
}

/* Rounds of eight draws to compare: 1000 draws, fewer where that would take seconds. */
static size_t rounds_to_compare(const compiled *o)
{
    enum { MOST = 125, FEWEST = 2, OPERATIONS = 1250000 };
    size_t size = 1 + (o->g ? o->g->operations : 0) + (o->f ? o->f->operations : 0);
    size_t rounds = OPERATIONS / size;
    if (rounds < FEWEST)
        return FEWEST;
    return rounds < MOST ? rounds : MOST;
}

/* compare(p): the name of a compiled part that differs from plain calls, or nil. */
static int compare_calls(lua_State *L)
{
    static const char *const names[] = {"outer", "g", "f"};
    const problem *p = bind_problem(L, 1, "problem.new");
    const compiled *o = &lua_problem_of(p)->o;
    const program *const part[] = {o->outer, o->g, o->f};
    bool differs[3];
    problem_begin(p);
    check_compare(p, &lua_problem_of(p)->called, rounds_to_compare(o), 1,
                  bind_push_block(L, check_work(p)), differs);
    bind_check(L, "problem.new", problem_failure(p));
    if (problem_failure(p) == STATUS_STREAM_ENDED)
        differs[0] = true; /* a sampler that can end was traced as one that cannot */
    problem_begin(p);
    for (size_t i = 0; i < 3; i++)
        if (part[i] && differs[i]) {
            lua_pushstring(L, names[i]);
            return 1;
        }
    return 0;
}

/* out <- the program's outputs for the inputs of a vec. */
static void run_once(const program *p, double *work, const bind_vec *inputs, double *out)
{
    for (size_t j = 0; j < inputs->n && j < p->inputs; j++)
        *program_input(p, work, j) = inputs->data[j];
    program_run(p, work, 1);
    for (size_t j = 0; j < p->outputs; j++)
        out[j] = *program_output(p, work, j);
}

static const bind_vec *vec_of_list(lua_State *L, int index, lua_Integer i)
{
    lua_rawgeti(L, index, i);
    const bind_vec *v = bind_test_vec(L, -1);
    lua_pop(L, 1); /* the list keeps it */
    return v;
}

/* agrees(out, inputs, wanted): whether the graph of a traced value gives the wanted vecs for those
 * of inputs, two lists. */
static int agrees(lua_State *L)
{
    const traced *t = traced_test(L, 1);
    size_t n = lua_rawlen(L, 2), width = traced_length(t);
    const program *p = traced_push_program(L, "problem.new", t->graph->g, width, t->id);
    double *work = bind_push_block(L, program_work(p) * sizeof *work);
    double *got = bind_push_block(L, 2 * (n * width + 1) * sizeof *got), *want = got + n * width;
    bool same = true;
    for (size_t i = 0; i < n && same; i++) {
        const bind_vec *wanted = vec_of_list(L, 3, (lua_Integer)i + 1);
        same = wanted->n == width;
        if (same)
            memcpy(want + i * width, wanted->data, width * sizeof *want);
        run_once(p, work, vec_of_list(L, 2, (lua_Integer)i + 1), got + i * width);
    }
    lua_pushboolean(L, same && agree_until(got, want, n * width, width) == n * width);
    return 1;
}

/* Seconds that some runs of a program take. */
static double time_runs(const program *p, double *work, size_t runs)
{
    double start = clock_seconds();
    for (size_t i = 0; i < runs; i++)
        program_run(p, work, p->lanes);
    return clock_seconds() - start;
}

/* Seconds for one lane of a program: the best of some rounds, which nothing disturbed. */
static double measure(lua_State *L, const program *p)
{
    enum { ROUNDS = 20, RUNS = 16 };
    double *work = bind_push_block(L, program_work(p) * sizeof *work), best = INFINITY;
    for (size_t i = 0; i < ROUNDS; i++)
        best = fmin(best, time_runs(p, work, RUNS));
    lua_pop(L, 1);
    return best / (double)(RUNS * p->lanes);
}

static void add_program(lua_State *L, const char *name, const program *p)
{
    if (!p)
        return;
    lua_createtable(L, 0, 3);
    bind_set_text(L, "name", name);
    bind_set_integer(L, "operations", (lua_Integer)p->operations);
    bind_set_number(L, "ns", 1e9 * measure(L, p));
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* programs(p): a list of {name, operations, ns} of what is compiled; ns for one of many lanes. */
static int programs(lua_State *L)
{
    const problem *p = bind_problem(L, 1, "problem:explain");
    lua_newtable(L);
    if (!p->failure)
        return 1;
    const compiled *o = &lua_problem_of(p)->o;
    add_program(L, "outer", o->outer);
    add_program(L, "g", o->g);
    add_program(L, "Jacobian of g", o->jtv);
    add_program(L, "f", o->f);
    add_program(L, "grad f", o->grad_f);
    add_program(L, "g_mean", o->slope);
    add_program(L, "objective", o->whole);
    return 1;
}

/* smooth(p): whether f is known to be smooth where means of g can be; that of a built-in problem
 * is.
 */
static int smooth(lua_State *L)
{
    const problem *p = bind_problem(L, 1, "problem:explain");
    lua_pushboolean(L, !p->failure || lua_problem_of(p)->smooth);
    return 1;
}

/* operations(p): how many g, a product with its Jacobian, f and its gradient take, once each. Plain
 * calls take as long as so many; what they call derives again each time. */
static int operations(lua_State *L)
{
    enum { AROUND = 20, CALL = 4000, DERIVED_CALL = 20000 };
    const problem *p = bind_problem(L, 1, "problem:explain");
    const compiled *o = &lua_problem_of(p)->o;
    const program *const part[] = {o->g, o->jtv, o->f, o->grad_f};
    for (size_t i = 0; i < 4; i++) {
        double called = i % 2 ? DERIVED_CALL : CALL;
        lua_pushnumber(L, part[i] ? (double)(AROUND + part[i]->operations) : called);
    }
    return 4;
}

/* try(f, ..): pcall, with the lines of the user's frames in f. */
static int try_call(lua_State *L)
{
    int failed = bind_pcall(L, lua_gettop(L) - 1, LUA_MULTRET);
    lua_pushboolean(L, !failed);
    lua_insert(L, 1);
    return lua_gettop(L);
}

static const luaL_Reg functions[] = {
    {"try", try_call},
    {"programs", programs},
    {"smooth", smooth},
    {"operations", operations},
    {"matrix", matrix},
    {"join", join},
    {"stack", stack},
    {"first_nan", first_nan},
    {"make", make},
    {"minimize", minimize_exact},
    {"compare", compare_calls},
    {"agrees", agrees},
    {"normals", calls_normals},
    {"uniforms", calls_uniforms},
    {"law", calls_law},
    {NULL, NULL},
};

int bind_open_lua_problem(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
