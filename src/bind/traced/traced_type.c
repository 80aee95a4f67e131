/* core.traced: the Lua type of traced values, whose operators are those of vec and mat, and grad.
 */
#include "bind/callback.h"
#include "bind/modules.h"
#include "bind/traced/traced.h"
#include "bind/traced/unseen.h"
#include "expr/derive.h"

#include <math.h>
#include <string.h>

static traced *self(lua_State *L, const char *method)
{
    traced *t = traced_test(L, 1);
    if (!t)
        bind_fail(L, NULL, "vec:%s: call it with a colon", method);
    traced_push_graph_of(L, 1, NULL); /* raises when the graph is closed */
    lua_pop(L, 1);
    return t;
}

/* The same, of one kind alone. */
static const traced *self_of(lua_State *L, operand_kind kind, const char *method)
{
    const traced *t = self(L, method);
    if (t->kind != kind)
        bind_fail(L, NULL, "%s: no field '%s'", traced_kind_name(t), method);
    return t;
}

static traced *push_like(lua_State *L, operand_kind kind, size_t rows, size_t cols)
{
    lua_getiuservalue(L, 1, 1);
    traced *t = traced_push(L, -1, kind, rows, cols);
    lua_remove(L, -2);
    return t;
}

static traced *push_number(lua_State *L, expr id)
{
    traced *t = push_like(L, OPERAND_NUMBER, 1, 1);
    t->id[0] = id;
    return t;
}

static void push_elements(lua_State *L, const expr *id, size_t n)
{
    memcpy(push_like(L, OPERAND_VEC, n, 1)->id, id, n * sizeof *id);
}

/* v[i], M[i], M.rows, M.cols */
static int read_field(lua_State *L, void *object, const char *field)
{
    const traced *t = object;
    int is_integer = 0;
    lua_Integer i = field ? 0 : lua_tointegerx(L, 2, &is_integer);
    if (field && t->kind == OPERAND_MAT && strcmp(field, "rows") == 0)
        lua_pushinteger(L, (lua_Integer)t->rows);
    else if (field && t->kind == OPERAND_MAT && strcmp(field, "cols") == 0)
        lua_pushinteger(L, (lua_Integer)t->cols);
    else if (traced_test(L, 2))
        return traced_lookup(L);
    else if (!is_integer || t->kind == OPERAND_NUMBER)
        return 0;
    else if (i < 1 || (lua_Unsigned)i > t->rows)
        lua_pushnil(L);
    else if (t->kind == OPERAND_VEC)
        push_number(L, t->id[i - 1]);
    else
        traced_push_row(L, 1, (size_t)i - 1);
    return 1;
}

/* v[i] = a number, M[i] = a vec */
static int set_element(lua_State *L)
{
    traced *t = self(L, "set");
    const char *kind = traced_kind_name(t);
    if (t->kind == OPERAND_NUMBER)
        bind_fail(L, NULL, "attempt to index a number value");
    size_t i = operand_target(L, kind, t->kind == OPERAND_MAT ? "a row" : "an index", t->rows);
    lua_getiuservalue(L, 1, 1);
    const traced *value = traced_lift(L, 3, -1);
    bool fits = value && value->kind != OPERAND_MAT && value->rows == t->cols;
    if (!fits && t->kind == OPERAND_MAT)
        bind_fail(L, kind, "expected a vec of length %I, got %s", (LUAI_UACINT)t->cols,
                  bind_describe(L, 3));
    if (!fits)
        bind_expected(L, kind, "a number", 3);
    memmove(t->id + i * t->cols, value->id, t->cols * sizeof *t->id);
    return 0;
}

static int length(lua_State *L)
{
    const traced *t = self(L, "length");
    if (t->kind == OPERAND_NUMBER)
        bind_fail(L, NULL, "a number has no length");
    lua_pushinteger(L, (lua_Integer)t->rows);
    return 1;
}

/* The number of a traced value whose graph knows values. */
static double known(lua_State *L, int index)
{
    lua_getiuservalue(L, traced_test(L, index) ? index : 3 - index, 1);
    const traced *t = traced_lift(L, index, -1);
    if (!t || traced_length(t) != 1 || !t->graph->valued)
        bind_fail(L, NULL,
                  "traced values cannot be compared: where(a - b, u, v) is u where a > b, else v");
    double x = graph_value(t->graph->g, t->id[0]);
    lua_settop(L, 2);
    return x;
}

static int less(lua_State *L)
{
    lua_pushboolean(L, known(L, 1) < known(L, 2));
    return 1;
}

static int less_equal(lua_State *L)
{
    lua_pushboolean(L, known(L, 1) <= known(L, 2));
    return 1;
}

int traced_equal(lua_State *L)
{
    lua_pushboolean(L, known(L, 1) == known(L, 2));
    return 1;
}

static int text(lua_State *L)
{
    lua_pushfstring(L, "a traced %s", traced_shape(L, traced_test(L, 1)) + 2); /* without "a " */
    return 1;
}

static int concat(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING && lua_type(L, 2) != LUA_TSTRING)
        return traced_concat(L);
    unseen_text(L);
    return operand_join(L);
}

static int dot(lua_State *L)
{
    return traced_dot(L, self(L, "dot")->kind == OPERAND_MAT ? "mat:dot" : "vec:dot");
}

/* The elements joined by op from left to right. */
static expr folded(lua_State *L, const traced *t, expr_op op)
{
    graph *g = t->graph->g;
    size_t n = traced_length(t);
    double none = op == EXPR_ADD ? 0 : NAN;
    expr sum = n ? t->id[0] : traced_constant(L, g, none);
    for (size_t i = 1; i < n; i++)
        sum = traced_node(L, g, op, sum, t->id[i], EXPR_NONE);
    return sum;
}

static expr divided(lua_State *L, graph *g, expr a, double by)
{
    return traced_node(L, g, EXPR_DIV, a, traced_constant(L, g, by), EXPR_NONE);
}

static expr mean_of(lua_State *L, const traced *t)
{
    return divided(L, t->graph->g, folded(L, t, EXPR_ADD), (double)traced_length(t));
}

static expr var_of(lua_State *L, const traced *t)
{
    size_t n = traced_length(t);
    graph *g = t->graph->g;
    expr mean = mean_of(L, t);
    traced *away = push_like(L, OPERAND_VEC, n, 1);
    for (size_t i = 0; i < n; i++)
        away->id[i] = traced_node(L, g, EXPR_SUB, t->id[i], mean, EXPR_NONE);
    expr sum = traced_product(L, g, n, away->id, 1, away->id, 1);
    return divided(L, g, sum, n < 2 ? NAN : (double)n - 1);
}

static int sum(lua_State *L)
{
    return push_number(L, folded(L, self_of(L, OPERAND_VEC, "sum"), EXPR_ADD)), 1;
}

static int mean(lua_State *L)
{
    return push_number(L, mean_of(L, self_of(L, OPERAND_VEC, "mean"))), 1;
}

static int var(lua_State *L)
{
    return push_number(L, var_of(L, self_of(L, OPERAND_VEC, "var"))), 1;
}

static int sd(lua_State *L)
{
    const traced *t = self_of(L, OPERAND_VEC, "sd");
    expr v = var_of(L, t);
    return push_number(L, traced_node(L, t->graph->g, EXPR_SQRT, v, EXPR_NONE, EXPR_NONE)), 1;
}

static int norm(lua_State *L)
{
    const traced *t = self_of(L, OPERAND_VEC, "norm");
    graph *g = t->graph->g;
    expr square = traced_product(L, g, traced_length(t), t->id, 1, t->id, 1);
    return push_number(L, traced_node(L, g, EXPR_SQRT, square, EXPR_NONE, EXPR_NONE)), 1;
}

static int min(lua_State *L)
{
    return push_number(L, folded(L, self_of(L, OPERAND_VEC, "min"), EXPR_MIN)), 1;
}

static int max(lua_State *L)
{
    return push_number(L, folded(L, self_of(L, OPERAND_VEC, "max"), EXPR_MAX)), 1;
}

static int slice(lua_State *L)
{
    const traced *t = self_of(L, OPERAND_VEC, "slice");
    size_t count, from = operand_slice(L, t->rows, &count);
    push_elements(L, t->id + from, count);
    return 1;
}

static int copy(lua_State *L)
{
    self(L, "copy");
    return traced_copy(L, 1, NULL);
}

static int map(lua_State *L)
{
    const traced *t = self(L, "map");
    const char *function = t->kind == OPERAND_MAT ? "mat:map" : "vec:map";
    operand_check_function(L, function);
    copy(L);
    if (traced_length(t) == 0)
        return 1;
    lua_pushvalue(L, 2);
    push_number(L, t->id[0]);
    lua_call(L, 1, 1);
    return traced_map(L, function, 0);
}

/* Pushes the list of the n nodes as numbers. */
static void push_list(lua_State *L, const expr *id, size_t n)
{
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        push_number(L, id[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static int table(lua_State *L)
{
    const traced *t = self(L, "table");
    if (t->kind != OPERAND_MAT)
        return push_list(L, t->id, t->rows), 1;
    lua_createtable(L, (int)t->rows, 0);
    for (size_t i = 0; i < t->rows; i++) {
        push_list(L, t->id + i * t->cols, t->cols);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int row(lua_State *L)
{
    const traced *t = self_of(L, OPERAND_MAT, "row");
    if (traced_test(L, 2))
        return traced_lookup(L);
    traced_push_row(L, 1, operand_line(L, "mat:row", "row", t->rows));
    return 1;
}

static int column(lua_State *L)
{
    const traced *t = self_of(L, OPERAND_MAT, "col");
    size_t j = operand_line(L, "mat:col", "column", t->cols);
    traced *out = push_like(L, OPERAND_VEC, t->rows, 1);
    for (size_t i = 0; i < t->rows; i++)
        out->id[i] = t->id[i * t->cols + j];
    return 1;
}

static int transpose(lua_State *L)
{
    const traced *t = self_of(L, OPERAND_MAT, "t");
    traced *out = push_like(L, OPERAND_MAT, t->cols, t->rows);
    for (size_t i = 0; i < t->rows; i++)
        for (size_t j = 0; j < t->cols; j++)
            out->id[j * t->rows + i] = t->id[i * t->cols + j];
    return 1;
}

static int stop_gradient(lua_State *L)
{
    operand a;
    if (traced_among(L, 1))
        return lua_settop(L, 1), traced_stopped(L);
    if (!operand_read(L, 1, &a))
        bind_expected(L, "stop_gradient", "a number, a vec or a mat", 1);
    lua_settop(L, 1);
    return 1;
}

/* Pushes the variable of grad: the value at 1 (number or vec) made of fresh nodes. */
static traced *push_variable(lua_State *L, int graph_index)
{
    const traced *from = traced_lift(L, 1, graph_index);
    if (!from || from->kind == OPERAND_MAT)
        bind_expected(L, "grad", "a number or a vec to differentiate by", 1);
    traced *to = traced_push(L, graph_index, from->kind, from->rows, from->cols);
    for (size_t i = 0; i < traced_length(to); i++) {
        bind_look_at(L, i, "grad");
        to->id[i] = graph_fresh(to->graph->g, from->id[i]);
    }
    traced_check(L, "grad", to->graph->g);
    return to;
}

/* Calls the function of grad with the variable on top, a copy as it may change it, and the other
 * arguments from 2 on; pushes its gradient. */
static const traced *push_gradient(lua_State *L, int graph_index, int arguments)
{
    const traced *x = traced_test(L, -1);
    traced_copy(L, -1, "grad");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, -2);
    for (int i = 2; i <= arguments; i++)
        lua_pushvalue(L, i);
    lua_call(L, arguments, 1);
    const traced *y = traced_lift(L, -1, graph_index);
    if (!y || traced_length(y) != 1)
        bind_expected(L, "grad", "the function to return a number", -2);
    traced *out = traced_push(L, graph_index, x->kind, x->rows, x->cols);
    expr one = traced_constant(L, x->graph->g, 1);
    if (!derive(x->graph->g, 1, y->id, &one, traced_length(x), x->id, out->id)) {
        traced_check(L, "grad", x->graph->g);
        bind_check(L, "grad", STATUS_NO_MEMORY);
    }
    return out;
}

/* Pushes the values of a traced number or vec. */
static void push_values(lua_State *L, const traced *t)
{
    if (t->kind == OPERAND_NUMBER) {
        lua_pushnumber(L, graph_value(t->graph->g, t->id[0]));
        return;
    }
    double *out = bind_push_vec(L, t->rows)->data;
    for (size_t i = 0; i < t->rows; i++)
        out[i] = graph_value(t->graph->g, t->id[i]);
}

/* One call of grad(f): in a traced function it records; alone it opens a graph of known values.
 */
static int gradient(lua_State *L)
{
    int arguments = lua_gettop(L) < 1 ? 1 : lua_gettop(L);
    lua_settop(L, arguments);
    bool within = traced_push_open(L) != NULL;
    if (!within) {
        traced_push_graph(L, true);
        traced_open(L, -1);
    }
    int graph_index = lua_gettop(L);
    push_variable(L, graph_index);
    const traced *out = push_gradient(L, graph_index, arguments);
    if (within)
        return 1;
    push_values(L, out);
    return 1;
}

/* The same, with the graph closed whatever happens. */
static int guarded_gradient(lua_State *L)
{
    unseen u;
    size_t depth = traced_depth(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, gradient, 1);
    lua_insert(L, 1);
    if (depth == 0)
        unseen_begin(L, &u, true);
    int failed = bind_pcall(L, lua_gettop(L) - 1, 1);
    if (depth == 0)
        unseen_end(L, &u);
    traced_close_to(L, depth);
    return failed ? lua_error(L) : 1;
}

/* grad(f): the gradient of f, a function of a number or vec (and more) that returns a number. */
static int grad(lua_State *L)
{
    if (!bind_callable(L, 1))
        bind_expected(L, "grad", "a function", 1);
    lua_settop(L, 1);
    lua_pushcclosure(L, guarded_gradient, 1);
    return 1;
}

/* graph([valued]) */
static int new_graph(lua_State *L)
{
    traced_push_graph(L, lua_toboolean(L, 1));
    return 1;
}

/* input(graph, column [, n]): input columns column, column + 1, ..: a number, or a vec of n. */
static int input(lua_State *L)
{
    bool number = lua_isnoneornil(L, 3);
    size_t n = number ? 1 : (size_t)luaL_checkinteger(L, 3);
    uint32_t column = (uint32_t)luaL_checkinteger(L, 2);
    traced *t = traced_push(L, 1, number ? OPERAND_NUMBER : OPERAND_VEC, n, 1);
    traced_inputs(L, NULL, t->graph->g, column, n, t->id);
    return 1;
}

/* record(graph, f, ..): what f(..) returns while the graph is open: true, value; or false, error. A
 * third value says why the graph is not the function. */
static int record(lua_State *L)
{
    const char *why;
    bool done = unseen_call(L, 1, lua_gettop(L) - 2, &why);
    lua_pushboolean(L, done);
    lua_insert(L, -2);
    lua_pushstring(L, why);
    return 3;
}

/* lift(graph, value): a number, vec, mat or traced value as a traced one; nil for anything else. */
static int lift_value(lua_State *L)
{
    traced_lift(L, 2, 1);
    return 1;
}

/* shape(traced): nil for a number, the length of a vec, rows and cols of a mat */
static int shape_of(lua_State *L)
{
    const traced *t = traced_test(L, 1);
    if (t->kind == OPERAND_NUMBER)
        return 0;
    lua_pushinteger(L, (lua_Integer)t->rows);
    if (t->kind == OPERAND_VEC)
        return 1;
    lua_pushinteger(L, (lua_Integer)t->cols);
    return 2;
}

/* is(value): whether it is traced. */
static int is_traced(lua_State *L)
{
    lua_pushboolean(L, lua_gettop(L) > 0 && traced_test(L, 1) != NULL);
    return 1;
}

/* length(value): of a vec, traced or not; nil for a number. */
static int length_of(lua_State *L)
{
    const traced *t = traced_test(L, 1);
    const bind_vec *v = bind_test_vec(L, 1);
    if (lua_istable(L, 1))
        lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    else if (v || (t && t->kind == OPERAND_VEC))
        lua_pushinteger(L, (lua_Integer)(v ? v->n : t->rows));
    else
        lua_pushnil(L);
    return 1;
}

static void add_operand(luaL_Buffer *b, lua_State *L, const graph *g, expr id)
{
    const expr_node *node = graph_node(g, id);
    if (node->op == EXPR_CONSTANT)
        bind_number_text(L, node->value);
    else
        lua_pushfstring(L, node->op == EXPR_INPUT ? "x%d" : "t%d",
                        (int)(node->op == EXPR_INPUT ? node->a + 1 : id));
    luaL_addvalue(b);
}

static void add_line(luaL_Buffer *b, lua_State *L, const graph *g, expr id)
{
    const expr_node *node = graph_node(g, id);
    const expr arguments[] = {node->a, node->b, node->c};
    if (node->op == EXPR_CONSTANT || node->op == EXPR_INPUT)
        return;
    lua_pushfstring(L, "t%d = %s(", (int)id, expr_name(node->op));
    luaL_addvalue(b);
    for (int i = 0; i < expr_arity(node->op); i++) {
        luaL_addstring(b, i ? ", " : "");
        add_operand(b, L, g, arguments[i]);
    }
    luaL_addstring(b, ")\n");
}

/* text(traced): the lines of its graph, and the value. */
static int graph_lines(lua_State *L)
{
    luaL_Buffer b;
    const traced *t = traced_test(L, 1);
    const graph *g = t->graph->g;
    luaL_buffinit(L, &b);
    for (expr id = 0; id < graph_size(g); id++)
        add_line(&b, L, g, id);
    luaL_addstring(&b, "return");
    for (size_t i = 0; i < traced_length(t); i++) {
        luaL_addstring(&b, i ? ", " : " ");
        add_operand(&b, L, g, t->id[i]);
    }
    luaL_pushresult(&b);
    return 1;
}

static int free_program(lua_State *L)
{
    program **p = luaL_testudata(L, 1, "debias.program");
    program_free(*p);
    *p = NULL;
    return 0;
}

program **traced_push_place(lua_State *L)
{
    program **p = lua_newuserdatauv(L, sizeof *p, 1);
    *p = NULL;
    luaL_setmetatable(L, "debias.program");
    return p;
}

const program *traced_push_program(lua_State *L, const char *function, const graph *g, size_t n,
                                   const expr *out)
{
    program **p = traced_push_place(L);
    *p = program_compile(g, n, out);
    if (!*p)
        bind_check(L, function, STATUS_NO_MEMORY);
    return *p;
}

static int free_graph(lua_State *L)
{
    traced_graph *t = luaL_testudata(L, 1, "debias.graph");
    graph_free(t->g);
    t->g = NULL;
    return 0;
}

static int next_element(lua_State *L)
{
    lua_Integer i = luaL_optinteger(L, 2, 0) + 1;
    const traced *t = self(L, "next");
    if (t->kind == OPERAND_NUMBER || i < 1 || (lua_Unsigned)i > t->rows)
        return 0;
    lua_pushinteger(L, i);
    lua_pushvalue(L, -1);
    lua_gettable(L, 1);
    return 2;
}

/* pairs goes through a vec's elements and a mat's rows. */
static int all_pairs(lua_State *L)
{
    lua_pushcfunction(L, next_element);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* upvalue 1(x, ..), Lua's own tonumber, but for traced numbers, which stay as they are. */
static int to_number(lua_State *L)
{
    luaL_checkany(L, 1);
    const traced *t = traced_test(L, 1);
    if (t && t->kind == OPERAND_NUMBER) {
        lua_settop(L, 1);
        return 1;
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* tonumber(stock): Lua's tonumber that takes traced numbers, too. */
static int make_tonumber(lua_State *L)
{
    lua_settop(L, 1);
    lua_pushcclosure(L, to_number, 1);
    return 1;
}

static const luaL_Reg meta[] = {
    {"__newindex", set_element}, {"__pairs", all_pairs}, {"__len", length},
    {"__eq", traced_equal},      {"__lt", less},         {"__le", less_equal},
    {"__concat", concat},        {"__tostring", text},   {NULL, NULL},
};

static const luaL_Reg methods[] = {
    {"dot", dot}, {"norm", norm},   {"sum", sum},     {"mean", mean},
    {"var", var}, {"sd", sd},       {"min", min},     {"max", max},
    {"map", map}, {"slice", slice}, {"copy", copy},   {"table", table},
    {"row", row}, {"col", column},  {"t", transpose}, {NULL, NULL},
};

static const luaL_Reg graph_meta[] = {{"__gc", free_graph}, {NULL, NULL}};
static const luaL_Reg program_meta[] = {{"__gc", free_program}, {NULL, NULL}};
static const luaL_Reg none[] = {{NULL, NULL}};

static const luaL_Reg functions[] = {
    {"is", is_traced},
    {"length", length_of},
    {"grad", grad},
    {"stop_gradient", stop_gradient},
    {"graph", new_graph},
    {"input", input},
    {"record", record},
    {"lift", lift_value},
    {"tonumber", make_tonumber},
    {"shape", shape_of},
    {"text", graph_lines},
    {NULL, NULL},
};

int bind_open_traced(lua_State *L)
{
    bind_new_type(L, "graph", graph_meta, none, NULL);
    bind_new_type(L, "program", program_meta, none, NULL);
    bind_new_type(L, "traced value", meta, methods, read_field);
    unseen_open(L);
    luaL_newlib(L, functions);
    return 1;
}
