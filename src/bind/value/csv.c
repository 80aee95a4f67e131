/* core.csv: columns from and to comma-separated text. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "engine/text/csv.h"
#include "engine/text/number.h"

#include <math.h>
#include <string.h>

static void add_number(luaL_Buffer *out, double x)
{
    char text[NUMBER_TEXT];
    if (!isnan(x)) /* unknown: an empty cell */
        luaL_addlstring(out, text, number_text(text, x, 17));
}

/* Adds the string on top of the stack, in quotes where it needs them, and pops it. */
static void add_string(lua_State *L, luaL_Buffer *out)
{
    const char *text = lua_tostring(L, -1);
    if (!strpbrk(text, ",;\t\"\r\n") && *text != ' ' && *text != '\0') {
        luaL_addvalue(out);
        return;
    }
    luaL_gsub(L, text, "\"", "\"\"");
    lua_pushfstring(L, "\"%s\"", lua_tostring(L, -1));
    lua_replace(L, -3);
    lua_pop(L, 1);
    luaL_addvalue(out);
}

/* Adds element i of the column on top of the stack, and pops the column. */
static void add_cell(lua_State *L, luaL_Buffer *out, lua_Integer i)
{
    const bind_vec *v = bind_test_vec(L, -1);
    if (v) {
        lua_pop(L, 1);
        add_number(out, v->data[i - 1]); /* the list of columns keeps v */
        return;
    }
    int type = lua_geti(L, -1, i);
    lua_replace(L, -2);
    if (type == LUA_TNUMBER && !lua_isinteger(L, -1)) {
        double x = lua_tonumber(L, -1);
        lua_pop(L, 1);
        add_number(out, x);
    } else if (lua_toboolean(L, -1)) {
        luaL_tolstring(L, -1, NULL);
        lua_replace(L, -2);
        add_string(L, out);
    } else {
        lua_pop(L, 1);
    }
}

/* text(names, columns, rows): two lists of one length; a column is a vec or a list of numbers,
 * strings or false (an empty cell). */
static int write_text(lua_State *L)
{
    lua_Integer columns = luaL_len(L, 1), rows = luaL_checkinteger(L, 3);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    for (lua_Integer i = 0; i <= rows; i++) {
        for (lua_Integer j = 1; j <= columns; j++) {
            lua_geti(L, i == 0 ? 1 : 2, j);
            if (i == 0)
                add_string(L, &out);
            else
                add_cell(L, &out, i);
            luaL_addchar(&out, j < columns ? ',' : '\n');
        }
    }
    luaL_pushresult(&out);
    return 1;
}

enum { SEP, DEC, NA, HEADER, OPTIONS };

static const param options[OPTIONS] = {
    [SEP] = {"sep", PARAM_STRING, .flags = PARAM_OPTIONAL,
             .meaning = "separator between cells; \",\" by default, \";\" with dec=\",\""},
    [DEC] = {"dec", PARAM_CHOICE, .choices = ".|,", .meaning = "the decimal point"},
    [NA] = {"na", PARAM_CHOICE, .choices = "error|drop",
            .meaning =
                "at a missing cell (empty, NA, N/A, NaN, null): raise, or leave out its row"},
    [HEADER] =
        {"header", PARAM_BOOLEAN, .flags = PARAM_OPTIONAL,
         .meaning =
             "true: the first line holds names, even if they are numbers; false: it is data"},
};

static csv_format read_format(lua_State *L, int index, const char *function)
{
    arg a[OPTIONS];
    bind_options(L, index, function, options, OPTIONS, a);
    csv_format f = {.dec = a[DEC].number == 0 ? '.' : ',', .drop = a[NA].number == 1};
    f.sep = f.dec == '.' ? ',' : ';';
    if (a[SEP].given && (strlen(a[SEP].string) != 1 || strchr("\"\r\n", *a[SEP].string)))
        bind_fail(L, function, "option 'sep': expected one character, got '%s'", a[SEP].string);
    if (a[SEP].given)
        f.sep = *a[SEP].string;
    if (f.sep == f.dec)
        bind_fail(L, function, "option 'sep': expected another character than the decimal point");
    if (a[HEADER].given)
        f.header = a[HEADER].number != 0 ? CSV_NAMES : CSV_NO_NAMES;
    lua_pop(L, 1);
    return f;
}

static _Noreturn void raise_fault(lua_State *L, const char *function, const char *path,
                                  const csv_fault *fault)
{
    if (fault->line == 0)
        bind_fail(L, function, "%s: %s", path, fault->why);
    if (fault->column == 0)
        bind_fail(L, function, "%s:%I: %s", path, (LUAI_UACINT)fault->line, fault->why);
    bind_fail(L, function, "%s:%I:%I: %s", path, (LUAI_UACINT)fault->line,
              (LUAI_UACINT)fault->column, fault->why);
}

/* Pushes the name of the next column; raises for one that is empty or among the keys of the table
 * at index names. */
static void push_name(lua_State *L, int names, const char *function, const char *path,
                      csv_reader *reader)
{
    csv_cell cell;
    csv_fault fault;
    csv_next(reader, &cell, &fault);
    fault = (csv_fault){cell.line, cell.column, "expected a name, got an empty cell"};
    if (cell.length == 0)
        raise_fault(L, function, path, &fault);
    lua_pushlstring(L, cell.text, cell.length);
    if (cell.quoted) {
        luaL_gsub(L, lua_tostring(L, -1), "\"\"", "\"");
        lua_replace(L, -2);
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, names) != LUA_TNIL)
        bind_fail(L, function, "%s:%I:%I: expected another name, got '%s' again", path,
                  (LUAI_UACINT)cell.line, (LUAI_UACINT)cell.column, lua_tostring(L, -2));
    lua_pop(L, 1);
}

/* Sets the table at `columns` to name -> zero vec, the list at `names` to the names, and data to
 * the memory of the vecs. */
static void make_columns(lua_State *L, int columns, int names, const csv *table,
                         const char *function, const char *path, double **data)
{
    csv_reader reader = table->names;
    for (size_t j = 0; j < table->columns; j++) {
        if (table->format.header == CSV_NO_NAMES)
            lua_pushfstring(L, "c%I", (LUAI_UACINT)(j + 1));
        else
            push_name(L, columns, function, path, &reader);
        lua_pushvalue(L, -1);
        lua_rawseti(L, names, (lua_Integer)j + 1);
        data[j] = bind_push_vec(L, table->rows)->data;
        lua_rawset(L, columns);
    }
}

/* Shortens the vecs to the rows that were kept. */
static void set_lengths(lua_State *L, int columns, size_t rows)
{
    for (lua_pushnil(L); lua_next(L, columns); lua_pop(L, 1))
        bind_test_vec(L, -1)->n = rows;
}

/* read(text, path, function, options) -> name -> vec, list of names; errors name path and function.
 */
static int read_text(lua_State *L)
{
    enum { TEXT = 1, PATH, FUNCTION, TABLE, COLUMNS, NAMES };
    size_t n, rows;
    const char *text = luaL_checklstring(L, TEXT, &n);
    const char *path = luaL_checkstring(L, PATH), *function = luaL_checkstring(L, FUNCTION);
    csv table;
    csv_fault fault;
    lua_settop(L, TABLE);
    csv_format format = read_format(L, TABLE, function);
    if (!csv_open(&table, text, n, format, &fault))
        raise_fault(L, function, path, &fault);
    lua_newtable(L);
    lua_newtable(L);
    double **data = lua_newuserdatauv(L, table.columns * sizeof *data, 0);
    make_columns(L, COLUMNS, NAMES, &table, function, path, data);
    if (!csv_numbers(&table, data, &rows, &fault))
        raise_fault(L, function, path, &fault);
    set_lengths(L, COLUMNS, rows);
    lua_settop(L, NAMES);
    return 2;
}

static const luaL_Reg functions[] = {
    {"read", read_text},
    {"text", write_text},
    {NULL, NULL},
};

int bind_open_csv(lua_State *L)
{
    luaL_newlib(L, functions);
    lua_newtable(L);
    bind_set_params(L, "read", options, OPTIONS);
    lua_setfield(L, -2, "params");
    return 1;
}
