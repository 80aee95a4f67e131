/* MPI as what joins ranks: a part of its own, which is loaded where the program was started by
 * mpirun or srun. Built by mpicc, once for each MPI that is there. */
#include "engine/machine/ranks.h"

#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 1 }; /* of messages */

static FILE *terminal; /* where every rank can speak when the job ends */
static MPI_Comm team;  /* who meets */

/* A rank that waits for others leaves the processor to them: MPI itself would not. The k-th look
 * is followed by a pause, short at first. */
static void rest(unsigned k)
{
    enum { LOOKS = 200, PAUSE = 20000, LONGEST = 1000000 }; /* nanoseconds */
    if (k < LOOKS)
        return;
    long pause = PAUSE * (long)(k / LOOKS);
    nanosleep(&(struct timespec){0, pause < LONGEST ? pause : LONGEST}, NULL);
}

static void wait_for(MPI_Request *request)
{
    int done = 0;
    for (unsigned k = 0; !done; k++) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (!done)
            rest(k);
    }
}

/* ---- Help ----
 * Over networks that reach no memory by themselves, and with MPICH everywhere, the numbers that
 * other ranks take come from rank 0 only while it calls MPI. For the time that it makes a piece of
 * its own a thread does that; one of the two at a time. A probe alone does not help MPICH. */

enum { HELP_EVERY = 500000 }; /* nanoseconds */

static pthread_mutex_t in_mpi = PTHREAD_MUTEX_INITIALIZER;
static MPI_Win window; /* rank 0's memory of the next number */
static pthread_t helper;
static atomic_bool helping;
static int may_help; /* whether MPI lets another thread call it, and needs it */

static void *help(void *unused)
{
    while (helping) {
        int there;
        pthread_mutex_lock(&in_mpi);
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        MPI_Win_flush_all(window);
        pthread_mutex_unlock(&in_mpi);
        nanosleep(&(struct timespec){0, HELP_EVERY}, NULL);
    }
    return unused;
}

/* Signals stay with the thread that computes. */
static void start_help(void)
{
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    helping = may_help;
    if (may_help && pthread_create(&helper, NULL, help, NULL) != 0)
        helping = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void stop_help(void)
{
    if (atomic_exchange(&helping, false))
        pthread_join(helper, NULL);
}

static void all(const void *mine, size_t n, void *of_all)
{
    MPI_Request r;
    stop_help();
    MPI_Iallgather(mine, (int)n, MPI_BYTE, of_all, (int)n, MPI_BYTE, team, &r);
    wait_for(&r);
}

/* Counts are ints: what is larger goes in parts. */
static void spread_from(int root, void *data, size_t n)
{
    for (char *at = data; n > 0;) {
        size_t take = n < INT_MAX ? n : INT_MAX;
        MPI_Request r;
        MPI_Ibcast(at, (int)take, MPI_BYTE, root, team, &r);
        wait_for(&r);
        at += take;
        n -= take;
    }
}

static void spread(void *data, size_t n)
{
    spread_from(0, data, n);
}

static ranks_part part = {.all = all, .spread = spread};

static void pieces_one_by_one(const void *mine, const size_t *sizes, char *of_all)
{
    for (size_t r = 0; r < part.team_size; r++) {
        if (r == part.team_rank && sizes[r])
            memcpy(of_all, mine, sizes[r]);
        spread_from((int)r, of_all, sizes[r]);
        of_all += sizes[r];
    }
}

static void pieces(const void *mine, const size_t *sizes, void *of_all)
{
    static int *counts, *starts;
    size_t total = 0;
    if (!counts)
        counts = malloc(part.size * sizeof *counts), starts = malloc(part.size * sizeof *starts);
    for (size_t r = 0; r < part.team_size; r++)
        total += sizes[r];
    if (!counts || !starts || total > INT_MAX) {
        pieces_one_by_one(mine, sizes, of_all);
        return;
    }
    total = 0;
    for (size_t r = 0; r < part.team_size; r++) {
        counts[r] = (int)sizes[r];
        starts[r] = (int)total;
        total += sizes[r];
    }
    MPI_Request r;
    MPI_Iallgatherv(mine, counts[part.team_rank], MPI_BYTE, of_all, counts, starts, MPI_BYTE, team,
                    &r);
    wait_for(&r);
}

/* ---- Pieces that ranks take one by one ---- */

typedef struct message {
    MPI_Request request;
    struct message *next;
    char data[];
} message;

static uint64_t *next_number;
static message *sent;

static void begin(void)
{
    if (window == MPI_WIN_NULL)
        MPI_Win_allocate(part.rank == 0 ? sizeof *next_number : 0, sizeof *next_number,
                         MPI_INFO_NULL, MPI_COMM_WORLD, &next_number, &window);
    MPI_Win_fence(0, window);
    if (part.rank == 0)
        *next_number = 0;
    MPI_Win_fence(0, window);
    MPI_Win_lock_all(0, window);
    if (part.rank == 0)
        start_help();
}

static size_t take(void)
{
    uint64_t one = 1, number;
    pthread_mutex_lock(&in_mpi);
    MPI_Fetch_and_op(&one, &number, MPI_UINT64_T, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    pthread_mutex_unlock(&in_mpi);
    return (size_t)number;
}

/* It is kept until it has been received. */
static void send(const void *data, size_t n)
{
    message *m = malloc(sizeof *m + n);
    if (!m || n > INT_MAX)
        part.abort("no memory for what a piece came to");
    if (n > 0)
        memcpy(m->data, data, n);
    m->next = sent;
    sent = m;
    MPI_Isend(m->data, (int)n, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, &m->request);
}

/* A message that has come, or NULL. */
static void *look(size_t *n)
{
    MPI_Message got;
    MPI_Status what;
    int there = 0, size;
    MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &got, &what);
    if (!there)
        return NULL;
    MPI_Get_count(&what, MPI_BYTE, &size);
    void *data = malloc((size_t)size + 1);
    if (!data)
        part.abort("no memory for what a piece came to");
    MPI_Mrecv(data, size, MPI_BYTE, &got, &what);
    *n = (size_t)size;
    return data;
}

static void *receive(bool wait, size_t *n)
{
    void *data = NULL;
    for (unsigned k = 0; !data && (wait || k == 0); k++) {
        pthread_mutex_lock(&in_mpi);
        data = look(n);
        pthread_mutex_unlock(&in_mpi);
        if (!data && wait)
            rest(k);
    }
    return data;
}

static void finish(void)
{
    stop_help();
    while (sent) {
        message *m = sent;
        sent = m->next;
        wait_for(&m->request);
        free(m);
    }
    MPI_Win_unlock_all(window);
}

/* ---- Teams ---- */

static void meet_in(MPI_Comm ranks)
{
    int rank, size;
    team = ranks;
    MPI_Comm_rank(team, &rank);
    MPI_Comm_size(team, &size);
    part.team_rank = (size_t)rank;
    part.team_size = (size_t)size;
}

static void divide(size_t number)
{
    MPI_Comm own;
    MPI_Comm_split(MPI_COMM_WORLD, (int)number, 0, &own);
    meet_in(own);
}

static void unite(void)
{
    MPI_Comm_free(&team);
    meet_in(MPI_COMM_WORLD);
}

/* ---- The end ---- */

static void end(void)
{
    if (window != MPI_WIN_NULL)
        MPI_Win_free(&window);
    MPI_Finalize();
}

static void give_up(const char *why)
{
    fprintf(terminal, "debias: rank %zu: %s\n", part.rank, why);
    fflush(terminal);
    helping = false;
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

/* The job ends once the first rank of a team has spoken. */
static void leave_to_first(void)
{
    if (part.team_rank == 0)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    for (;;)
        pause();
}

static void differ(const char *first, const char *doing, size_t rank, const char *other,
                   const char *other_doing)
{
    size_t start = part.rank - part.team_rank; /* a team's ranks stand in a row */
    if (part.team_rank == 0)
        fprintf(terminal,
                "debias: the ranks differ in what they do: rank %zu is at %s%s, rank %zu at %s%s\n"
                "every rank must make the same calls with the same options (help\"MPI\")\n",
                start, first, doing, start + rank, other, other_doing);
    fflush(NULL);
    if (part.team_size < part.size)
        leave_to_first();
    MPI_Finalize();
    _exit(EXIT_FAILURE);
}

static size_t count_local(void)
{
    MPI_Comm machine;
    int n;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &n);
    MPI_Comm_free(&machine);
    return (size_t)n;
}

/* Called once; returns what joins the ranks. */
const ranks_part *debias_ranks(void);
__attribute__((visibility("default"))) const ranks_part *debias_ranks(void)
{
    int threads, rank, size;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    terminal = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "w");
    part.rank = (size_t)rank;
    part.size = (size_t)size;
    meet_in(MPI_COMM_WORLD);
    part.local = count_local();
    may_help = threads >= MPI_THREAD_SERIALIZED;
#ifdef OPEN_MPI /* shares memory on a machine */
    may_help = may_help && part.local < part.size;
#endif
    window = MPI_WIN_NULL;
    part.divide = divide;
    part.unite = unite;
    part.pieces = pieces;
    part.begin = begin;
    part.take = take;
    part.send = send;
    part.receive = receive;
    part.finish = finish;
    part.end = end;
    part.abort = give_up;
    part.differ = differ;
    return &part;
}
