/* Ranks: processes that run the same program side by side, each with its own memory, as MPI starts
 * them. All make the same calls in the same order, so that they agree on what is to be computed
 * without a master; parallel_deal (parallel.h) deals the work of a call to them and gathers what it
 * came to. A program that is not one of several has one rank, and nothing here does anything.
 *
 * At every meeting all ranks say what they were asked. Where the requests differ, nothing that
 * follows could be right: all ranks end, rank 0 with a message that shows two of them. */
#pragma once

#include "engine/machine/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a request's and of an error's text, with its end. */
enum { RANKS_TEXT = 480, RANKS_ERROR = 4096 };

/* What joins them: filled in by the part that is loaded (src/mpi/part.c). All but take,
 * send, receive and abort are called by all ranks together: all, pieces, spread and differ by those
 * of the present team, which is all ranks where divide has made no others. */
typedef struct ranks_part {
    size_t rank, size, local;      /* local: how many of them are on this rank's machine */
    size_t team_rank, team_size;   /* in the present team */
    void (*divide)(size_t number); /* ranks of one number become a team, in their order */
    void (*unite)(void);           /* all are one team again */
    void (*all)(const void *mine, size_t n, void *of_all); /* of_all: n bytes of each, in order */
    /* of_all: sizes[r] bytes of each rank r, in order */
    void (*pieces)(const void *mine, const size_t *sizes, void *of_all);
    void (*spread)(void *data, size_t n); /* the first one's n bytes to all */
    void (*begin)(void);                  /* numbers start at 0 */
    size_t (*take)(void);                 /* the next number, each to one rank */
    void (*send)(const void *data, size_t n);
    void *(*receive)(bool wait, size_t *n);
    void (*finish)(void); /* all that was sent has been received */
    void (*end)(void);
    /* Ends the job where one rank cannot go on alone. */
    void (*abort)(const char *why);
    /* Says on the first rank that requests differ, and ends all ranks. */
    void (*differ)(const char *first, const char *doing, size_t rank, const char *other,
                   const char *other_doing);
} ranks_part;

/* Joins the ranks; called once, before there is any work. Returns false where there is no memory.
 */
bool ranks_join(const ranks_part *part);

/* The last meeting; ranks that get there on different ways are told. */
void ranks_leave(void);

/* How many ranks share the present work, and which of them this one is: those of its team, or 1 and
 * 0 within work that was dealt, which each rank makes on its own. */
size_t ranks_size(void);
size_t ranks_rank(void);

/* Whether the ranks are divided into teams. */
bool ranks_are_divided(void);

/* Whether there are other ranks, also within work that was dealt. */
bool ranks_are_joined(void);

/* How many ranks there are, also within work that was dealt; *local: on this machine. */
size_t ranks_all(size_t *local);

/* The processors that each rank may take: as many for all, of those that it may use and that the
 * others on its machine leave. 0 where there are no other ranks. */
size_t ranks_processors(void);

/* Whether this rank has the terminal: rank 0, also within work that was dealt. */
bool ranks_speaks(void);

/* From here to ranks_unite the ranks that give the same number, from 0 on, are a team: they share
 * work and meet as if there were no others. A team of one makes work that was dealt. */
void ranks_divide(size_t number);
void ranks_unite(void);

/* What a rank does from ranks_alone(true) to ranks_alone(false) is work that was dealt: a function
 * of the user's in it, too, has nobody to meet. */
void ranks_alone(bool alone);

/* Work in n pieces of unequal size, which each rank takes one by one, when it is free: all begin
 * together, take numbers from 0 on until these reach n, say to rank 0 what each piece came to, and
 * end together. What a rank does from ranks_begin to ranks_end is work that was dealt. */
void ranks_begin(size_t n);
size_t ranks_take(void);

/* A message to rank 0, whose bytes are copied: of no bytes when this rank takes no more. */
void ranks_send(const void *data, size_t n);

/* The next message at rank 0, to be freed, with its length; NULL where none has come and `wait` is
 * false. */
void *ranks_receive(bool wait, size_t *n);

/* An interrupt of one rank is one of all. */
void ranks_end(status s);

/* What is asked from now on: `where` names the call and its place, and may go on with its options,
 * of which `digest` is one. All that was asked before counts, too. */
void ranks_ask(const char *where, uint64_t digest);

/* Goes on with a digest by n bytes. */
uint64_t ranks_digest(uint64_t digest, const void *bytes, size_t n);

/* All ranks say how a piece of work, of a kind and a size, ended for them. Returns the worst: the
 * first failure, else an interrupt, else the greatest status. */
status ranks_meet(const char *kind, uint64_t size, status s);

/* The bytes of all ranks, one after the other: sizes[r] of rank r. */
typedef struct ranks_pieces {
    unsigned char *bytes; /* to be freed */
    const size_t *sizes;  /* valid until the next meeting */
} ranks_pieces;

/* A meeting at which every rank gives n bytes of `mine`, a block of ranks_room(n) bytes, which is
 * freed, and gets those of all. */
status ranks_gather(const char *kind, uint64_t size, status s, unsigned char *mine, size_t n,
                    ranks_pieces *all);

/* Ends the job, where this rank cannot go on. */
void ranks_give_up(const char *why);

/* A block of at least n bytes. Where there is no memory for it the job ends, since the other ranks
 * would wait for this one. */
void *ranks_room(size_t n);

/* A signal that asks to stop comes to one rank sooner than to another: dealt work ends by it at
 * once, but what all do together goes on until a meeting at which all learn of it. `stop` is called
 * with its number where it is to be heeded, `go_on` where not yet; both are safe in a handler. */
void ranks_heed(void (*stop)(int number), void (*go_on)(void));

/* It has come; safe in a handler. */
void ranks_signal(int number);

/* The error of a function of the user's that fails on this rank; and, after a meeting at which one
 * failed, the first of all. */
void ranks_say_failure(const char *text);
const char *ranks_failure(void);

/* Its text says where it came, as far as that is to be said, for all ranks; whether it does. */
void ranks_place_failure(void);
bool ranks_failure_is_placed(void);

/* Where in dealt work this rank would fail, as a number that grows in the order of one process:
 * what is said last before a meeting counts, and the rank with the lowest has the first failure. */
void ranks_fail_at(uint64_t at);

/* What rank 0 has in data becomes what all have; kind says what it is. */
void ranks_agree(const char *kind, void *data, size_t n);

/* clock_seconds() of rank 0, for all, whose clocks show it from then on. */
double ranks_seconds(void);
