/* Pieces that ranks take one by one: their numbers come from a counter in rank 0's memory, and what
 * they come to goes to rank 0 in messages. */
#include "part.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG = 1 }; /* of messages */

/* Over networks that reach no memory by themselves, and with MPICH everywhere, the numbers that
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

void taken_stop_help(void)
{
    if (atomic_exchange(&helping, false))
        pthread_join(helper, NULL);
}

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
            part_rest(k);
    }
    return data;
}

static void finish(void)
{
    taken_stop_help();
    while (sent) {
        message *m = sent;
        sent = m->next;
        part_wait_for(&m->request);
        free(m);
    }
    MPI_Win_unlock_all(window);
}

void taken_give_up(void)
{
    helping = false;
}

void taken_open(int threads)
{
    may_help = threads;
#ifdef OPEN_MPI /* shares memory on a machine */
    may_help = may_help && part.local < part.size;
#endif
    window = MPI_WIN_NULL;
    part.begin = begin;
    part.take = take;
    part.send = send;
    part.receive = receive;
    part.finish = finish;
}

void taken_close(void)
{
    if (window != MPI_WIN_NULL)
        MPI_Win_free(&window);
}
