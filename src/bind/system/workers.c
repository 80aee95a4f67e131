/* core.workers: copies of this process that share out work and send what they have made.
 *
 * A worker is a fork without exec: it has all values that its parent has, and what it does to them
 * reaches nobody. It touches no terminal: its input is empty, what it prints is kept until it is
 * asked for. It ends when its work does, when its parent's handle is closed, and with its parent;
 * nothing that a normal exit does happens then. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/progress.h"
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

/* In memory that all share: which piece of work each worker took last, from 1 on, and how far it is
 * with it, 0 to 1; and which pieces have been taken. */
typedef struct shared {
    atomic_size_t last[PARALLEL_MOST];
    _Atomic double done[PARALLEL_MOST];
    atomic_bool taken[];
} shared;

typedef struct workers {
    shared *shared;
    size_t pieces, n;
    bool lasting; /* signals from outside do not end them */
    worker list[PARALLEL_MOST];
} workers;

static size_t size_of(size_t pieces)
{
    return sizeof(shared) + (pieces + 1) * sizeof(atomic_bool);
}

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

/* claim(k) -> whether piece k of the work is this worker's: nobody else has taken it. */
static int claim(lua_State *L)
{
    workers *w = lua_touserdata(L, lua_upvalueindex(1));
    lua_Integer k = luaL_checkinteger(L, 1);
    luaL_argcheck(L, k >= 1 && (size_t)k <= w->pieces, 1, "no such piece");
    bool is_mine = !atomic_exchange(&w->shared->taken[k], true);
    if (is_mine) {
        atomic_store(&w->shared->done[w->n], 0);
        atomic_store(&w->shared->last[w->n], (size_t)k);
    }
    lua_pushboolean(L, is_mine);
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

/* Calls the function at index 1 with claim, send, printed and the worker's number, from 1 on. */
static _Noreturn void work(lua_State *L, workers *w, size_t threads, int out)
{
    for (size_t i = 0; i < w->n; i++)
        close(w->list[i].in); /* those of others: they end once their parent does not listen */
    redirect();
    bind_settings.threads = (double)threads;
    bind_settings.most_threads = w->lasting ? threads : bind_settings.most_threads;
    bind_settings.still = true;
    bind_progress_tell(L, &w->shared->done[w->n]);
    lua_pushvalue(L, 1);
    lua_pushlightuserdata(L, w);
    lua_pushcclosure(L, claim, 1);
    lua_pushinteger(L, out);
    lua_pushcclosure(L, send_text, 1);
    lua_pushcfunction(L, printed_push);
    lua_pushinteger(L, (lua_Integer)w->n + 1);
    _exit(lua_pcall(L, 4, 0, 0) == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE);
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

/* Adds a worker of so many threads; returns false where the system has none. */
static bool add(lua_State *L, workers *w, size_t threads)
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
        bind_reset_signals(w->lasting);
        close(ends[0]);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (pid == 0)
        work(L, w, threads, ends[1]);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    w->list[w->n++] = (worker){.pid = pid, .in = ends[0]};
    return true;
}

/* start(f, pieces, n, threads, lasting) -> a handle to be closed, and how many workers of at most n
 * there are: none where limits, the system or a host allow none. Each has so many threads and calls
 * f(claim, send, printed, its number). What asks a program to end ends them at once; lasting ones
 * only ask() does, and they then end what they do as Ctrl-C would. */
static int start(lua_State *L)
{
    size_t pieces = (size_t)luaL_checkinteger(L, 2), most = (size_t)luaL_checkinteger(L, 3);
    size_t threads = (size_t)luaL_checkinteger(L, 4);
    bool lasting = lua_toboolean(L, 5);
    lua_settop(L, 1);
    workers *w = lua_newuserdatauv(L, sizeof *w, 0);
    *w = (workers){.shared = NULL, .pieces = pieces, .lasting = lasting};
    luaL_setmetatable(L, handle_type);
    void *memory =
        mmap(NULL, size_of(pieces), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        w->shared = memory; /* of zeros */
        fflush(NULL); /* a worker's copy of what is still to be written would be written, too */
        while (bind_reset_signals && !is_limited() && w->n < most && w->n < PARALLEL_MOST &&
               add(L, w, threads))
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

/* ask(handle): the lasting workers are to end what they do. */
static int ask(lua_State *L)
{
    const workers *w = luaL_checkudata(L, 1, handle_type);
    for (size_t i = 0; i < w->n; i++)
        if (w->list[i].in >= 0)
            kill(w->list[i].pid, BIND_ASKED);
    return 0;
}

/* under_way(handle) -> {[piece of the work] = how far it is, 0 to 1}. */
static int under_way(lua_State *L)
{
    const workers *w = luaL_checkudata(L, 1, handle_type);
    lua_createtable(L, 0, (int)w->n);
    for (size_t i = 0; i < w->n; i++) {
        lua_pushnumber(L, atomic_load(&w->shared->done[i]));
        lua_rawseti(L, -2, (lua_Integer)atomic_load(&w->shared->last[i]));
    }
    return 1;
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
        munmap(w->shared, size_of(w->pieces));
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

static const luaL_Reg functions[] = {{"start", start},         {"receive", receive}, {"ask", ask},
                                     {"under_way", under_way}, {"state", state},     {NULL, NULL}};

int bind_open_workers(lua_State *L)
{
    static const luaL_Reg meta[] = {{"__close", stop}, {"__gc", stop}, {NULL, NULL}};
    luaL_newmetatable(L, handle_type);
    luaL_setfuncs(L, meta, 0);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
