/* The handler only sets flags and a hook; what it means is decided at the next safe place. */
#include "repl/interrupt.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "bind/bind.h"
#include "bind/callback.h"
#include "bind/delivery.h"
#include "engine/machine/ranks.h"
#include "terminal/output.h"

enum { GRACE_MS = 45, LAST_SECONDS = 2 };

static lua_State *volatile running;
static atomic_int interrupted; /* the session's bind_interrupt */
static atomic_int arrived, insist, patient;
static delivery way;          /* of what the library returns */
static bool broken;           /* a function that an engine call calls was broken off */
static char out_of_time[64];  /* the words for SIGXCPU */
static struct timespec since; /* the first event of the hook; zeros: none yet */

/* The time is that of this thread on its processor, from the first event on: a busy machine and
 * calls that wait do not count, and an engine call may have taken some to return. */
static bool is_late(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    if (since.tv_sec == 0 && since.tv_nsec == 0)
        since = now;
    return (now.tv_sec - since.tv_sec) * 1000 + (now.tv_nsec - since.tv_nsec) / 1000000 > GRACE_MS;
}

/* Whether the event belongs to what is to return what it has: an engine call with the functions
 * that it calls, the library around it, or the user's line that takes it. */
static bool finishes(lua_State *L, lua_Debug *ar)
{
    if (insist)
        return !bind_callbacks && !delivery_reaches_user(L, ar);
    if (!bind_callbacks)
        return delivery_goes_on(&way, L, ar);
    delivery_rest(L);
    return true;
}

/* Whether what is broken off was a function that the library calls and that has failed for it, not
 * for the user's code. */
static bool is_caught(lua_State *L, lua_Debug *ar)
{
    if (!insist || bind_callbacks || ar->event != LUA_HOOKCOUNT)
        return false;
    lua_getinfo(L, "S", ar);
    return bind_is_library(ar);
}

static void begin_anew(void)
{
    insist = broken = false;
    way = (delivery){0};
    since = (struct timespec){0};
}

static void break_code(lua_State *L)
{
    broken = broken || bind_callbacks;
    if (insist) /* the stack is no longer deep, as it may be at first: to set a hook visits all of
                   it */
        delivery_watch(L, lua_gethook(L));
    insist = 1;
    bind_fail(L, NULL, "%s", interrupt_message());
}

static void stop(lua_State *L, lua_Debug *ar)
{
    if (bind_saving) {
        since = (struct timespec){0}; /* the time to return begins after it */
        delivery_rest(L);
        return;
    }
    if (!interrupted) { /* a coroutine that slept since an interrupt now over */
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    if ((broken && !bind_callbacks) || is_caught(L, ar))
        begin_anew(); /* the library around it has its own time to return */
    if (!finishes(L, ar) || is_late())
        break_code(L);
}

/* A hook that is there already goes on counting: a coroutine may be resumed again and again. The
 * functions called are safe in a signal handler. */
static void arm(lua_State *L)
{
    if (L && (lua_gethook(L) != stop || (insist && lua_gethookcount(L) > 1)))
        delivery_watch(L, stop);
}

static struct termios found; /* the terminal's modes when the program began, */
static bool has_terminal;    /* where it had one */

void interrupt_restore_terminal(void)
{
    if (has_terminal)
        tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

/* Ends the program from within the handler. */
static _Noreturn void leave_now(void)
{
    interrupt_restore_terminal();
    if (arrived == SIGXCPU) {
        ssize_t n = write(STDERR_FILENO, "debias: ", 8);
        n = n < 0 ? n : write(STDERR_FILENO, out_of_time, strlen(out_of_time));
        (void)(n < 0 ? n : write(STDERR_FILENO, "\n", 1));
    }
    _exit(128 + (arrived ? arrived : SIGTERM));
}

void interrupt_leave(void)
{
    output_flush();
    if (arrived)
        leave_now();
}

static void break_off(int number)
{
    arrived = number;
    interrupted = 1;
    arm(running);
}

/* Takes it back, for the time being. */
static void go_on(void)
{
    arrived = interrupted = 0;
    *bind_broken_off = '\0';
    begin_anew();
}

/* What must end ends: a script at the second signal, and all within two seconds of a SIGTERM,
 * SIGHUP or SIGXCPU, even inside a long call of Lua's C library. Ranks may get several for one. */
static void heed(int number)
{
    bool joined = ranks_are_joined(), again = arrived && (arrived != SIGINT || !patient);
    if (number == SIGALRM || (again && !joined))
        leave_now();
    if (number != SIGINT || joined)
        alarm(LAST_SECONDS);
    if (joined)
        ranks_signal(number);
    else
        break_off(number);
}

static void on_signal(int number)
{
    int broken_off = errno; /* what the signal breaks off may be about to look at it */
    heed(number);
    errno = broken_off;
}

int interrupt_signal(void)
{
    return arrived;
}

const char *interrupt_message(void)
{
    static char text[sizeof bind_broken_off + 16];
    snprintf(text, sizeof text, "interrupted%s%s", *bind_broken_off ? ", " : "", bind_broken_off);
    return arrived == SIGXCPU ? out_of_time : text;
}

/* The system sends a SIGXCPU every second from then on, and a SIGKILL at last. */
void interrupt_limit(double seconds)
{
    enum { GRACE_SECONDS = 3 };
    struct rlimit limit = {(rlim_t)seconds, (rlim_t)seconds + GRACE_SECONDS};
    snprintf(out_of_time, sizeof out_of_time, "out of processor time (the limit is --seconds %.0f)",
             seconds);
    setrlimit(RLIMIT_CPU, &limit);
}

lua_State *interrupt_watch(lua_State *L)
{
    lua_State *before = running;
    running = L;
    if (interrupted)
        arm(L);
    return before;
}

lua_State *interrupt_watched(void)
{
    return running;
}

void interrupt_clear(lua_State *L)
{
    sigset_t before;
    interrupt_block(&before);
    if (arrived == SIGINT) {
        go_on();
        clearerr(stdout); /* a write that the signal broke off is not a failure of the output */
        lua_sethook(L, NULL, 0, 0);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGALRM};
enum { SIGNALS = sizeof signals / sizeof *signals };

void interrupt_block(sigset_t *before)
{
    sigset_t ours;
    sigemptyset(&ours);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&ours, signals[i]);
    sigprocmask(SIG_BLOCK, &ours, before);
}

static void on_asked(int number)
{
    (void)number;
    break_off(SIGINT);
}

/* Unlike SIG_IGN, not inherited by the programs that are called. */
static void disregard(int number)
{
    (void)number;
}

/* What asks the program to end ends a copy of its process at once, unless it is ignored: a lasting
 * one waits for its parent's word. */
static void reset_signals(bool lasting)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGPIPE};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction now, waits = {.sa_handler = disregard, .sa_flags = SA_RESTART};
        if (sigaction(ends[i], NULL, &now) != 0 || now.sa_handler == SIG_IGN)
            continue;
        if (lasting && now.sa_handler == on_signal && ends[i] != SIGALRM)
            sigaction(ends[i], &waits, NULL);
        else
            signal(ends[i], SIG_DFL);
    }
    struct sigaction asked = {.sa_handler = on_asked};
    if (lasting)
        sigaction(BIND_ASKED, &asked, NULL);
    interrupted = 0;
}

/* Whether co can be resumed or closed: while the stock functions then run it, they raise nothing.
 */
static bool at_rest(lua_State *co)
{
    lua_Debug frame;
    return lua_status(co) != LUA_OK || !lua_getstack(co, 0, &frame);
}

/* Runs a stock coroutine function, whose first argument is a coroutine, with that one watched. */
static int watched(lua_State *L, lua_CFunction stock)
{
    lua_State *co = lua_tothread(L, 1);
    if (!co || !at_rest(co))
        return stock(L);
    interrupt_watch(co);
    int results = stock(L);
    interrupt_watch(L);
    return results;
}

/* coroutine.resume and coroutine.close; upvalue 1: the stock function. */
static int forward(lua_State *L)
{
    return watched(L, lua_tocfunction(L, lua_upvalueindex(1)));
}

/* Raises the error on the top of the stack as the functions of coroutine.wrap do: a coroutine that
 * failed is closed, a text says where it was called. */
static int raise_error(lua_State *L, lua_State *co)
{
    if (lua_status(co) > LUA_YIELD) {
        interrupt_watch(co);
        lua_resetthread(co);
        interrupt_watch(L);
        lua_xmove(co, L, 1);
    }
    if (lua_type(L, -1) == LUA_TSTRING && !interrupted) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* What coroutine.wrap returns; upvalues: the coroutine, the stock coroutine.resume. */
static int call_wrapped(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    int results = watched(L, lua_tocfunction(L, lua_upvalueindex(2)));
    if (lua_toboolean(L, -results))
        return results - 1;
    return raise_error(L, lua_tothread(L, lua_upvalueindex(1)));
}

/* coroutine.wrap; upvalues: the stock coroutine.create and resume. */
static int wrap(lua_State *L)
{
    lua_tocfunction(L, lua_upvalueindex(1))(L);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushcclosure(L, call_wrapped, 2);
    return 1;
}

/* Message handler; upvalue 1: the user's. */
static int explain(lua_State *L)
{
    if (interrupted)
        return 1; /* no hook is called inside the handler of a hook's error: it might never end */
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* xpcall; upvalue 1: the stock function. */
static int guarded_xpcall(lua_State *L)
{
    if (lua_isfunction(L, 2)) {
        lua_pushvalue(L, 2);
        lua_pushcclosure(L, explain, 1);
        lua_replace(L, 2);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Puts f, with the field itself as its upvalue, in the place of the field of the table on the top
 * of the stack. */
static void replace(lua_State *L, const char *field, lua_CFunction f)
{
    lua_getfield(L, -1, field);
    lua_pushcclosure(L, f, 1);
    lua_setfield(L, -2, field);
}

static void replace_functions(lua_State *L)
{
    lua_pushglobaltable(L);
    replace(L, "xpcall", guarded_xpcall);
    lua_getfield(L, -1, "coroutine");
    lua_getfield(L, -1, "create");
    lua_getfield(L, -2, "resume");
    lua_pushcclosure(L, wrap, 2);
    lua_setfield(L, -2, "wrap");
    replace(L, "resume", forward);
    replace(L, "close", forward);
    lua_pop(L, 2);
}

void interrupt_open(lua_State *L, bool session)
{
    patient = session;
    bind_set_interrupt(L, &interrupted);
    has_terminal = session && tcgetattr(STDIN_FILENO, &found) == 0;
    bind_reset_signals = reset_signals;
    ranks_heed(break_off, go_on);
    replace_functions(L);
    signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the program quietly */
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = on_signal}, before;
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], NULL, &before);
        if (signals[i] == SIGINT || before.sa_handler != SIG_IGN) /* nohup keeps its meaning */
            sigaction(signals[i], &action, NULL);
    }
}
