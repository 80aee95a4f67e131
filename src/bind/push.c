/* The memory of vec and mat, whose Lua methods are in value/vec.c and value/mat.c, and blocks for
 * the engine. */
#include "bind/bind.h"
#include "bind/size.h"
#include "engine/machine/arena.h"
#include "engine/machine/memory.h"

#include <string.h>

/* The system is asked only about sizes that it may not have. */
static void check_size(lua_State *L, double bytes)
{
    const double large = 1 << 24;
    if (bytes > large)
        bind_check_size(L, NULL, bytes, 0);
}

bind_vec *bind_push_vec(lua_State *L, size_t n)
{
    check_size(L, (double)n * sizeof(double));
    bind_vec *v = lua_newuserdatauv(L, sizeof *v + n * sizeof(double), 1);
    *v = (bind_vec){n, (double *)(v + 1)};
    memory_clear(v->data, n * sizeof(double));
    luaL_setmetatable(L, "debias.vec");
    return v;
}

void bind_copy(lua_State *L, const char *function, double *to, const double *from, size_t n)
{
    if (!memory_copy(to, from, n * sizeof *to, bind_interrupt_of(L, (double)n)))
        bind_look(L, function);
}

void bind_push_copy(lua_State *L, const char *function, size_t n, const double *from)
{
    bind_copy(L, function, bind_push_vec(L, n)->data, from, n);
}

void bind_push_numbers(lua_State *L, size_t n, const double *x)
{
    memcpy(bind_push_vec(L, n)->data, x, n * sizeof *x);
}

bind_vec *bind_push_view(lua_State *L, int owner, double *data, size_t n)
{
    owner = lua_absindex(L, owner);
    bind_vec *v = lua_newuserdatauv(L, sizeof *v, 1);
    *v = (bind_vec){n, data};
    luaL_setmetatable(L, "debias.vec");
    lua_pushvalue(L, owner);
    lua_setiuservalue(L, -2, 1);
    return v;
}

bind_mat *bind_push_mat(lua_State *L, size_t rows, size_t cols)
{
    check_size(L, (double)rows * (double)cols * sizeof(double));
    bind_mat *m = lua_newuserdatauv(L, sizeof *m + rows * cols * sizeof(double), 0);
    *m = (bind_mat){rows, cols, (double *)(m + 1)};
    memory_clear(m->data, rows * cols * sizeof(double));
    luaL_setmetatable(L, "debias.mat");
    return m;
}

void *bind_push_block(lua_State *L, size_t bytes)
{
    check_size(L, (double)bytes);
    void *block = lua_newuserdatauv(L, bytes + ARENA_ALIGN, 2);
    memory_clear(block, bytes + ARENA_ALIGN);
    return arena_align(block);
}
