/* chunks FOLDER FILE..: compiles Lua files to FOLDER/FILE, under the names that messages give them,
 * and with their lines and names, so that an error says the same as one in the text. */
#include <lauxlib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole file, ended by a NUL; NULL when it cannot be read. */
static char *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        return NULL;
    *size = (size_t)ftell(in);
    char *text = calloc(*size + 1, 1);
    rewind(in);
    bool whole = text && fread(text, 1, *size, in) == *size;
    fclose(in);
    return whole ? text : NULL;
}

static int append(lua_State *L, const void *bytes, size_t size, void *out)
{
    (void)L;
    return fwrite(bytes, 1, size, out) != size;
}

/* Writes the function on top of the stack. */
static bool write_chunk(lua_State *L, const char *path)
{
    FILE *out = fopen(path, "wb");
    return out && lua_dump(L, append, out, 0) == 0 && fclose(out) == 0;
}

static bool compile(lua_State *L, const char *folder, const char *path)
{
    size_t size;
    char *text = read_file(path, &size);
    const char *name = lua_pushfstring(L, "=[debias]/%s", path);
    const char *to = lua_pushfstring(L, "%s/%s", folder, path);
    bool done = text && luaL_loadbufferx(L, text, size, name, "t") == LUA_OK && write_chunk(L, to);
    if (!done)
        fprintf(stderr, "chunks: %s: %s\n", path, text ? lua_tostring(L, -1) : "cannot be read");
    free(text);
    lua_settop(L, 0);
    return done;
}

int main(int argc, char **argv)
{
    lua_State *L = luaL_newstate();
    bool done = L != NULL;
    for (int i = 2; i < argc && done; i++)
        done = compile(L, argv[1], argv[i]);
    if (L)
        lua_close(L);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
