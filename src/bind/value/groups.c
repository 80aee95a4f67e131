/* core.groups: rows in groups, by the id that each has. */
#include "bind/value/groups.h"

#include "bind/modules.h"
#include "bind/type.h"
#include "engine/grouped/ids.h"
#include "engine/run/store.h"
#include "engine/split/sample.h"

#include <math.h>

/* Ids as they were given: a vec, or a list of strings at an index of the stack. */
typedef struct given {
    const char *function, *option; /* for errors: "correct", "option 'by': " */
    int index;
    bind_vec *number; /* NULL for texts */
    size_t n;
} given;

/* Numbers as ids: without NAN, and with one zero. */
static void read_numbers(lua_State *L, given *g)
{
    const bind_vec *v = bind_test_vec(L, g->index);
    g->n = v->n;
    g->number = bind_push_vec(L, v->n);
    for (size_t i = 0; i < v->n; i++) {
        bind_look_at(L, i, g->function);
        if (isnan(v->data[i]))
            bind_fail(L, g->function, "%sexpected numbers or strings, got nan in row %I", g->option,
                      (LUAI_UACINT)(i + 1));
        g->number->data[i] = v->data[i] + 0.0;
    }
}

/* Raises unless all elements of the list at index are of this type. */
static void check_list(lua_State *L, const given *g, int type)
{
    for (size_t i = 1; i <= g->n; i++) {
        bind_look_at(L, i, g->function);
        if (lua_rawgeti(L, g->index, (lua_Integer)i) != type)
            bind_fail(L, g->function, "%sexpected %s in row %I as in row 1, got %s", g->option,
                      type == LUA_TNUMBER ? "a number" : "a string", (LUAI_UACINT)i,
                      bind_describe(L, -1));
        lua_pop(L, 1);
    }
}

static void read_list(lua_State *L, given *g)
{
    g->n = (size_t)lua_rawlen(L, g->index);
    int type = lua_rawgeti(L, g->index, 1);
    lua_pop(L, 1);
    if (type != LUA_TNUMBER && type != LUA_TSTRING)
        bind_fail(L, g->function,
                  "%sexpected a vec, a list of numbers or a list of strings, got %s", g->option,
                  bind_describe(L, g->index));
    check_list(L, g, type);
    if (type == LUA_TSTRING)
        return;
    bind_to_vec(L, g->index);
    lua_replace(L, g->index);
    read_numbers(L, g);
}

static given read_ids(lua_State *L, int index, const char *function, const char *option)
{
    given g = {.function = function, .option = option, .index = index};
    if (bind_test_vec(L, index))
        read_numbers(L, &g);
    else if (lua_istable(L, index))
        read_list(L, &g);
    else
        bind_fail(L, function, "%sexpected a vec, a list of numbers or a list of strings, got %s",
                  option, bind_describe(L, index));
    return g;
}

/* Finds the groups; what is found lies in the block that it pushes. */
static ids find_groups(lua_State *L, const given *g)
{
    ids found;
    arena memory = {0};
    ids_layout(&found, g->n, &memory);
    id_key *key = arena_take(&memory, g->n * sizeof *key);
    memory = (arena){.block = bind_push_block(L, memory.used)};
    ids_layout(&found, g->n, &memory);
    key = arena_take(&memory, g->n * sizeof *key);
    for (size_t i = 0; i < g->n; i++) {
        bind_look_at(L, i, g->function);
        if (g->number) {
            key[i] = (id_key){(const char *)&g->number->data[i], sizeof *g->number->data};
            continue;
        }
        lua_rawgeti(L, g->index, (lua_Integer)i + 1);
        key[i].text = lua_tolstring(L, -1, &key[i].length);
        lua_pop(L, 1); /* the list keeps it */
    }
    if (!ids_find(&found, key, g->number != NULL, bind_interrupt_of(L, (double)g->n)))
        bind_look(L, g->function);
    return found;
}

/* Pushes the ids of the groups, each once: a vec or a list. */
static void push_ids(lua_State *L, const given *g, const ids *found)
{
    bind_vec *number = g->number ? bind_push_vec(L, found->groups) : NULL;
    if (!number)
        lua_createtable(L, (int)found->groups, 0);
    for (size_t k = 0; k < found->groups; k++) {
        uint32_t row = found->row[found->start[k]];
        if (number) {
            number->data[k] = g->number->data[row];
            continue;
        }
        lua_rawgeti(L, g->index, (lua_Integer)row + 1);
        lua_rawseti(L, -2, (lua_Integer)k + 1);
    }
}

/* Keeps where groups begin and which rows they have, in memory of its own; pushes it. */
static void keep_places(lua_State *L, bind_groups *g, const ids *found)
{
    arena memory = {0};
    arena_take(&memory, (found->groups + 1) * sizeof *g->start);
    arena_take(&memory, found->n * sizeof *g->row);
    memory = (arena){.block = bind_push_block(L, memory.used)};
    g->start = memcpy(arena_take(&memory, (found->groups + 1) * sizeof *g->start), found->start,
                      (found->groups + 1) * sizeof *g->start);
    g->row = memcpy(arena_take(&memory, found->n * sizeof *g->row), found->row,
                    found->n * sizeof *g->row);
}

/* Pushes room for the rows: a vec where they are numbers, else a mat. */
static double *push_room(lua_State *L, const bind_groups *g)
{
    return g->numbers ? bind_push_vec(L, g->n)->data : bind_push_mat(L, g->n, g->cols)->data;
}

/* Pushes the rows of `data`, group after group. */
static void push_rows(lua_State *L, bind_groups *g, const double *data)
{
    double *to = push_room(L, g);
    for (size_t i = 0; i < g->n; i++)
        for (size_t j = 0; j < g->cols; j++)
            to[i * g->cols + j] = data[g->row[i] * g->cols + j];
    g->data = to;
}

/* The values at 4 as n rows of data: a mat, or a vec or list of numbers, which it replaces. */
static const double *read_values(lua_State *L, const char *function, bind_groups *g)
{
    const bind_mat *rows = bind_test_mat(L, 4);
    const bind_vec *numbers = rows ? NULL : bind_to_vec(L, 4);
    if (!rows && !numbers)
        bind_fail(L, function, "expected a vec or a mat of rows as data, got %s%s",
                  bind_describe(L, 4),
                  lua_istable(L, 4) ? " (mat.columns{..} makes rows of columns)" : "");
    if (numbers)
        lua_replace(L, 4);
    g->numbers = !rows;
    g->n = rows ? rows->rows : numbers->n;
    g->cols = rows ? rows->cols : 1;
    if (g->n == 0 || g->cols == 0)
        bind_expected(L, function, "at least one row of data", 4);
    if (g->n > UINT32_MAX)
        bind_fail(L, function, "expected at most 4294967295 rows of data");
    return rows ? rows->data : numbers->data;
}

/* make(function, option, ids, values): the rows of values in groups; function and option are for
 * errors. */
static int make(lua_State *L)
{
    const char *function = luaL_checkstring(L, 1), *option = luaL_checkstring(L, 2);
    lua_settop(L, 4);
    bind_groups *g = lua_newuserdatauv(L, sizeof *g, GROUPS_VALUES);
    *g = (bind_groups){0};
    const double *data = read_values(L, function, g);
    given ids_given = read_ids(L, 3, function, option);
    if (ids_given.n != g->n)
        bind_fail(L, function, "%sexpected an id for each of the %I rows of data, got %I", option,
                  (LUAI_UACINT)g->n, (LUAI_UACINT)ids_given.n);
    ids found = find_groups(L, &ids_given);
    g->groups = found.groups;
    keep_places(L, g, &found);
    lua_setiuservalue(L, 5, GROUPS_MEMORY);
    push_rows(L, g, data);
    lua_setiuservalue(L, 5, GROUPS_DATA);
    push_ids(L, &ids_given, &found);
    lua_setiuservalue(L, 5, GROUPS_IDS);
    lua_settop(L, 5);
    luaL_setmetatable(L, "debias.groups");
    return 1;
}

const bind_groups *bind_test_groups(lua_State *L, int index)
{
    return luaL_testudata(L, index, "debias.groups");
}

static bool is_wrong(double x, bool finite, bool log)
{
    return isnan(x) || (finite && isinf(x) && !(log && x < 0));
}

/* The first row as given with such a number: its place in the groups' data, or n. */
static size_t find_wrong(const bind_groups *g, bool finite, bool log)
{
    size_t first = g->n;
    for (size_t i = 0; i < g->n * g->cols; i++)
        if (is_wrong(g->data[i], finite, log) &&
            (first == g->n || g->row[i / g->cols] < g->row[first]))
            first = i / g->cols;
    return first;
}

static size_t group_of(const bind_groups *g, size_t place)
{
    size_t k = 0;
    while (g->start[k + 1] <= place)
        k++;
    return k;
}

/* Pushes and returns the id of group k, as in an error: 7, "b". */
static const char *id_text(lua_State *L, int index, size_t k)
{
    lua_getiuservalue(L, index, GROUPS_IDS);
    const bind_vec *v = bind_test_vec(L, -1);
    if (v)
        return bind_number_text(L, v->data[k]);
    lua_rawgeti(L, -1, (lua_Integer)k + 1);
    return lua_pushfstring(L, "\"%s\"", lua_tostring(L, -1));
}

void bind_groups_check(lua_State *L, int index, const char *function, bool finite, bool log)
{
    const bind_groups *g = bind_test_groups(L, index);
    size_t at = find_wrong(g, finite, log);
    if (at == g->n)
        return;
    size_t j = 0;
    while (!is_wrong(g->data[at * g->cols + j], finite, log))
        j++;
    bind_fail(L, function, "expected %snumbers as data, got %s in row %I (group %s)",
              finite ? "finite " : "", bind_number_text(L, g->data[at * g->cols + j]),
              (LUAI_UACINT)g->row[at] + 1, id_text(L, index, group_of(g, at)));
}

/* facts(groups) -> {groups =, rows =, smallest =, largest =} */
static int facts(lua_State *L)
{
    const bind_groups *g = bind_object(L, 1, "groups", "groups");
    size_t least = g->n, most = 0;
    for (size_t k = 0; k < g->groups; k++) {
        size_t n = g->start[k + 1] - g->start[k];
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    lua_createtable(L, 0, 4);
    bind_set_integer(L, "groups", (lua_Integer)g->groups);
    bind_set_integer(L, "rows", (lua_Integer)g->n);
    bind_set_integer(L, "smallest", (lua_Integer)least);
    bind_set_integer(L, "largest", (lua_Integer)most);
    return 1;
}

/* check(groups, function): raises for NaN. */
static int check(lua_State *L)
{
    bind_groups_check(L, 1, luaL_checkstring(L, 2), false, false);
    return 0;
}

/* Pushes the ids at the places 0 .. n-1 of `from`, or of all. */
static void push_ids_at(lua_State *L, int index, const uint32_t *from, size_t n)
{
    lua_getiuservalue(L, index, GROUPS_IDS);
    const bind_vec *v = bind_test_vec(L, -1);
    bind_vec *number = v ? bind_push_vec(L, n) : NULL;
    if (!v)
        lua_createtable(L, (int)n, 0);
    for (size_t k = 0; k < n; k++) {
        size_t at = from ? from[k] : k;
        if (v) {
            number->data[k] = v->data[at];
            continue;
        }
        lua_rawgeti(L, -2, (lua_Integer)at + 1);
        lua_rawseti(L, -2, (lua_Integer)k + 1);
    }
    lua_remove(L, -2);
}

/* The rows of g in another order of groups: what `from` says was at each place. */
static void reorder(const bind_groups *g, const uint32_t *from, size_t *start, uint32_t *row,
                    double *data)
{
    for (size_t k = 0; k < g->groups; k++) {
        size_t first = g->start[from[k]], n = g->start[from[k] + 1] - first;
        start[k + 1] = start[k] + n;
        memcpy(row + start[k], g->row + first, n * sizeof *row);
        memcpy(data + start[k] * g->cols, g->data + first * g->cols, n * g->cols * sizeof *data);
    }
}

/* ordered(groups, vec of places): groups in another order; place k has the group that was at the
 * k-th of these. */
static int ordered(lua_State *L)
{
    const bind_groups *g = bind_object(L, 1, "groups", "groups");
    const bind_vec *places = bind_test_vec(L, 2);
    arena memory = {0};
    lua_settop(L, 2);
    bind_groups *to = lua_newuserdatauv(L, sizeof *to, GROUPS_VALUES);
    *to = *g;
    size_t starts = (g->groups + 1) * sizeof *g->start, rows = g->n * sizeof *g->row;
    size_t froms = g->groups * sizeof(uint32_t);
    arena_take(&memory, starts);
    arena_take(&memory, rows);
    arena_take(&memory, froms);
    memory = (arena){.block = bind_push_block(L, memory.used)};
    lua_setiuservalue(L, 3, GROUPS_MEMORY);
    size_t *start = arena_take(&memory, starts);
    uint32_t *row = arena_take(&memory, rows), *from = arena_take(&memory, froms);
    for (size_t k = 0; k < g->groups; k++)
        from[k] = (uint32_t)places->data[k] - 1;
    double *data = push_room(L, g);
    lua_setiuservalue(L, 3, GROUPS_DATA);
    reorder(g, from, start, row, data);
    to->start = start;
    to->row = row;
    to->data = data;
    push_ids_at(L, 1, from, g->groups);
    lua_setiuservalue(L, 3, GROUPS_IDS);
    luaL_setmetatable(L, "debias.groups");
    return 1;
}

/* data(groups) -> vec or mat of all rows, group after group; not a copy. */
static int data_of(lua_State *L)
{
    bind_object(L, 1, "groups", "groups");
    lua_getiuservalue(L, 1, GROUPS_DATA);
    return 1;
}

/* first(groups) -> vec of how many rows are before each, and all */
static int first(lua_State *L)
{
    const bind_groups *g = bind_object(L, 1, "groups", "groups");
    bind_vec *v = bind_push_vec(L, g->groups + 1);
    for (size_t k = 0; k <= g->groups; k++)
        v->data[k] = (double)g->start[k];
    return 1;
}

/* digest(groups) -> text that other rows or groups change. */
static int digest(lua_State *L)
{
    const bind_groups *g = bind_object(L, 1, "groups", "groups");
    uint64_t h = store_hash(0, g->start, (g->groups + 1) * sizeof *g->start);
    h = store_hash(h, g->data, g->n * g->cols * sizeof *g->data);
    lua_pushlstring(L, (const char *)&h, sizeof h);
    return 1;
}

/* g:count() -> vec of how many rows each has */
static int count(lua_State *L)
{
    const bind_groups *g = bind_self(L, "groups", "count");
    bind_vec *v = bind_push_vec(L, g->groups);
    for (size_t k = 0; k < g->groups; k++)
        v->data[k] = (double)(g->start[k + 1] - g->start[k]);
    return 1;
}

/* g:means() -> vec or mat of the groups' means */
static int means(lua_State *L)
{
    const bind_groups *g = bind_self(L, "groups", "means");
    double *to =
        g->numbers ? bind_push_vec(L, g->groups)->data : bind_push_mat(L, g->groups, g->cols)->data;
    for (size_t k = 0; k < g->groups; k++)
        sample_mean(g->data + g->start[k] * g->cols, g->start[k + 1] - g->start[k], g->cols, false,
                    to + k * g->cols, bind_interrupt_of(L, (double)g->n));
    bind_look_after(L, (double)g->n, "groups:means");
    return 1;
}

static int length(lua_State *L)
{
    const bind_groups *g = bind_object(L, 1, "groups", "groups");
    lua_pushinteger(L, (lua_Integer)g->groups);
    return 1;
}

/* g.ids: a copy. */
static int field(lua_State *L, void *self, const char *name)
{
    const bind_groups *g = self;
    if (!name || strcmp(name, "ids") != 0)
        return 0;
    push_ids_at(L, 1, NULL, g->groups);
    return 1;
}

static const luaL_Reg functions[] = {{"make", make},       {"facts", facts},  {"check", check},
                                     {"ordered", ordered}, {"data", data_of}, {"first", first},
                                     {"digest", digest},   {NULL, NULL}};

static const luaL_Reg meta[] = {{"__len", length}, {NULL, NULL}};
static const luaL_Reg methods[] = {{"count", count}, {"means", means}, {NULL, NULL}};

int bind_open_groups(lua_State *L)
{
    static const char *const fields[] = {"ids"};
    bind_new_type(L, "groups", meta, methods, field);
    bind_set_fields(L, "groups", fields, 1);
    luaL_newlib(L, functions);
    return 1;
}
