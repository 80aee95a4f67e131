/* core.ranks: work that ranks take one by one (engine/machine/ranks.h). */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/system/printed.h"
#include "bind/system/ranks.h"
#include "engine/machine/ranks.h"

#include <stdlib.h>
#include <string.h>

/* rank() -> which one of those this is, from 0 on */
static int rank(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)ranks_rank());
    return 1;
}

void bind_same_text(lua_State *L)
{
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    if (ranks_size() == 1)
        return;
    ranks_agree("a text's length", &n, sizeof n);
    char *shared = ranks_room(n);
    memcpy(shared, text, ranks_rank() == 0 ? n : 0);
    ranks_agree("a text", shared, n);
    lua_pop(L, 1);
    lua_pushlstring(L, shared, n);
    free(shared);
}

/* size() -> how many ranks share the present work */
static int size(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)ranks_size());
    return 1;
}

/* all() -> how many ranks there are, also within work that was dealt, and how many on this machine
 */
static int all(lua_State *L)
{
    size_t local, n = ranks_all(&local);
    lua_pushinteger(L, (lua_Integer)n);
    lua_pushinteger(L, (lua_Integer)local);
    return 2;
}

/* ask(function, words, text): what all ranks are to be asked from now on: its options, in words,
 * which may leave some out, and all of them in a text. */
static int ask(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 3, &n);
    bind_push_position(L);
    ranks_ask(lua_pushfstring(L, "%s%s%s", lua_tostring(L, -1), luaL_checkstring(L, 1),
                              luaL_checkstring(L, 2)),
              ranks_digest(1, text, n));
    return 0;
}

/* begin(n): n pieces of work are to be taken; returns whether this rank gathers them. */
static int begin(lua_State *L)
{
    bool gathers = ranks_rank() == 0;
    ranks_begin((size_t)luaL_checkinteger(L, 1));
    lua_pushboolean(L, gathers);
    return 1;
}

/* take() -> the number of the next piece of work, from 1 on. */
static int take(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)ranks_take() + 1);
    return 1;
}

/* send(text): to the rank that gathers; nothing: this rank takes no more. */
static int send_text(lua_State *L)
{
    size_t n = 0;
    const char *text = luaL_optlstring(L, 1, NULL, &n);
    ranks_send(text, n);
    return 0;
}

/* receive(wait) -> a text that was sent; false for a rank that takes no more; nil where none has
 * come. */
static int receive(lua_State *L)
{
    size_t n;
    char *text = ranks_receive(lua_toboolean(L, 1), &n);
    if (!text)
        return 0;
    if (n > 0)
        lua_pushlstring(L, text, n); /* ends the program where there is no memory, as it must */
    else
        lua_pushboolean(L, 0);
    free(text);
    return 1;
}

/* finish(): the work has been done. */
static int finish(lua_State *L)
{
    ranks_end(*bind_interrupt(L) ? STATUS_INTERRUPTED : STATUS_OK);
    return 0;
}

/* divide(n): the ranks become teams of the numbers that they give, from 0 on. */
static int divide(lua_State *L)
{
    ranks_divide((size_t)luaL_checkinteger(L, 1));
    return 0;
}

static int unite(lua_State *L)
{
    (void)L;
    ranks_unite();
    return 0;
}

/* is_divided() -> whether there are teams. */
static int is_divided(lua_State *L)
{
    lua_pushboolean(L, ranks_are_divided());
    return 1;
}

/* exchange(text) -> a list of the texts of all ranks. */
static int exchange(lua_State *L)
{
    size_t n, ranks = ranks_size();
    const char *text = luaL_checklstring(L, 1, &n);
    status s = *bind_interrupt(L) ? STATUS_INTERRUPTED : STATUS_OK;
    ranks_pieces all;
    unsigned char *mine = ranks_room(n);
    memcpy(mine, text, n);
    ranks_gather("texts", ranks, s, mine, n, &all);
    lua_createtable(L, (int)ranks, 0);
    const unsigned char *at = all.bytes;
    for (size_t r = 0; r < ranks; at += all.sizes[r++]) {
        lua_pushlstring(L, (const char *)at, all.sizes[r]);
        lua_rawseti(L, -2, (lua_Integer)r + 1);
    }
    free(all.bytes);
    return 1;
}

/* same(text) -> rank 0's text. */
static int same(lua_State *L)
{
    luaL_checkstring(L, 1);
    lua_settop(L, 1);
    bind_same_text(L);
    return 1;
}

/* keep(): what is printed from now on is kept, for printed() -> the output, the errors and, where
 * it cannot be read, why; what follows is printed again. */
static int keep(lua_State *L)
{
    lua_pushboolean(L, printed_keep());
    return 1;
}

static int printed(lua_State *L)
{
    int n = printed_push(L);
    printed_show();
    return n;
}

static const luaL_Reg functions[] = {
    {"rank", rank},         {"size", size},       {"all", all},
    {"ask", ask},           {"begin", begin},     {"take", take},
    {"send", send_text},    {"receive", receive}, {"finish", finish},
    {"same", same},         {"keep", keep},       {"printed", printed},
    {"divide", divide},     {"unite", unite},     {"is_divided", is_divided},
    {"exchange", exchange}, {NULL, NULL}};

int bind_open_ranks(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
