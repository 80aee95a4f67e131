/* What numbers, vecs and mats do when they are traced: elementwise functions, products, joins. */
#include "bind/traced/traced.h"

#include <assert.h>
#include <math.h>
#include <string.h>

traced_graph *traced_push_graph(lua_State *L, bool valued)
{
    traced_graph *t = lua_newuserdatauv(L, sizeof *t, 0);
    *t = (traced_graph){.valued = valued};
    luaL_setmetatable(L, "debias.graph");
    t->g = graph_new(valued);
    if (!t->g)
        bind_check(L, "trace", STATUS_NO_MEMORY);
    return t;
}

static traced_graph *graph_at(lua_State *L, int index)
{
    return luaL_checkudata(L, index, "debias.graph");
}

/* Pushes the list of open graphs, the innermost last; returns their number. */
static lua_Integer push_open_graphs(lua_State *L)
{
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "debias.open graphs");
    return (lua_Integer)lua_rawlen(L, -1);
}

size_t traced_depth(lua_State *L)
{
    size_t n = (size_t)push_open_graphs(L);
    lua_pop(L, 1);
    return n;
}

traced_graph *traced_push_open(lua_State *L)
{
    lua_Integer n = push_open_graphs(L);
    lua_rawgeti(L, -1, n);
    lua_remove(L, -2);
    if (n)
        return graph_at(L, -1);
    lua_pop(L, 1);
    return NULL;
}

void traced_open(lua_State *L, int graph_index)
{
    graph_index = lua_absindex(L, graph_index);
    lua_Integer n = push_open_graphs(L);
    lua_pushvalue(L, graph_index);
    lua_rawseti(L, -2, n + 1);
    graph_at(L, graph_index)->open = true;
    lua_pop(L, 1);
}

void traced_close_to(lua_State *L, size_t depth)
{
    for (lua_Integer n = push_open_graphs(L); n > (lua_Integer)depth; n--) {
        lua_rawgeti(L, -1, n);
        graph_at(L, -1)->open = false;
        lua_pop(L, 1);
        lua_pushnil(L);
        lua_rawseti(L, -2, n);
    }
    lua_pop(L, 1);
}

traced *traced_push(lua_State *L, int graph_index, operand_kind kind, size_t rows, size_t cols)
{
    graph_index = lua_absindex(L, graph_index);
    traced *t = lua_newuserdatauv(L, sizeof *t + rows * cols * sizeof *t->own, 2);
    *t = (traced){graph_at(L, graph_index), kind, rows, cols, t->own};
    luaL_setmetatable(L, "debias.traced value");
    lua_pushvalue(L, graph_index);
    lua_setiuservalue(L, -2, 1);
    return t;
}

void traced_push_row(lua_State *L, int index, size_t i)
{
    const traced *t = traced_test(L, index);
    index = lua_absindex(L, index);
    lua_getiuservalue(L, index, 1);
    traced *row = traced_push(L, -1, OPERAND_VEC, 0, 1);
    row->rows = t->cols;
    row->id = t->id + i * t->cols;
    lua_pushvalue(L, index);
    lua_setiuservalue(L, -2, 2);
    lua_remove(L, -2);
}

traced *traced_test(lua_State *L, int index)
{
    return luaL_testudata(L, index, "debias.traced value");
}

bool traced_among(lua_State *L, int n)
{
    for (int i = 1; i <= n; i++)
        if (lua_type(L, i) == LUA_TUSERDATA && traced_test(L, i))
            return true;
    return false;
}

/* Pushes the graph of the traced value at index. */
static traced_graph *push_graph_at(lua_State *L, int index, const char *function)
{
    lua_getiuservalue(L, index, 1);
    traced_graph *t = graph_at(L, -1);
    if (!t->open)
        bind_fail(L, function, "a traced value is of use only inside the function that is traced");
    return t;
}

traced_graph *traced_push_graph_of(lua_State *L, int n, const char *function)
{
    int i = 1;
    while (i < n && !traced_test(L, i))
        i++;
    return push_graph_at(L, i, function);
}

void traced_check_memory(lua_State *L, const char *function, const graph *g)
{
    if (graph_failed(g) && graph_size(g) < GRAPH_MOST)
        bind_check(L, function, STATUS_NO_MEMORY);
}

void traced_check(lua_State *L, const char *function, const graph *g)
{
    traced_check_memory(L, function, g);
    if (graph_failed(g))
        bind_fail(L, function, "a trace of more than %d operations", (int)GRAPH_MOST);
}

void traced_inputs(lua_State *L, const char *function, graph *g, size_t first, size_t n, expr *id)
{
    for (size_t i = 0; i < n; i++) {
        bind_look_at(L, i, function);
        id[i] = graph_input(g, (uint32_t)(first + i), NAN);
    }
    traced_check(L, function, g);
}

expr traced_constant(lua_State *L, graph *g, double x)
{
    expr id = graph_constant(g, x);
    traced_check(L, NULL, g);
    return id;
}

expr traced_node(lua_State *L, graph *g, expr_op op, expr a, expr b, expr c)
{
    expr id = graph_apply(g, op, a, b, c);
    traced_check(L, NULL, g);
    return id;
}

static traced *lift_numbers(lua_State *L, int graph_index, const operand *a)
{
    traced *t = traced_push(L, graph_index, a->kind, a->rows, a->cols);
    for (size_t i = 0; i < traced_length(t); i++) {
        bind_look_at(L, i, NULL);
        t->id[i] = traced_constant(L, t->graph->g, a->data[i]);
    }
    return t;
}

traced *traced_lift(lua_State *L, int index, int graph_index)
{
    operand a;
    index = lua_absindex(L, index);
    traced *t = traced_test(L, index);
    if (t && t->graph != graph_at(L, graph_index))
        bind_fail(L, NULL, "a traced value is of use only inside the function that is traced");
    if (t) {
        lua_pushvalue(L, index);
        return t;
    }
    if (operand_read(L, index, &a))
        return lift_numbers(L, graph_index, &a);
    lua_pushnil(L);
    return NULL;
}

/* The same, raising in the name of function for what is not a number, vec or mat. */
static traced *lift(lua_State *L, int index, int graph_index, const char *function)
{
    traced *t = traced_lift(L, index, graph_index);
    if (!t)
        bind_expected(L, function, "a number, a vec or a mat", index);
    return t;
}

/* A number, and a vec of length 1, goes with any shape. */
static bool spreads(const traced *t)
{
    return t->kind == OPERAND_NUMBER || (t->kind == OPERAND_VEC && t->rows == 1);
}

const char *traced_kind_name(const traced *t)
{
    static const char *const names[] = {
        [OPERAND_NUMBER] = "number", [OPERAND_VEC] = "vec", [OPERAND_MAT] = "mat"};
    return names[t->kind];
}

const char *traced_shape(lua_State *L, const traced *t)
{
    return operand_words(L, t->kind, t->rows, t->cols);
}

enum { ARGUMENTS = 3 };

/* A function of numbers as what a stack machine does: it begins with the arguments on the stack,
 * and the last value on it is the function's. Its code: operations, which replace the values on
 * top; A, B, S2, .. put value 0, 1, 2, .. of the stack on top once more, ZERO, ONE, .. a constant.
 */
typedef struct formula {
    const char *name;
    size_t arguments;
    unsigned char code[56]; /* 0 at its end */
} formula;

enum { A = EXPR_OPS, B, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12 };
enum { ZERO = S12 + 1, ONE, PI, MINUS_PI, HALF_PI, MINUS_HALF_PI, DEGREES, RADIANS };

#define NUMBER_PI 3.14159265358979323846
static const double constants[] = {
    0, 1, NUMBER_PI, -NUMBER_PI, NUMBER_PI / 2, -NUMBER_PI / 2, 180 / NUMBER_PI, NUMBER_PI / 180};

/* x/y where |x| <= |y|, 0 for x = y = 0, and its angle; elsewhere not of use, but without a
 * division by 0. */
#define FLAT_ANGLE(x, y) x, y, EXPR_ABS, y, ONE, EXPR_WHERE, EXPR_DIV, EXPR_ATAN

/* The angle of (x, y) = (B, A), its tangent y/x or 1/(x/y), whichever is finite: from the x axis
 * half a turn (S7) away where x is negative, else from the y axis. Sizes: S2, S3; signs: S4, S5. */
#define ANGLE                                                                                      \
    A, EXPR_ABS, B, EXPR_ABS, B, EXPR_NEG, A, EXPR_NEG, PI, S5, MINUS_PI, S6, EXPR_WHERE,          \
        FLAT_ANGLE(A, B), S4, S7, ZERO, EXPR_WHERE, HALF_PI, S5, MINUS_HALF_PI, S10, EXPR_WHERE,   \
        FLAT_ANGLE(B, A), EXPR_SUB, S8, S9, EXPR_ADD, S2, S3, EXPR_SUB, S11, S12, EXPR_WHERE

#define OPERATION(op, name, arity, traits) {#name, arity, {EXPR_##op}},
static const formula formulas[] = {
    {"+", 2, {EXPR_ADD}},
    {"-", 2, {EXPR_SUB}},
    {"*", 2, {EXPR_MUL}},
    {"/", 2, {EXPR_DIV}},
    {"//", 2, {EXPR_DIV, EXPR_FLOOR}},
    {"%", 2, {EXPR_MOD}},
    {"^", 2, {EXPR_POW}},
    EXPR_NUMERIC(OPERATION) OPERATION(STOP, stop, 1, 0) /* each operation by its own name */
    {"ceil", 1, {EXPR_NEG, EXPR_FLOOR, EXPR_NEG}},
    {"tan", 1, {A, EXPR_SIN, A, EXPR_COS, EXPR_DIV}},
    {"deg", 1, {DEGREES, EXPR_MUL}},
    {"rad", 1, {RADIANS, EXPR_MUL}},
    /* log of A to base B */
    {"log", 2, {A, EXPR_LOG, B, EXPR_LOG, EXPR_DIV}},
    {"asin", 1, {ONE, A, EXPR_SUB, ONE, A, EXPR_ADD, EXPR_MUL, EXPR_SQRT, EXPR_DIV, EXPR_ATAN}},
    /* 2 atan of the tangent of half the angle */
    {"acos", 1, {ONE, A, EXPR_SUB, ONE, A, EXPR_ADD, EXPR_DIV, EXPR_SQRT, EXPR_ATAN, B, EXPR_ADD}},
    /* the rest of A/B, S2 for sizes, with the sign of A */
    {"fmod", 2, {A, EXPR_ABS, B, EXPR_ABS, EXPR_MOD, A, EXPR_NEG, S2, EXPR_NEG, S2, EXPR_WHERE}},
    {"atan", 2, {ANGLE}},
};

static const formula *find(const char *name, size_t arguments)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (formulas[i].arguments == arguments && strcmp(formulas[i].name, name) == 0)
            return &formulas[i];
    return NULL;
}

enum { DEEPEST = 20 };

/* The formula's value for the arguments at the bottom of the stack. */
static expr build(lua_State *L, graph *g, const formula *f, expr *stack)
{
    size_t n = f->arguments;
    for (const unsigned char *code = f->code; *code; code++) {
        assert(n < DEEPEST);
        if (*code >= ZERO)
            stack[n++] = traced_constant(L, g, constants[*code - ZERO]);
        else if (*code >= A)
            stack[n++] = stack[*code - A];
        else {
            int arity = expr_arity(*code);
            n -= (size_t)arity;
            stack[n] = traced_node(L, g, *code, stack[n], arity > 1 ? stack[n + 1] : EXPR_NONE,
                                   arity > 2 ? stack[n + 2] : EXPR_NONE);
            n++;
        }
    }
    return stack[n - 1];
}

/* Pushes the elementwise formula of the values at first, first + 1, .. */
static int elementwise(lua_State *L, int first, const char *function, const formula *f)
{
    const traced *a[ARGUMENTS] = {0};
    operand shape[ARGUMENTS];
    expr stack[DEEPEST];
    int top = lua_gettop(L);
    traced_push_graph_of(L, top, function);
    for (size_t i = 0; i < f->arguments; i++)
        a[i] = lift(L, first + (int)i, top + 1, function);
    for (size_t i = 0; i < f->arguments; i++)
        shape[i] = (operand){a[i]->kind, a[i]->rows, a[i]->cols, !spreads(a[i]), NULL, 0};
    const operand *whole = operand_common(L, function, shape, f->arguments);
    traced *out = traced_push(L, top + 1, whole->kind, whole->rows, whole->cols);
    for (size_t k = 0; k < traced_length(out); k++) {
        for (size_t i = 0; i < f->arguments; i++)
            stack[i] = a[i]->id[k * shape[i].step];
        out->id[k] = build(L, out->graph->g, f, stack);
    }
    return 1;
}

static bool is_mat(lua_State *L, int index)
{
    const traced *t = traced_test(L, index);
    return t ? t->kind == OPERAND_MAT : bind_test_mat(L, index) != NULL;
}

int traced_operator(lua_State *L, const char *symbol)
{
    const char *name =
        lua_pushfstring(L, "%s %s", is_mat(L, 1) || is_mat(L, 2) ? "mat" : "vec", symbol);
    return elementwise(L, 1, name, find(symbol, 2));
}

/* f of the values at 1 .. n, from left to right where f takes two. */
int traced_math(lua_State *L, const char *name, int n)
{
    const formula *one = n == 1 ? find(name, 1) : NULL, *two = one ? NULL : find(name, 2);
    const char *function = lua_pushfstring(L, "math.%s", name);
    if (!one && !two)
        bind_fail(L, function, "cannot be traced");
    if (one)
        return elementwise(L, 1, function, one);
    if (n == 1 && traced_test(L, 1)->kind != OPERAND_NUMBER)
        bind_fail(L, function,
                  "expected at least two values, got %s (v:max() and v:min() look at its elements)",
                  traced_shape(L, traced_test(L, 1)));
    lua_pushvalue(L, 1);
    for (int i = 2; i <= n; i++) {
        lua_pushvalue(L, i);
        elementwise(L, lua_gettop(L) - 1, function, two);
    }
    return 1;
}

int traced_where(lua_State *L)
{
    lua_settop(L, 3);
    return elementwise(L, 1, "where", find("where", 3));
}

int traced_concat(lua_State *L)
{
    traced *a[2];
    traced_push_graph_of(L, 2, "vec ..");
    for (int i = 0; i < 2; i++) {
        a[i] = traced_lift(L, i + 1, 3);
        if (!a[i] || a[i]->kind == OPERAND_MAT)
            bind_fail(L, "vec ..", "expected a number, a vec or text, got %s",
                      a[i] ? traced_shape(L, a[i]) : bind_describe(L, i + 1));
    }
    traced *out = traced_push(L, 3, OPERAND_VEC, a[0]->rows + a[1]->rows, 1);
    memcpy(out->id, a[0]->id, a[0]->rows * sizeof *out->id);
    memcpy(out->id + a[0]->rows, a[1]->id, a[1]->rows * sizeof *out->id);
    return 1;
}

expr traced_product(lua_State *L, graph *g, size_t n, const expr *a, size_t step, const expr *b,
                    size_t other)
{
    expr sum = EXPR_NONE;
    for (size_t i = 0; i < n; i++) {
        expr term = traced_node(L, g, EXPR_MUL, a[i * step], b[i * other], EXPR_NONE);
        sum = i ? traced_node(L, g, EXPR_ADD, sum, term, EXPR_NONE) : term;
    }
    return n ? sum : traced_constant(L, g, 0);
}

/* The vec or mat at index as a traced value of the graph at 3. */
static const traced *factor(lua_State *L, int index, const char *function)
{
    const traced *t = traced_lift(L, index, 3);
    if (!t || t->kind == OPERAND_NUMBER)
        bind_expected(L, function, "a vec or a mat", index);
    return t;
}

/* A vec on the left is a row, on the right a column. */
int traced_dot(lua_State *L, const char *function)
{
    lua_settop(L, 2);
    traced_push_graph_of(L, 2, function);
    const traced *a = factor(L, 1, function), *b = factor(L, 2, function);
    bool left = a->kind != OPERAND_MAT, right = b->kind != OPERAND_MAT;
    size_t rows = left ? 1 : a->rows, inner = left ? a->rows : a->cols;
    size_t cols = right ? 1 : b->cols;
    if (inner != b->rows)
        bind_fail(L, function, "expected shapes that fit, got %s and %s", traced_shape(L, a),
                  traced_shape(L, b));
    static const operand_kind kinds[] = {OPERAND_MAT, OPERAND_VEC, OPERAND_NUMBER};
    bool whole = !left && !right;
    traced *out =
        traced_push(L, 3, kinds[left + right], whole ? rows : rows * cols, whole ? cols : 1);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out->id[i * cols + j] =
                traced_product(L, out->graph->g, inner, a->id + i * inner, 1, b->id + j, cols);
    return 1;
}

/* table[key] for each of `n` tables of `rows` numbers, `step` apart from column to column. */
static void look_up(lua_State *L, traced *out, const traced *key, const double *data, size_t rows,
                    size_t n)
{
    graph *g = out->graph->g;
    double *column = bind_push_vec(L, rows)->data;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < rows; i++)
            column[i] = data[i * n + j];
        uint32_t table = graph_table(g, column, rows);
        out->id[j] = traced_node(L, g, EXPR_GATHER, key->id[0], table, EXPR_NONE);
    }
    lua_pop(L, 1);
}

static expr constant_minus(lua_State *L, graph *g, double x, expr a)
{
    return traced_node(L, g, EXPR_SUB, traced_constant(L, g, x), a, EXPR_NONE);
}

/* Element or row `key` of a traced vec or mat: a choice for each. */
static void choose_one(lua_State *L, traced *out, expr key, const traced *from)
{
    graph *g = out->graph->g;
    expr none = traced_constant(L, g, NAN), before = constant_minus(L, g, 1, key);
    for (size_t j = 0; j < from->cols; j++) {
        expr one = none;
        for (size_t i = from->rows; i > 0; i--)
            one = traced_node(L, g, EXPR_WHERE, constant_minus(L, g, (double)i + 1, key),
                              from->id[(i - 1) * from->cols + j], one);
        out->id[j] = traced_node(L, g, EXPR_WHERE, before, none, one);
    }
}

int traced_lookup(lua_State *L)
{
    const traced *key = traced_test(L, 2), *from = traced_test(L, 1);
    const bind_mat *m = bind_test_mat(L, 1);
    const bind_vec *v = bind_test_vec(L, 1);
    bool rows = is_mat(L, 1);
    const char *name = rows ? "mat []" : "vec []";
    traced_push_graph_of(L, 2, name);
    if (key->kind != OPERAND_NUMBER || (from && from->kind == OPERAND_NUMBER))
        bind_fail(L, name, "expected a number as index of %s, got %s",
                  from ? traced_shape(L, from) : bind_describe(L, 1), traced_shape(L, key));
    size_t cols = m ? m->cols : 1;
    if (from)
        cols = from->cols;
    traced *out = traced_push(L, -1, rows ? OPERAND_VEC : OPERAND_NUMBER, cols, 1);
    if (from)
        choose_one(L, out, key->id[0], from);
    else
        look_up(L, out, key, v ? v->data : m->data, v ? v->n : m->rows, cols);
    return 1;
}

/* Pushes the graph of the first traced value in the list at 1. */
static void push_graph_of_list(lua_State *L)
{
    lua_Integer i = 1;
    while (lua_rawgeti(L, 1, i), !traced_test(L, -1)) {
        lua_pop(L, 1);
        i++;
    }
    push_graph_at(L, -1, "vec");
    lua_remove(L, -2);
}

int traced_copy(lua_State *L, int index, const char *function)
{
    const traced *from = traced_test(L, index);
    push_graph_at(L, index, function);
    traced *out = traced_push(L, -1, from->kind, from->rows, from->cols);
    memcpy(out->id, from->id, traced_length(from) * sizeof *out->id);
    lua_remove(L, -2);
    return 1;
}

/* vec(v) of a traced value. */
static int copy_of(lua_State *L)
{
    const traced *from = traced_test(L, 1);
    if (from->kind == OPERAND_MAT)
        bind_fail(L, "vec", "expected a list of numbers, got %s", traced_shape(L, from));
    traced_copy(L, 1, "vec");
    traced_test(L, -1)->kind = OPERAND_VEC;
    return 1;
}

/* Pushes the vec of the numbers and traced numbers in the list at index and sets *bad to 0; for
 * another element pushes that element, sets *bad to its number and returns NULL. */
static traced *push_list(lua_State *L, int index, int graph_index, size_t *bad)
{
    index = lua_absindex(L, index);
    size_t n = lua_rawlen(L, index);
    traced *out = traced_push(L, graph_index, OPERAND_VEC, n, 1);
    *bad = 0;
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        const traced *t = traced_lift(L, -1, graph_index);
        lua_pop(L, 1);
        if (!t || !spreads(t)) {
            *bad = i + 1;
            return NULL;
        }
        out->id[i] = t->id[0];
        lua_pop(L, 1);
    }
    return out;
}

/* vec{..}: numbers and traced numbers. */
int traced_list(lua_State *L)
{
    size_t bad;
    if (traced_test(L, 1))
        return copy_of(L);
    push_graph_of_list(L);
    push_list(L, 1, lua_gettop(L), &bad);
    if (bad)
        bind_fail(L, "vec", "expected numbers, got %s at element %I", bind_describe(L, -1),
                  (LUAI_UACINT)bad);
    return 1;
}

bool traced_in(lua_State *L, int index)
{
    bool found = traced_test(L, index) != NULL;
    size_t n = lua_istable(L, index) ? lua_rawlen(L, index) : 0;
    for (size_t i = 1; i <= n && !found; i++) {
        lua_rawgeti(L, index, (lua_Integer)i);
        found = traced_test(L, -1) != NULL;
        lua_pop(L, 1);
    }
    return found;
}

bool traced_among_lines(lua_State *L)
{
    bool found = false;
    size_t n = lua_istable(L, 1) ? lua_rawlen(L, 1) : 0;
    for (size_t i = 1; i <= n && !found; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i);
        found = traced_in(L, -1);
        lua_pop(L, 1);
    }
    return found;
}

/* Line i of the list at 1, which is on top, as a traced vec, pushed. */
static const traced *lift_line(lua_State *L, int graph_index, const char *function, const char *of,
                               size_t i)
{
    size_t bad = 0;
    bool list = lua_istable(L, -1) && lua_rawlen(L, -1) > 0;
    const traced *line =
        list ? push_list(L, -1, graph_index, &bad) : traced_lift(L, -1, graph_index);
    if (!line || line->kind == OPERAND_MAT)
        bind_fail(L, function, "expected numbers in %s %I, got %s", of, (LUAI_UACINT)i,
                  bind_describe(L, bad ? -1 : -2));
    return line;
}

int traced_lines(lua_State *L, const char *function, bool columns)
{
    size_t n = lua_rawlen(L, 1), length = 0;
    const char *of = columns ? "column" : "row";
    traced *out = NULL;
    lua_settop(L, 1);
    traced_push_open(L);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        const traced *line = lift_line(L, 2, function, of, i + 1);
        if (i == 0) {
            length = traced_length(line);
            out = traced_push(L, 2, OPERAND_MAT, columns ? length : n, columns ? n : length);
            lua_insert(L, 3);
        }
        if (traced_length(line) != length)
            bind_fail(
                L, function, "expected %ss of equal length, got %I in the first and %I in %s %I",
                of, (LUAI_UACINT)length, (LUAI_UACINT)traced_length(line), of, (LUAI_UACINT)i + 1);
        for (size_t k = 0; k < length; k++)
            out->id[columns ? k * n + i : i * length + k] = line->id[k];
        lua_settop(L, 3);
    }
    return 1;
}

/* Pushes element i of the vec or mat at 1. */
static void push_element(lua_State *L, int graph_index, size_t i)
{
    operand a;
    const traced *t = traced_test(L, 1);
    if (t)
        traced_push(L, graph_index, OPERAND_NUMBER, 1, 1)->id[0] = t->id[i];
    else if (operand_read(L, 1, &a))
        lua_pushnumber(L, a.data[i]);
}

int traced_map(lua_State *L, const char *function, size_t first)
{
    enum { GRAPH = 5, OUT = 6 };
    traced_push_graph_of(L, 4, function);
    traced *out = traced_lift(L, 3, GRAPH);
    for (size_t i = first;;) {
        const traced *value = traced_lift(L, 4, GRAPH);
        if (!value || !spreads(value))
            bind_fail(L, function, "expected the function to return a number, got %s at element %I",
                      bind_describe(L, 4), (LUAI_UACINT)(i + 1));
        out->id[i] = value->id[0];
        lua_settop(L, OUT);
        if (++i == traced_length(out))
            return 1;
        lua_pushvalue(L, 2);
        push_element(L, GRAPH, i);
        lua_call(L, 1, 1);
        lua_replace(L, 4);
    }
}

int traced_negative(lua_State *L)
{
    return elementwise(L, 1, "-", find("neg", 1));
}

int traced_stopped(lua_State *L)
{
    return elementwise(L, 1, "stop_gradient", find("stop", 1));
}
