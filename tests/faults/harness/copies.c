#define _GNU_SOURCE
#include "copies.h"

#include "crash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* limit(bytes): the process may take no more than these from the system; limit(): any number. */
static int lua_limit(lua_State *L)
{
    struct rlimit limit;
    unsigned long pages = 0;
    getrlimit(RLIMIT_DATA, &limit);
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*s %*s %*s %*s %*s %lu", &pages) != 1)
        return luaL_error(L, "cannot read /proc/self/statm");
    fclose(file);
    limit.rlim_cur = lua_isnone(L, 1)
                         ? limit.rlim_max
                         : pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)luaL_checkinteger(L, 1);
    lua_pushboolean(L, setrlimit(RLIMIT_DATA, &limit) == 0);
    return 1;
}

/* fork() -> the number of the copy of this process, which gets 0. */
static int lua_fork(lua_State *L)
{
    pid_t process = fork();
    if (process == 0)
        crash_guard();
    lua_pushinteger(L, process);
    return 1;
}

/* wait(process) -> "exit" or "signal", and which. */
static int lua_wait(lua_State *L)
{
    int how = 0;
    waitpid((pid_t)luaL_checkinteger(L, 1), &how, 0);
    lua_pushstring(L, WIFSIGNALED(how) ? "signal" : "exit");
    lua_pushinteger(L, WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how));
    return 2;
}

/* leave(code): without closing anything; leave(code, true): as a program does that returns. */
static int lua_leave(lua_State *L)
{
    int code = (int)luaL_checkinteger(L, 1);
    if (lua_toboolean(L, 2))
        exit(code);
    _exit(code);
}

/* printing(path, f) -> whether f() succeeds, and why not; standard output goes to the file. */
static int lua_printing(lua_State *L)
{
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    int out = open(luaL_checkstring(L, 1), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out < 0)
        return luaL_error(L, "%s", strerror(errno));
    dup2(out, STDOUT_FILENO);
    close(out);
    int failed = lua_pcall(L, 0, 0, 0);
    fflush(stdout);
    if (!failed && ferror(stdout)) {
        lua_pushliteral(L, "cannot write standard output");
        failed = true;
    }
    clearerr(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    lua_pushboolean(L, !failed);
    lua_insert(L, failed ? -2 : -1);
    return failed ? 2 : 1;
}

const luaL_Reg copies_functions[] = {{"fork", lua_fork},   {"wait", lua_wait},
                                     {"leave", lua_leave}, {"limit", lua_limit},
                                     {"printing", lua_printing}, {NULL, NULL}};
