/* One meter for each Lua state: the outermost call is shown, calls within it are its parts. */
#include "bind/progress.h"

#include "bind/bind.h"
#include "bind/modules.h"
#include "bind/system/asked.h"
#include "bind/system/printed.h"
#include "engine/machine/clock.h"
#include "engine/machine/ranks.h"
#include "engine/text/number.h"
#include "terminal/display.h"
#include "terminal/output.h"
#include "terminal/wrap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 64, LINE = 256 };

void (*bind_progress_shown)(const char *line);

static const double usual_patience = 1, usual_pause = 0.2; /* seconds */

/* A part of the whole, by its shares. */
typedef struct range {
    double from, to;
} range;

enum { DEEPEST = 8 }; /* experiments within experiments */

/* What the outermost function that is under way has shown. */
struct bind_meter {
    int depth; /* calls within calls; 0: none is under way */
    double began, patience;
    double from, to;      /* the present part's shares of it all */
    int experiments;      /* under way, one within the other; */
    range whole[DEEPEST]; /* what each is of it all */
    char function[NAME], label[NAME];
    int tenth;  /* shown last */
    bool drawn; /* a line stands on the terminal */
};

/* Whether a line takes the place of the one before. */
static bool rewrites(void)
{
    return bind_progress_shown || display_is_at(STDERR_FILENO);
}

/* The state's one meter. */
static bind_meter *meter_of(lua_State *L)
{
    static const char key;
    return bind_single(L, &key, sizeof(bind_meter));
}

/* Seconds before progress is shown: those that the user's environment asks for. */
static double patience(void)
{
    const char *asked = getenv("DEBIAS_PROGRESS");
    double seconds;
    bool given = asked && number_parse(asked, strlen(asked), '.', &seconds) && seconds >= 0;
    return given ? seconds : usual_patience;
}

static void enter(bind_meter *m, const char *function)
{
    if (m->depth++ == 0) {
        *m = (bind_meter){.depth = 1, .began = clock_seconds(), .patience = patience(), .to = 1};
        snprintf(m->function, NAME, "%s", function);
    }
}

static void leave(bind_meter *m)
{
    if (--m->depth > 0 || !m->drawn)
        return;
    if (bind_progress_shown)
        bind_progress_shown("");
    else
        fputs("\r\033[K", stderr);
}

static size_t columns(void)
{
    size_t known = wrap_columns(STDERR_FILENO);
    return known && known < LINE ? known : 80;
}

/* Writes the line over the one before, or below it. */
static void show(bind_meter *m, const char *line)
{
    output_flush();
    m->drawn = rewrites();
    if (bind_progress_shown) {
        bind_progress_shown(line);
    } else if (m->drawn) {
        fprintf(stderr, "\r\033[K%.*s", (int)columns() - 1, line);
    } else {
        dprintf(printed_errors(), "debias: %s\n", line);
    }
    fflush(stderr);
}

static void put_seconds(char *out, size_t n, double s)
{
    if (s < 90)
        snprintf(out, n, "%.0f s", s);
    else if (s < 5400)
        snprintf(out, n, "%.0f min", s / 60);
    else
        snprintf(out, n, "%.1f h", s / 3600);
}

static void put_name(const bind_meter *m, char out[LINE])
{
    snprintf(out, LINE, *m->label ? "%s: %s" : "%s", m->function, m->label);
}

static void put_value(const bind_progress *b, char out[LINE], double value, double half)
{
    char x[NUMBER_TEXT], error[NUMBER_TEXT];
    number_matched(x, value, half);
    number_matched(error, half, half);
    if (!isfinite(value))
        out[0] = '\0';
    else if (half > 0)
        snprintf(out, LINE, ", %s %s +- %s", b->value, x, error);
    else
        snprintf(out, LINE, ", %s %s", b->value, x);
}

/* The standard error so far, and the one that ends it. */
static void put_goal(const bind_progress *b, char out[LINE], double half)
{
    char se[NUMBER_TEXT], goal[NUMBER_TEXT];
    number_text(se, half / 1.96, 2);
    number_text(goal, b->goal, 2);
    if (b->goal > 0 && half > 0)
        snprintf(out, LINE, ", se %s, %s asked", se, goal);
    else
        out[0] = '\0';
}

static void put_rate(const bind_progress *b, char out[LINE], double share, double seconds)
{
    char rate[NUMBER_TEXT];
    number_text(rate, share * b->units / seconds, 2);
    if (share > 0 && isfinite(b->units))
        snprintf(out, LINE, ", %s %s/s", rate, b->unit);
    else
        out[0] = '\0';
}

static _Atomic double *told; /* where a worker says how far it is; NULL: this is none */

void bind_progress_tell(lua_State *L, _Atomic double *done)
{
    bind_meter *m = meter_of(L);
    m->from = 0;
    m->to = 1;
    m->experiments = 1;
    m->whole[0] = (range){0, 1};
    told = done;
}

static void report(bind_progress *b, double share, double value, double half)
{
    bind_meter *m = b->meter;
    char name[LINE], left[NAME], rate[LINE], estimate[LINE], goal[LINE], line[5 * LINE];
    double now = clock_seconds(), elapsed = now - m->began;
    double all = m->from + share * (m->to - m->from);
    int percent = (int)(100 * all); /* reached: 59.6 % is not yet 60 */
    if (told)
        atomic_store(told, all);
    if (b->silent || !(all > 0) || elapsed < m->patience ||
        (!rewrites() && percent / 10 <= m->tenth))
        return;
    m->tenth = percent / 10;
    put_name(m, name);
    put_value(b, estimate, value, half);
    put_seconds(left, NAME, elapsed * (1 - all) / all);
    put_goal(b, goal, half);
    put_rate(b, rate, share, now - b->began);
    snprintf(line, sizeof line, "%s, %d %%%s, %s left%s%s", name, percent, rate, left, estimate,
             goal);
    show(m, line);
}

/* What the engine reports to. */
static void hear(void *context, double share, double value, double half)
{
    bind_progress *b = context;
    bind_host_heed(&b->host);
    report(b, share, value, half);
}

/* What the ranks are to agree on. */
static void ask(lua_State *L, const char *function)
{
    if (ranks_size() == 1)
        return;
    uint64_t digest = bind_digest(L);
    bind_push_position(L);
    ranks_ask(lua_pushfstring(L, "%s%s", lua_tostring(L, -1), function), digest);
    lua_pop(L, 2);
}

const progress *bind_progress_begin(lua_State *L, bind_progress *b, const char *function)
{
    b->meter = meter_of(L);
    b->function = function;
    enter(b->meter, function);
    b->listener = (progress){hear, b, fmin(usual_pause, b->meter->patience)};
    b->began = clock_seconds();
    b->silent = b->silent || bind_settings.quiet || bind_settings.still;
    bind_host_watch(L, &b->host);
    ask(L, function);
    return &b->listener;
}

void bind_progress_end(lua_State *L, bind_progress *b, status done)
{
    leave(b->meter);
    bind_host_leave(L, &b->host);
    bind_check(L, b->function, done);
}

bool bind_progress_keep(lua_State *L, bind_progress *b, status done, bool has_some)
{
    bool failed = done == STATUS_CALLBACK && has_some;
    bind_progress_end(L, b, failed ? STATUS_OK : done);
    return failed;
}

/* start(function): an experiment of several engine calls begins; returns a value to be closed. */
static int start(lua_State *L)
{
    bind_meter *m = meter_of(L);
    enter(m, luaL_checkstring(L, 1));
    if (m->experiments < DEEPEST)
        m->whole[m->experiments] = (range){m->from, m->to};
    m->experiments++;
    lua_pushvalue(L, lua_upvalueindex(1));
    return 1;
}

/* part(label, from, to): the next part begins; it covers this share of the innermost experiment.
 * The label is that of the outermost one's. */
static int part(lua_State *L)
{
    bind_meter *m = meter_of(L);
    const char *label = luaL_checkstring(L, 1);
    double from = luaL_checknumber(L, 2), to = luaL_checknumber(L, 3);
    if (m->experiments < 1 || m->experiments > DEEPEST)
        return 0;
    const range *w = &m->whole[m->experiments - 1];
    m->from = w->from + from * (w->to - w->from);
    m->to = w->from + to * (w->to - w->from);
    if (m->experiments == 1)
        snprintf(m->label, NAME, "%s", label);
    return 0;
}

/* show(): says how far it is, also where no engine call does. */
static int show_part(lua_State *L)
{
    bind_progress b = {
        .meter = meter_of(L), .units = NAN, .silent = bind_settings.quiet || bind_settings.still};
    report(&b, 0, NAN, NAN);
    return 0;
}

/* What is around the experiment goes on where it was. */
static int finish(lua_State *L)
{
    bind_meter *m = meter_of(L);
    if (--m->experiments < DEEPEST) {
        m->from = m->whole[m->experiments].from;
        m->to = m->whole[m->experiments].to;
    }
    leave(m);
    return 0;
}

/* The value to be closed is one table for all. */
int bind_open_progress(lua_State *L)
{
    lua_newtable(L);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, finish);
    lua_setfield(L, -2, "__close");
    lua_setmetatable(L, -2);
    lua_pushcclosure(L, start, 1);
    lua_setfield(L, -2, "start");
    lua_pushcfunction(L, part);
    lua_setfield(L, -2, "part");
    lua_pushcfunction(L, show_part);
    lua_setfield(L, -2, "show");
    return 1;
}
