/* core.file: where files are, writing whole files, making, reading and locking folders. */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/system/place.h"
#include "engine/machine/file.h"
#include "engine/machine/ranks.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a function returns for the reason: true for NULL, else nil and the reason. */
static int outcome(lua_State *L, const char *why)
{
    if (why)
        return bind_unknown(L, why);
    lua_pushboolean(L, 1);
    return 1;
}

/* The file that is about to be read is what rank 0 has made of it. */
static void meet(void)
{
    ranks_meet("a file that is read", 0, STATUS_OK);
}

/* place(path) -> the name under which to read the file, or nil and why it may not be. */
static int place(lua_State *L)
{
    meet();
    char real[PATH_MAX];
    const char *why, *name = place_of(luaL_checkstring(L, 1), PLACE_READ, real, &why);
    if (!name)
        return outcome(L, why);
    lua_pushstring(L, name);
    return 1;
}

/* load(path) -> the bytes of a large file, which go through fewer hands than a string's (bind_text
 * reads both); nil for any other file. */
static int load(lua_State *L)
{
    const long long large = 1 << 20;
    meet();
    char real[PATH_MAX];
    const char *why, *name = place_of(luaL_checkstring(L, 1), PLACE_READ, real, &why);
    long long size = name ? file_size(name) : -1;
    if (size < large)
        return 0;
    bind_bytes *b = bind_new_bytes(L, (size_t)size);
    int error = file_read(name, b->data, &b->n, bind_interrupt(L));
    bind_look(L, NULL);
    return error == 0;
}

/* write(path, text or bytes) -> true, or nil and the reason. A signal breaks off what takes long,
 * but not what it has asked to save. */
static int write_file(lua_State *L)
{
    const size_t much = (size_t)1 << 26;
    size_t n;
    const char *path = luaL_checkstring(L, 1), *text = bind_text(L, 2, &n);
    bool whole = n < much || *bind_interrupt(L);
    return outcome(L, place_write(path, text, n, whole ? NULL : bind_interrupt(L)));
}

/* other(path) -> what is there, "a folder" or the like; nil for a regular file, and for nothing. */
static int other(lua_State *L)
{
    struct stat file;
    if (stat(luaL_checkstring(L, 1), &file) != 0 || S_ISREG(file.st_mode))
        return 0;
    lua_pushstring(L, S_ISDIR(file.st_mode)    ? "a folder"
                      : S_ISFIFO(file.st_mode) ? "a pipe"
                      : S_ISSOCK(file.st_mode) ? "a socket"
                                               : "a device");
    return 1;
}

/* identity(path) -> a text that is the same for all paths and links to one file, and another one
 * for what was written to it when; nil where there is none to be read. */
static int identity(lua_State *L)
{
    struct stat file;
    char real[PATH_MAX];
    const char *why, *name = place_of(luaL_checkstring(L, 1), PLACE_READ, real, &why);
    if (!name || stat(name, &file) != 0)
        return 0;
    lua_pushfstring(L, "%I:%I", (LUAI_UACINT)file.st_dev, (LUAI_UACINT)file.st_ino);
    lua_pushfstring(L, "%I.%I", (LUAI_UACINT)file.st_mtim.tv_sec,
                    (LUAI_UACINT)file.st_mtim.tv_nsec);
    return 2;
}

/* folder(path) -> true when it is there or has been made, or nil and the reason. */
static int folder(lua_State *L)
{
    struct stat what;
    char real[PATH_MAX];
    const char *why, *path = place_of(luaL_checkstring(L, 1), PLACE_FOLDER, real, &why);
    if (!path)
        return outcome(L, why);
    int error = mkdir(path, 0777) == 0 ? 0 : errno;
    if (error == EEXIST)
        error = stat(path, &what) == 0 && S_ISDIR(what.st_mode) ? 0 : ENOTDIR;
    return outcome(L, error ? strerror(error) : NULL);
}

/* list(folder) -> the names in it, those of folders with a slash at the end; empty where it cannot
 * be read. */
static int list(lua_State *L)
{
    char real[PATH_MAX];
    const char *why, *path = place_of(luaL_checkstring(L, 1), PLACE_FOLDER, real, &why);
    DIR *folder = path ? opendir(path) : NULL;
    struct stat what;
    lua_newtable(L);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        bool is_folder =
            fstatat(dirfd(folder), entry->d_name, &what, 0) == 0 && S_ISDIR(what.st_mode);
        lua_pushfstring(L, "%s%s", entry->d_name, is_folder ? "/" : "");
        lua_rawseti(L, 2, luaL_len(L, 2) + 1);
    }
    if (folder)
        closedir(folder);
    return 1;
}

/* scratch() -> a new folder in TMPDIR or /tmp that only the user can read, or nil and the reason.
 */
static int scratch(lua_State *L)
{
    char path[PATH_MAX];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/debias-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!mkdtemp(path))
        return outcome(L, strerror(errno));
    lua_pushstring(L, path);
    return 1;
}

static int unlock(lua_State *L)
{
    int *fd = lua_touserdata(L, 1);
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
    return 0;
}

/* lock(folder) -> what holds its lock until it is closed; nil where it cannot be opened. */
static int lock(lua_State *L)
{
    char real[PATH_MAX];
    const char *why, *path = place_of(luaL_checkstring(L, 1), PLACE_FOLDER, real, &why);
    int *fd = lua_newuserdatauv(L, sizeof *fd, 0);
    *fd = -1;
    luaL_setmetatable(L, "debias.lock");
    *fd = path ? file_lock(path) : -1;
    return *fd >= 0;
}

/* Of bytes. */
static int to_string(lua_State *L)
{
    size_t n;
    const char *text = bind_text(L, 1, &n);
    lua_pushlstring(L, text, n);
    return 1;
}

static const luaL_Reg functions[] = {
    {"place", place}, {"load", load}, {"write", write_file},  {"folder", folder},
    {"other", other}, {"list", list}, {"identity", identity}, {"scratch", scratch},
    {"lock", lock},   {NULL, NULL},
};

int bind_open_file(lua_State *L)
{
    static const luaL_Reg of_lock[] = {{"__gc", unlock}, {"__close", unlock}, {NULL, NULL}};
    luaL_newmetatable(L, "debias.bytes");
    lua_pushcfunction(L, to_string);
    lua_setfield(L, -2, "__tostring");
    luaL_newmetatable(L, "debias.lock");
    luaL_setfuncs(L, of_lock, 0);
    lua_pop(L, 2);
    luaL_newlib(L, functions);
    return 1;
}
