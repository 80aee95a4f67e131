/* core.figure.document: the pages of a handout as PDF. */
#include "bind/figure/figure.h"
#include "draw/layout/layout.h"
#include "draw/out/out_cairo.h"

#include <string.h>

static document_kind read_kind(lua_State *L)
{
    static const char *const names[] = {"title",    "step",   "text",   "code",
                                        "question", "answer", "figure", NULL};
    lua_getfield(L, -1, "kind");
    document_kind kind = (document_kind)luaL_checkoption(L, -1, NULL, names);
    lua_pop(L, 1);
    return kind;
}

/* The part on the top of the stack, whose table keeps what it points to. */
static document_part read_part(lua_State *L)
{
    document_part part = {.kind = read_kind(L), .text = ""};
    if (part.kind == DOCUMENT_FIGURE) {
        lua_getfield(L, -1, "figure");
        const bind_figure *self = bind_object(L, lua_gettop(L), "figure", "figure");
        part.figure = &self->figure;
    } else {
        lua_getfield(L, -1, "text");
        part.text = luaL_checkstring(L, -1);
    }
    lua_pop(L, 1);
    return part;
}

int bind_figure_document(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t n = lua_rawlen(L, 1);
    document_part *parts = lua_newuserdatauv(L, (n + 1) * sizeof *parts, 0);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        parts[i] = read_part(L);
        lua_pop(L, 1);
    }
    bytes *out = bind_push_bytes(L);
    out_metadata data = {n ? parts[0].text : "", "", "debias " DEBIAS_VERSION, "", NULL};
    const document all = {parts, n, *bind_interrupt(L) ? NULL : bind_interrupt(L)};
    draw_error error = out_cairo_document(&all, &data, out);
    bind_check_drawn(L, "lesson:save", error);
    lua_pushlstring(L, out->data, out->n);
    bytes_free(out);
    return 1;
}
