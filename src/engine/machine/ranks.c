/* Requests are compared by a digest of 64 bits; their texts are exchanged only where these differ.
 */
#include "ranks.h"

#include "clock.h"
#include "processors.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a rank says at a meeting: what it was asked, how its work ended, where it failed, and how
 * many bytes it came to. */
typedef struct word {
    uint64_t digest, bytes, place;
    int64_t status, signal;
} word;

static const ranks_part *part;
static word *words;       /* of all ranks at the last meeting, */
static size_t *sizes;     /* and their bytes */
static atomic_int within; /* pieces of dealt work that this rank is in */
static atomic_int raised; /* the signal that has come to this rank, */
static atomic_int known;  /* and to all */
static size_t processors;
static void (*stop_at)(int number), (*go_on)(void);
static char request[RANKS_TEXT] = "the beginning";
static struct failure {
    char text[RANKS_ERROR];
    bool placed;
} failure;
static bool with_options; /* the request says its options, which a part of it does not repeat */
static uint64_t request_digest;
static _Atomic uint64_t failed_at; /* of threads that fail side by side any one */
static bool divided;
static char common_request[RANKS_TEXT]; /* of all ranks, before they were divided */
static uint64_t common_digest;

/* The processors that mpirun lets this rank use, of which there may be as many as the machine has,
 * shared with the other ranks there. */
static size_t own_processors(size_t local)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    size_t share = (n > 0 ? (size_t)n : 1) / local, allowed = processors_allowed();
    share = allowed > 0 && allowed < share ? allowed : share;
    return share > 0 ? share : 1;
}

/* How work is dealt depends on the number of threads, which is that of the rank that has the
 * fewest. */
bool ranks_join(const ranks_part *joined)
{
    size_t mine = own_processors(joined->local), *of_all = malloc(joined->size * sizeof mine);
    words = calloc(joined->size, sizeof *words);
    sizes = calloc(joined->size, sizeof *sizes);
    if (!of_all || !words || !sizes)
        return false;
    joined->all(&mine, sizeof mine, of_all);
    processors = mine;
    for (size_t r = 0; r < joined->size; r++)
        processors = of_all[r] < processors ? of_all[r] : processors;
    free(of_all);
    part = joined;
    return true;
}

size_t ranks_size(void)
{
    return part && !within ? part->team_size : 1;
}

size_t ranks_rank(void)
{
    return part && !within ? part->team_rank : 0;
}

size_t ranks_all(size_t *local)
{
    *local = part ? part->local : 1;
    return part ? part->size : 1;
}

size_t ranks_processors(void)
{
    return processors;
}

bool ranks_are_divided(void)
{
    return divided;
}

bool ranks_are_joined(void)
{
    return part != NULL;
}

bool ranks_speaks(void)
{
    return !part || part->rank == 0;
}

void ranks_heed(void (*stop)(int number), void (*on)(void))
{
    stop_at = stop;
    go_on = on;
}

void ranks_signal(int number)
{
    raised = number;
    if (within || known)
        stop_at(number);
}

void ranks_alone(bool alone)
{
    within = within + (alone ? 1 : -1);
    if (raised && !known && alone)
        stop_at(raised);
    if (raised && !known && !within)
        go_on();
}

/* A signal that has come to any of them is one of all. */
static void learn_signals(void)
{
    for (size_t r = 0; r < part->team_size && !known; r++) {
        if (!words[r].signal)
            continue;
        known = true;
        raised = (int)words[r].signal;
        stop_at(raised);
    }
}

void ranks_divide(size_t number)
{
    ranks_meet("teams", 0, STATUS_OK);
    memcpy(common_request, request, sizeof request);
    common_digest = request_digest;
    divided = true;
    part->divide(number);
    if (part->team_size == 1)
        ranks_alone(true);
}

void ranks_unite(void)
{
    if (part->team_size == 1)
        ranks_alone(false);
    part->unite();
    divided = false;
    memcpy(request, common_request, sizeof request);
    request_digest = common_digest;
}

void ranks_begin(size_t n)
{
    ranks_meet("points", n, STATUS_OK);
    part->begin();
    ranks_alone(true);
}

size_t ranks_take(void)
{
    return part->take();
}

void ranks_send(const void *data, size_t n)
{
    part->send(data, n);
}

void *ranks_receive(bool wait, size_t *n)
{
    return part->receive(wait, n);
}

void ranks_end(status s)
{
    ranks_alone(false);
    part->finish();
    ranks_meet("the end of points", 0, s);
}

void ranks_ask(const char *where, uint64_t digest)
{
    if (ranks_size() == 1)
        return;
    size_t n = strlen(where);
    bool says_more = with_options && strncmp(request, where, n) == 0 && request[n] == '{';
    if (!says_more)
        snprintf(request, sizeof request, "%s", where);
    with_options = !says_more && strchr(where, '{') != NULL;
    request_digest = ranks_digest(request_digest ^ digest, where, n);
}

/* FNV-1a. */
uint64_t ranks_digest(uint64_t digest, const void *bytes, size_t n)
{
    for (const unsigned char *at = bytes; n > 0; n--)
        digest = (digest ^ *at++) * 0x100000001b3u;
    return digest;
}

/* Where a rank is, and what it does there. */
typedef struct place {
    char request[RANKS_TEXT], doing[64];
} place;

/* What they do is said where they do it at the same place. */
static void compare(const char *kind, uint64_t size)
{
    place here;
    size_t other = 0;
    while (other < part->team_size && words[other].digest == words[0].digest)
        other++;
    if (other == part->team_size)
        return;
    place *all = ranks_room(part->team_size * sizeof here);
    memcpy(here.request, request, sizeof request);
    snprintf(here.doing, sizeof here.doing, ", %s (%ju)", kind, (uintmax_t)size);
    part->all(&here, sizeof here, all);
    bool same = strcmp(all[0].request, all[other].request) == 0;
    bool alike = same && strcmp(all[0].doing, all[other].doing) == 0;
    const char *there = alike ? " with other options" : all[other].doing;
    part->differ(all[0].request, same && !alike ? all[0].doing : "", other, all[other].request,
                 same ? there : "");
}

/* The rank that failed first says why. */
static void share_failure(size_t rank)
{
    struct failure said = failure, *all = ranks_room(part->team_size * sizeof said);
    part->all(&said, sizeof said, all);
    failure = all[rank];
    free(all);
}

/* The rank that failed at the lowest place, of several the lowest rank; team_size for none. */
static size_t first_failed(void)
{
    size_t first = part->team_size;
    for (size_t r = 0; r < part->team_size; r++)
        if (words[r].status < 0 &&
            (first == part->team_size || words[r].place < words[first].place))
            first = r;
    return first;
}

static status conclude(void)
{
    size_t failed = first_failed();
    int64_t worst = failed < part->team_size ? words[failed].status : STATUS_OK;
    if (failed < part->team_size)
        share_failure(failed);
    for (size_t r = 0; r < part->team_size && worst >= 0; r++)
        worst = words[r].status > worst ? words[r].status : worst;
    return (status)worst;
}

/* All ranks say what they have come to; returns the worst status. */
static status meet(const char *kind, uint64_t size, status s, size_t bytes)
{
    word here = {request_digest, bytes, atomic_exchange(&failed_at, 0), s, raised};
    here.digest = ranks_digest(here.digest, kind, strlen(kind));
    here.digest = ranks_digest(here.digest, &size, sizeof size);
    part->all(&here, sizeof here, words);
    compare(kind, size);
    learn_signals();
    return conclude();
}

status ranks_meet(const char *kind, uint64_t size, status s)
{
    return ranks_size() > 1 ? meet(kind, size, s, 0) : s;
}

void ranks_give_up(const char *why)
{
    part->abort(why);
}

void *ranks_room(size_t n)
{
    void *block = malloc(n + 1);
    if (!block)
        part->abort("not enough memory for what the ranks exchange");
    return block;
}

status ranks_gather(const char *kind, uint64_t size, status s, unsigned char *mine, size_t n,
                    ranks_pieces *all)
{
    size_t total = 0;
    s = meet(kind, size, s, n);
    for (size_t r = 0; r < part->team_size; r++)
        total += sizes[r] = (size_t)words[r].bytes;
    *all = (ranks_pieces){ranks_room(total), sizes};
    part->pieces(mine, sizes, all->bytes);
    free(mine);
    return s;
}

void ranks_fail_at(uint64_t at)
{
    failed_at = at;
}

void ranks_say_failure(const char *text)
{
    if (part)
        snprintf(failure.text, sizeof failure.text, "%s", text);
    failure.placed = false;
}

const char *ranks_failure(void)
{
    return failure.text;
}

void ranks_place_failure(void)
{
    failure.placed = true;
}

bool ranks_failure_is_placed(void)
{
    return failure.placed;
}

void ranks_agree(const char *kind, void *data, size_t n)
{
    if (ranks_size() == 1)
        return;
    ranks_meet(kind, n, STATUS_OK);
    part->spread(data, n);
}

double ranks_seconds(void)
{
    double now = clock_seconds();
    ranks_agree("the time", &now, sizeof now);
    if (ranks_rank() > 0)
        clock_set(now);
    return now;
}

void ranks_leave(void)
{
    if (!part)
        return;
    if (within || divided)
        part->abort("it ended within work that was dealt to it");
    request_digest = 0;
    snprintf(request, sizeof request, "its end%s%.440s", *failure.text ? ", after the error: " : "",
             failure.text);
    meet("the end", 0, STATUS_OK, 0);
    part->end();
    part = NULL;
}
