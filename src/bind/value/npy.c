/* core.npy: the numbers of NumPy's arrays, as bytes; lua/npy.lua has what stands before them. */
#include "bind/bind.h"
#include "bind/modules.h"

#include <inttypes.h>
#include <stdio.h>

/* How a number is held. */
typedef struct layout {
    char kind;   /* f, i, u, or b for a truth value */
    size_t size; /* bytes: 1, 2, 4 or 8 */
    bool big;    /* the first byte counts most */
} layout;

static uint64_t read_bytes(const unsigned char *at, const layout *a)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < a->size; k++)
        bits = bits << 8 | at[a->big ? k : a->size - 1 - k];
    return bits;
}

static double read_float(uint64_t bits, size_t size)
{
    uint32_t half = (uint32_t)bits;
    float single;
    double x;
    memcpy(&single, &half, sizeof single);
    memcpy(&x, &bits, sizeof x);
    return size == 4 ? (double)single : x;
}

/* Of two's complement; false where no double is that number. */
static bool read_whole(uint64_t bits, const layout *a, double *x)
{
    uint64_t sign = (uint64_t)1 << (8 * a->size - 1);
    bool negative = a->kind == 'i' && bits & sign;
    uint64_t size = negative ? (sign << 1) - bits : bits; /* sign << 1 is 0 for 2^64 */
    double rounded = (double)size;
    *x = negative ? -rounded : rounded;
    return rounded < 0x1p64 && (uint64_t)rounded == size;
}

static bool read_number(const unsigned char *at, const layout *a, double *x)
{
    uint64_t bits = read_bytes(at, a);
    if (a->kind == 'f')
        *x = read_float(bits, a->size);
    else if (a->kind == 'b')
        *x = bits != 0;
    else
        return read_whole(bits, a, x);
    return true;
}

/* Raises for a whole number that no double is. */
static _Noreturn void refuse(lua_State *L, const char *path, const layout *a, uint64_t bits,
                             size_t i)
{
    char text[32];
    snprintf(text, sizeof text, a->kind == 'i' ? "%" PRId64 : "%" PRIu64, bits);
    bind_fail(L, luaL_checkstring(L, 8),
              "%s: expected numbers, got %s, which no double is (whole numbers are exact up to "
              "2^53), at element %I",
              path, text, (LUAI_UACINT)(i + 1));
}

/* decode(bytes, from, layout, rows, cols, by_columns, path, function) -> the rows x cols numbers
 * from byte `from` on, as a vec where cols is nil, else a mat; layout is "<f8", ">i2", ..; nil
 * where there are fewer. */
static int decode(lua_State *L)
{
    size_t n, from = (size_t)luaL_checkinteger(L, 2) - 1;
    const unsigned char *bytes = (const unsigned char *)luaL_checklstring(L, 1, &n);
    const char *form = luaL_checkstring(L, 3), *path = luaL_checkstring(L, 7);
    const char *function = luaL_checkstring(L, 8);
    layout a = {form[1], (size_t)(form[2] - '0'), form[0] == '>'};
    size_t rows = (size_t)luaL_checkinteger(L, 4), cols = (size_t)luaL_optinteger(L, 5, 1);
    bool by_columns = lua_toboolean(L, 6);
    if (cols && rows > (n - from) / a.size / cols)
        return 0;
    double *out =
        lua_isnil(L, 5) ? bind_push_vec(L, rows)->data : bind_push_mat(L, rows, cols)->data;
    for (size_t i = 0; i < rows; i++) {
        bind_look_at(L, i, function);
        for (size_t j = 0; j < cols; j++) {
            size_t k = by_columns ? j * rows + i : i * cols + j;
            const unsigned char *at = bytes + from + k * a.size;
            if (!read_number(at, &a, &out[i * cols + j]))
                refuse(L, path, &a, read_bytes(at, &a), k);
        }
    }
    return 1;
}

/* Writes the n numbers as <f8. */
static void write_numbers(lua_State *L, size_t n, const double *x, char *to)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        bind_look_at(L, i, NULL);
        memcpy(&bits, &x[i], sizeof bits);
        for (size_t k = 0; k < sizeof bits; k++)
            *to++ = (char)(bits >> 8 * k);
    }
}

/* encode(head, vec or mat) -> bytes (bind_text): the head and the numbers as <f8. */
static int encode(lua_State *L)
{
    size_t before;
    const char *head = luaL_checklstring(L, 1, &before);
    const bind_vec *v = bind_test_vec(L, 2);
    const bind_mat *m = bind_test_mat(L, 2);
    size_t n = v ? v->n : m->rows * m->cols;
    bind_bytes *out = bind_new_bytes(L, before + n * sizeof(double));
    memcpy(out->data, head, before);
    write_numbers(L, n, v ? v->data : m->data, out->data + before);
    return 1;
}

static const luaL_Reg functions[] = {{"decode", decode}, {"encode", encode}, {NULL, NULL}};

int bind_open_npy(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
