/* core.workers: copies of this process that share out work and send what they have made.
 *
 * A worker is a fork without exec: it has all values that its parent has, and what it does to them
 * reaches nobody. It touches no terminal: its input is empty, what it prints is kept until it is
 * asked for. It ends when its work does, when its parent's handle is closed, and with its parent;
 * nothing that a normal exit does happens then. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/system/printed.h"
#include "engine/machine/parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char handle_type[] = "workers";

typedef struct worker {
    pid_t pid;
    int in;      /* what it sends; -1 once it has ended */
    bool unread; /* the system failed to read it: what it made is not known */
} worker;

/* In memory that all share: how many pieces of work have been taken, and which one each worker took
 * last, from 1 on. */
typedef struct shared {
    atomic_size_t taken, last[PARALLEL_MOST];
} shared;

typedef struct workers {
    shared *shared;
    size_t n;
    worker list[PARALLEL_MOST];
} workers;

/* The worker's side ------------------------------------------------------------------------------
 */

static bool put(int fd, const void *data, size_t n)
{
    for (const char *at = data; n > 0;) {
        ssize_t done = write(fd, at, n);
        if (done < 0 && errno != EINTR)
            return false;
        at += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* take() -> the number of the next piece of work, from 1 on. */
static int take(lua_State *L)
{
    shared *s = lua_touserdata(L, lua_upvalueindex(1));
    size_t number = atomic_fetch_add(&s->taken, 1) + 1;
    atomic_store(&s->last[lua_tointeger(L, lua_upvalueindex(2))], number);
    lua_pushinteger(L, (lua_Integer)number);
    return 1;
}

/* send(text): to the parent; ends the worker where nobody listens. */
static int send_text(lua_State *L)
{
    size_t n;
    int out = (int)lua_tointeger(L, lua_upvalueindex(1));
    const char *text = luaL_checklstring(L, 1, &n);
    if (!put(out, &n, sizeof n) || !put(out, text, n))
        _exit(EXIT_FAILURE);
    return 0;
}

/* Nothing, or a file that keeps it, takes the place of the terminal. */
static void redirect(void)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere < 0 || dup2(nowhere, STDIN_FILENO) < 0 || !printed_keep())
        _exit(EXIT_FAILURE); /* others, or the parent, make what it would have made */
    close(nowhere);
}

static void end_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

/* Calls the function at index 2 with take, send and printed. */
static _Noreturn void work(lua_State *L, const workers *w, int out)
{
    for (size_t i = 0; i < w->n; i++)
        close(w->list[i].in); /* those of others: they end once their parent does not listen */
    redirect();
    bind_settings.threads = 1;
    bind_settings.still = true;
    lua_pushvalue(L, 2);
    lua_pushlightuserdata(L, w->shared);
    lua_pushinteger(L, (lua_Integer)w->n);
    lua_pushcclosure(L, take, 2);
    lua_pushinteger(L, out);
    lua_pushcclosure(L, send_text, 1);
    lua_pushcfunction(L, printed_push);
    _exit(lua_pcall(L, 3, 0, 0) == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* The parent's side ------------------------------------------------------------------------------
 */

/* A limit on processor time or memory holds for each process: workers would go around it. */
static bool is_limited(void)
{
    struct rlimit seconds, bytes;
    return getrlimit(RLIMIT_CPU, &seconds) != 0 || seconds.rlim_cur != RLIM_INFINITY ||
           getrlimit(RLIMIT_DATA, &bytes) != 0 || bytes.rlim_cur != RLIM_INFINITY;
}

/* Adds a worker; returns false where the system has none. No signal's handler runs in a worker. */
static bool add(lua_State *L, workers *w)
{
    int ends[2];
    sigset_t all, before;
    pid_t parent = getpid(), pid;
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    pid = fork();
    if (pid == 0) {
        end_with(parent);
        bind_reset_signals();
        close(ends[0]);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (pid == 0)
        work(L, w, ends[1]);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    w->list[w->n++] = (worker){.pid = pid, .in = ends[0]};
    return true;
}

/* start(n, f) -> a handle to be closed, and how many workers of at most n there are: none where
 * limits, the system or a host allow none. Each calls f(take, send, printed). */
static int start(lua_State *L)
{
    size_t most = (size_t)luaL_checkinteger(L, 1);
    lua_settop(L, 2);
    workers *w = lua_newuserdatauv(L, sizeof *w, 0);
    *w = (workers){.shared = NULL};
    luaL_setmetatable(L, handle_type);
    void *memory =
        mmap(NULL, sizeof *w->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        w->shared = memory; /* of zeros */
        fflush(NULL); /* a worker's copy of what is still to be written would be written, too */
        while (bind_reset_signals && !is_limited() && w->n < most && w->n < PARALLEL_MOST &&
               add(L, w))
            continue;
    }
    lua_pushinteger(L, (lua_Integer)w->n);
    return 2;
}

/* Reads n bytes; returns false where the worker has ended before, or the system fails. */
static bool get(worker *one, void *data, size_t n)
{
    for (char *at = data; n > 0;) {
        ssize_t done = read(one->in, at, n);
        one->unread = done < 0 && errno != EINTR;
        if (done == 0 || one->unread)
            return false;
        at += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* Waits for the end of a worker, which comes at once where nobody can read it; returns how it
 * ended, as wait has it. */
static int reap(worker *one)
{
    int how = 0;
    if (one->unread)
        kill(one->pid, SIGKILL);
    close(one->in);
    one->in = -1;
    while (waitpid(one->pid, &how, 0) < 0 && errno == EINTR)
        continue;
    return how;
}

/* Pushes worker i's end: the work that it took last, false, and in words what ended it. */
static int push_end(lua_State *L, workers *w, size_t i)
{
    int how = reap(&w->list[i]);
    lua_pushinteger(L, (lua_Integer)atomic_load(&w->shared->last[i]));
    lua_pushboolean(L, 0);
    if (w->list[i].unread ||
        (WIFSIGNALED(how) && (WTERMSIG(how) == SIGINT || WTERMSIG(how) == SIGTERM)))
        lua_pushliteral(L, "asked");
    else if (WIFSIGNALED(how))
        lua_pushfstring(L, "signal %d", WTERMSIG(how));
    else
        lua_pushfstring(L, "exit code %d", WEXITSTATUS(how));
    return 3;
}

static int push_message(lua_State *L, workers *w, size_t i)
{
    size_t n;
    luaL_Buffer b;
    if (!get(&w->list[i], &n, sizeof n))
        return push_end(L, w, i);
    lua_pushinteger(L, (lua_Integer)atomic_load(&w->shared->last[i]));
    if (!get(&w->list[i], luaL_buffinitsize(L, &b, n), n))
        return push_end(L, w, i);
    luaL_pushresultsize(&b, n);
    return 2;
}

/* receive(handle, seconds) -> what a worker took last and a text that it sent; or false and how it
 * ended: "asked" where a signal asked it to, or it was ended because the system failed to read what
 * it sent. Nothing where none has sent anything in that time, none is left, or a signal came. */
static int receive(lua_State *L)
{
    workers *w = luaL_checkudata(L, 1, handle_type);
    struct pollfd place[PARALLEL_MOST];
    size_t of[PARALLEL_MOST], n = 0;
    for (size_t i = 0; i < w->n; i++) {
        if (w->list[i].in < 0)
            continue;
        of[n] = i;
        place[n++] = (struct pollfd){.fd = w->list[i].in, .events = POLLIN};
    }
    if (n == 0 || poll(place, (nfds_t)n, (int)(1000 * luaL_checknumber(L, 2))) <= 0)
        return 0;
    for (size_t k = 0; k < n; k++)
        if (place[k].revents)
            return push_message(L, w, of[k]);
    return 0;
}

/* Ends the workers that are left. */
static int stop(lua_State *L)
{
    workers *w = luaL_checkudata(L, 1, handle_type);
    for (size_t i = 0; i < w->n; i++)
        if (w->list[i].in >= 0)
            kill(w->list[i].pid, SIGKILL);
    for (size_t i = 0; i < w->n; i++)
        if (w->list[i].in >= 0)
            reap(&w->list[i]);
    if (w->shared)
        munmap(w->shared, sizeof *w->shared);
    *w = (workers){.shared = NULL};
    return 0;
}

/* state(userdata) -> its own memory as a text, which differs where it has changed. */
static int state(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TUSERDATA);
    lua_pushlstring(L, lua_touserdata(L, 1), lua_rawlen(L, 1));
    return 1;
}

static const luaL_Reg functions[] = {
    {"start", start}, {"receive", receive}, {"state", state}, {NULL, NULL}};

int bind_open_workers(lua_State *L)
{
    static const luaL_Reg meta[] = {{"__close", stop}, {"__gc", stop}, {NULL, NULL}};
    luaL_newmetatable(L, handle_type);
    luaL_setfuncs(L, meta, 0);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
