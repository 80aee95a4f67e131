/* Requests are compared by a digest of 64 bits; their texts are exchanged only where these differ.
 */
#include "ranks_own.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a rank says at a meeting: what it was asked, how its work ended, where it failed, and how
 * many bytes it came to. */
typedef struct word {
    uint64_t digest, bytes, place;
    int64_t status, signal;
} word;

/* What was asked. */
typedef struct asked {
    char text[RANKS_TEXT];
    bool with_options; /* says its options, which a part of it does not repeat */
    uint64_t digest;
} asked;

typedef struct failed {
    char text[RANKS_ERROR];
    bool placed;
} failed;

static const ranks_part *part;
static word *words;   /* of all ranks at the last meeting, */
static size_t *sizes; /* and their bytes */
static asked request = {.text = "the beginning"},
             common; /* of all ranks before they were divided */
static failed failure;
static _Atomic uint64_t failed_at; /* of threads that fail side by side any one */

bool ranks_open_meetings(const ranks_part *joined)
{
    part = joined;
    words = calloc(joined->size, sizeof *words);
    sizes = calloc(joined->size, sizeof *sizes);
    return words && sizes;
}

void ranks_keep_request(void)
{
    common = request;
}

void ranks_restore_request(void)
{
    request = common;
}

void ranks_ask(const char *where, uint64_t digest)
{
    if (ranks_size() == 1)
        return;
    size_t n = strlen(where);
    bool says_more =
        request.with_options && strncmp(request.text, where, n) == 0 && request.text[n] == '{';
    if (!says_more)
        snprintf(request.text, sizeof request.text, "%s", where);
    request.with_options = !says_more && strchr(where, '{') != NULL;
    request.digest = ranks_digest(request.digest ^ digest, where, n);
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
    memcpy(here.request, request.text, sizeof request.text);
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
    failed said = failure, *all = ranks_room(part->team_size * sizeof said);
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

/* A signal that has come to any of them is one of all. */
static void learn_signals(void)
{
    for (size_t r = 0; r < part->team_size; r++)
        if (words[r].signal)
            ranks_learn((int)words[r].signal);
}

static status conclude(void)
{
    size_t first = first_failed();
    int64_t worst = first < part->team_size ? words[first].status : STATUS_OK;
    if (first < part->team_size)
        share_failure(first);
    for (size_t r = 0; r < part->team_size && worst >= 0; r++)
        worst = words[r].status > worst ? words[r].status : worst;
    return (status)worst;
}

/* All ranks say what they have come to; returns the worst status. */
static status meet(const char *kind, uint64_t size, status s, size_t bytes)
{
    word here = {request.digest, bytes, atomic_exchange(&failed_at, 0), s, ranks_raised()};
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

void ranks_meet_last(void)
{
    request.digest = 0;
    snprintf(request.text, sizeof request.text, "its end%s%.440s",
             *failure.text ? ", after the error: " : "", failure.text);
    meet("the end", 0, STATUS_OK, 0);
}
