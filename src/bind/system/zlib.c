/* core.zlib: checksums, and deflated bytes. The library is loaded when it is first needed. */
#include <zlib.h>

#include "bind/bind.h"
#include "bind/modules.h"

#include <dlfcn.h>

static const char library[] = "libz.so.1";

static struct {
    __typeof__(crc32) *checksum;
    __typeof__(inflateInit2_) *begin;
    __typeof__(inflate) *inflate;
    __typeof__(inflateEnd) *end;
} calls;

/* A function's address as dlsym gives it is copied: C has no cast from one to the other. */
static void find(lua_State *L, void *handle, const char *name, void *function)
{
    void *address = dlsym(handle, name);
    if (!address)
        bind_fail(L, NULL, "expected %s with %s (Debian's zlib1g), got none", library, name);
    memcpy(function, &address, sizeof address);
}

static void load(lua_State *L)
{
    void *handle = calls.end ? NULL : dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (calls.end)
        return;
    if (!handle)
        bind_fail(L, NULL, "the library for NumPy's files (Debian's zlib1g) cannot be loaded: %s",
                  dlerror());
    find(L, handle, "crc32", &calls.checksum);
    find(L, handle, "inflateInit2_", &calls.begin);
    find(L, handle, "inflate", &calls.inflate);
    find(L, handle, "inflateEnd", &calls.end);
}

/* checksum(bytes) -> their CRC-32. */
static int checksum(lua_State *L)
{
    size_t n;
    const unsigned char *bytes = (const unsigned char *)luaL_checklstring(L, 1, &n);
    load(L);
    uLong sum = 0;
    const size_t most = 1u << 24;
    for (size_t done = 0; done < n;) {
        uInt part = (uInt)(n - done < most ? n - done : most);
        bind_look_after(L, (double)n, NULL);
        sum = calls.checksum(sum, bytes + done, part);
        done += part;
    }
    lua_pushinteger(L, (lua_Integer)sum);
    return 1;
}

/* inflate(bytes, n) -> the n bytes, below 4 GiB, that were deflated to these; nil where they are
 * not. */
static int inflate_bytes(lua_State *L)
{
    size_t size, n = (size_t)luaL_checkinteger(L, 2);
    const char *bytes = luaL_checklstring(L, 1, &size);
    luaL_Buffer out;
    load(L);
    z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)size};
    z.next_out = (Bytef *)luaL_buffinitsize(L, &out, n);
    z.avail_out = (uInt)n;
    if (calls.begin(&z, -MAX_WBITS, ZLIB_VERSION, (int)sizeof z) != Z_OK)
        bind_fail(L, NULL, "expected memory to inflate bytes, got none");
    int outcome = calls.inflate(&z, Z_FINISH);
    calls.end(&z);
    luaL_pushresultsize(&out, n - z.avail_out);
    return outcome == Z_STREAM_END && z.avail_out == 0;
}

static const luaL_Reg functions[] = {
    {"checksum", checksum}, {"inflate", inflate_bytes}, {NULL, NULL}};

int bind_open_zlib(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
