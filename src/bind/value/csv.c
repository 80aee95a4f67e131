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
        luaL_addlstring(out, text, number_shortest(text, x));
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
        bind_look_at(L, (size_t)i, "csv.write");
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

enum { SEP, DEC, THOUSANDS, NA, HEADER, SKIP, COMMENT, ONLY, OPTIONS };

static const param options[OPTIONS] = {
    [SEP] = {"sep", PARAM_STRING, .flags = PARAM_OPTIONAL,
             .meaning =
                 "separator between cells, \" \" for any run of blanks; else it is found out"},
    [DEC] = {"dec", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .choices = ".|,",
             .meaning = "the decimal point; else it is found out"},
    [THOUSANDS] = {"thousands", PARAM_CHOICE, .flags = PARAM_OPTIONAL, .choices = ",|.| |'",
                   .meaning =
                       "what stands before each three digits of large numbers, as in 1,234,567; "
                       "else such a cell is no number"},
    [NA] = {"na", PARAM_CHOICE, .choices = "error|drop",
            .meaning = "at a missing number (an empty cell, NA, N/A, #N/A, <NA>, NaN, null, None, "
                       ". or -): raise, or leave out its row"},
    [HEADER] =
        {"header", PARAM_BOOLEAN, .flags = PARAM_OPTIONAL,
         .meaning =
             "true: the first line holds names, even if they are numbers; false: it is data"},
    [SKIP] = {"skip", PARAM_INTEGER, .low = 0, .high = 1e9,
              .meaning = "how many lines at the top are passed over"},
    [COMMENT] = {"comment", PARAM_STRING, .flags = PARAM_OPTIONAL,
                 .meaning = "lines above the table that begin with this character, as \"#\", are "
                            "passed over"},
    [ONLY] = {"columns", PARAM_TABLE, .flags = PARAM_OPTIONAL,
              .meaning = "list of the names of the columns to read, in this order; else all"},
};

/* A file that is being read. */
typedef struct reading {
    csv table;
    const char *path, *function; /* user values, as is the text */
    csv_column columns[];
} reading;

/* The one character that an option names, none of those barred; 0 where it is not given. */
static char read_character(lua_State *L, const char *function, int option, const arg *a,
                           const char *barred)
{
    if (!a->given)
        return 0;
    if (strlen(a->string) != 1 || strchr(barred, *a->string))
        bind_fail(L, function, "option '%s': expected one character, got '%s'",
                  options[option].name, a->string);
    return *a->string;
}

/* How numbers are written: where a thousands mark is a point or a comma, the decimal point is the
 * other one. */
static csv_marks read_marks(lua_State *L, const char *function, const arg *a)
{
    csv_marks m = {0};
    if (a[THOUSANDS].given)
        m.thousands = ",. '"[(int)a[THOUSANDS].number];
    if (a[DEC].given)
        m.dec = a[DEC].number == 0 ? '.' : ',';
    else if (m.thousands == ',' || m.thousands == '.')
        m.dec = m.thousands == ',' ? '.' : ',';
    if (m.dec && m.dec == m.thousands)
        bind_fail(L, function,
                  "option 'thousands': expected another character than the decimal point");
    return m;
}

static csv_format read_format(lua_State *L, int index, const char *function)
{
    arg a[OPTIONS];
    bind_options(L, index, function, options, OPTIONS, a);
    csv_format f = {.drop = a[NA].number == 1, .skip = (size_t)a[SKIP].number};
    f.marks = read_marks(L, function, a);
    f.sep = read_character(L, function, SEP, &a[SEP], "\"\r\n");
    if (f.sep && !csv_may_separate(f.sep))
        bind_fail(L, function, "option 'sep': expected " CSV_SEPARATOR ", got '%c'", f.sep);
    f.comment = read_character(L, function, COMMENT, &a[COMMENT], "\"\r\n \t");
    if (f.sep == ' ' && f.marks.thousands == ' ')
        bind_fail(L, function, "option 'thousands': expected another character than sep");
    if (f.sep && f.sep == f.marks.dec)
        bind_fail(L, function, "option 'sep': expected another character than the decimal point");
    if (a[HEADER].given)
        f.header = a[HEADER].number != 0 ? CSV_NAMES : CSV_NO_NAMES;
    lua_pop(L, 1);
    return f;
}

/* Pushes "PATH:LINE:COLUMN", with what of it is known. */
static const char *push_place(lua_State *L, const char *path, const csv_fault *fault)
{
    if (fault->line == 0)
        return lua_pushstring(L, path);
    if (fault->column == 0)
        return lua_pushfstring(L, "%s:%I", path, (LUAI_UACINT)fault->line);
    return lua_pushfstring(L, "%s:%I:%I", path, (LUAI_UACINT)fault->line,
                           (LUAI_UACINT)fault->column);
}

static _Noreturn void raise_fault(lua_State *L, const char *function, const char *path,
                                  const csv_fault *fault)
{
    bind_fail(L, function, "%s: %s", push_place(L, path, fault), fault->why);
}

static void push_cell(lua_State *L, const csv *t, const csv_cell *cell)
{
    lua_pushlstring(L, cell->text, cell->length);
    if (cell->quoted && memchr(cell->text, '"', cell->length)) {
        luaL_gsub(L, lua_tostring(L, -1), t->format.sep == ' ' ? "\\\"" : "\"\"", "\"");
        lua_replace(L, -2);
    }
}

/* Pushes the names of all columns, "" for one that has none. */
static void push_names(lua_State *L, const csv *t)
{
    csv_reader names = t->names;
    csv_cell cell;
    csv_fault fault;
    lua_createtable(L, (int)t->columns, 0);
    for (size_t j = 0; j < t->columns; j++) {
        bool is_named = j >= t->unnamed && j - t->unnamed < t->named;
        if (t->format.header == CSV_NO_NAMES)
            lua_pushfstring(L, "c%I", (LUAI_UACINT)(j + 1));
        else if (is_named && csv_next(&names, &cell, &fault))
            push_cell(L, t, &cell);
        else
            lua_pushliteral(L, "");
        lua_rawseti(L, -2, (lua_Integer)j + 1);
    }
}

static void set_character(lua_State *L, const char *name, char c)
{
    lua_pushlstring(L, &c, 1);
    lua_setfield(L, -2, name);
}

/* open(text or bytes, path, function, options) -> a reading; the names of all columns, "" for none;
 * {sep=, dec=, line = that of the names, above = how many lines there are above the data}. Errors
 * name path and function. */
static int open_text(lua_State *L)
{
    enum { TEXT = 1, PATH, FUNCTION, TABLE };
    size_t n;
    const char *text = bind_text(L, TEXT, &n);
    const char *path = luaL_checkstring(L, PATH), *function = luaL_checkstring(L, FUNCTION);
    csv table;
    csv_fault fault;
    csv_format format = read_format(L, TABLE, function);
    if (!csv_open(&table, text, n, format, &fault))
        raise_fault(L, function, path, &fault);
    size_t size = table.columns * sizeof(csv_column);
    reading *r = lua_newuserdatauv(L, sizeof *r + size, FUNCTION);
    *r = (reading){table, path, function};
    memset(r->columns, 0, size);
    for (int i = TEXT; i <= FUNCTION; i++) {
        lua_pushvalue(L, i);
        lua_setiuservalue(L, -2, i);
    }
    push_names(L, &table);
    lua_createtable(L, 0, 4);
    set_character(L, "sep", table.format.sep);
    set_character(L, "dec", table.format.marks.dec);
    bind_set_integer(L, "line", (lua_Integer)table.names.line);
    bind_set_integer(L, "above", (lua_Integer)table.data.line - 1);
    return 3;
}

/* The stack of take. PLACE: of each column that is read, in the file; LIST: for each column of the
 * file, the index in VALUES of its list of text, or 0. */
enum { READING = 1, PLACES, INDEX, PLACE, LIST, VALUES, FAULTS };

/* A block of n whole numbers 0. */
static size_t *push_counts(lua_State *L, size_t n)
{
    size_t *block = lua_newuserdatauv(L, (n + 1) * sizeof *block, 0);
    memset(block, 0, (n + 1) * sizeof *block);
    return block;
}

static void push_vecs(lua_State *L, reading *r, size_t n, size_t *place)
{
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, PLACES, (lua_Integer)i + 1);
        place[i] = (size_t)lua_tointeger(L, -1) - 1;
        lua_pop(L, 1);
        r->columns[place[i]].numbers = bind_push_vec(L, r->table.most)->data;
        lua_rawseti(L, VALUES, (lua_Integer)i + 1);
    }
}

/* Pushes why the column of text is none of numbers. */
static void push_fault(lua_State *L, const reading *r, const csv_column *c)
{
    csv_fault fault;
    csv_fail_number(&fault, &c->text, r->table.format.marks, r->table.format.sep);
    lua_pushfstring(L, "%s: %s", push_place(L, r->path, &fault), fault.why);
    lua_remove(L, -2);
}

/* Sets value i (from 0) to what the column is after all: a vec of so many rows, an empty list, or
 * false for an index without any cell; whether it is a list. */
static bool settle(lua_State *L, const csv_column *c, size_t i, size_t rows)
{
    lua_Integer at = (lua_Integer)i + 1;
    if (csv_holds_numbers(c)) {
        lua_rawgeti(L, VALUES, at);
        bind_test_vec(L, -1)->n = rows;
        lua_pop(L, 1);
        return false;
    }
    if (c->numbers)
        lua_createtable(L, (int)rows, 0);
    else
        lua_pushboolean(L, 0);
    lua_rawseti(L, VALUES, at);
    return c->numbers;
}

/* Reads the text once more for the lists. */
static void fill_lists(lua_State *L, const reading *r, const size_t *list, size_t rows)
{
    csv_reader reader = r->table.data;
    csv_cell cell;
    csv_fault fault;
    bool kept = true;
    for (size_t row = 0; row < rows && csv_next(&reader, &cell, &fault);) {
        size_t j = cell.column - 1;
        if (csv_is_empty_line(&r->table, &cell))
            continue;
        if (list[j]) {
            lua_rawgeti(L, VALUES, (lua_Integer)list[j]);
            push_cell(L, &r->table, &cell);
            lua_rawseti(L, -2, (lua_Integer)row + 1);
            lua_pop(L, 1);
        }
        kept = kept && !(csv_holds_numbers(&r->columns[j]) && csv_is_missing(&cell));
        row += cell.ends_line && kept;
        kept = kept || cell.ends_line;
    }
}

/* Sets the values, and pushes FAULTS. */
static void settle_all(lua_State *L, const reading *r, size_t n, const size_t *place, size_t *list,
                       size_t rows)
{
    bool any = false;
    lua_newtable(L);
    for (size_t i = 0; i < n; i++) {
        const csv_column *c = &r->columns[place[i]];
        if (!settle(L, c, i, rows))
            continue;
        any = true;
        list[place[i]] = i + 1;
        push_fault(L, r, c);
        lua_rawseti(L, FAULTS, (c->some_number ? -1 : 1) * ((lua_Integer)i + 1));
    }
    if (any)
        fill_lists(L, r, list, rows);
}

/* Pushes place -> whether any cell of a column that is not read holds something. */
static void push_filled(lua_State *L, const reading *r)
{
    lua_newtable(L);
    for (size_t j = 0; j < r->table.columns; j++) {
        lua_pushboolean(L, r->columns[j].filled);
        lua_rawseti(L, -2, (lua_Integer)j + 1);
    }
}

/* take(reading, places, index) -> list of the columns at these places of the file: vecs, lists of
 * text, or false for the first where it is an index without any cell; i -> why column i is text, -i
 * where some of its cells are numbers; how many rows were kept, and how many there are; place ->
 * whether a column that is not read has any cell that is not empty. */
static int take(lua_State *L)
{
    reading *r = lua_touserdata(L, READING);
    csv *t = &r->table;
    size_t n = (size_t)luaL_len(L, PLACES), rows;
    csv_fault fault;
    lua_settop(L, INDEX);
    size_t *place = push_counts(L, n), *list = push_counts(L, t->columns);
    push_vecs(L, r, n, place);
    t->interrupt = bind_interrupt(L);
    if (!csv_scan(t, r->columns, &fault))
        raise_fault(L, r->function, r->path, &fault);
    bind_look(L, r->function);
    if (lua_toboolean(L, INDEX) && t->rows > 0 && !r->columns->filled)
        r->columns->numbers = NULL;
    if (!csv_keep(t, r->columns, &rows, &fault))
        raise_fault(L, r->function, r->path, &fault);
    settle_all(L, r, n, place, list, rows);
    lua_pushinteger(L, (lua_Integer)rows);
    lua_pushinteger(L, (lua_Integer)t->rows);
    push_filled(L, r);
    lua_remove(L, LIST);
    return 5;
}

static const luaL_Reg functions[] = {
    {"open", open_text},
    {"take", take},
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
