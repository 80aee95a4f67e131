/* MPI as what joins ranks: a part of its own, which is loaded where the program was started by
 * mpirun or srun. Built by mpicc, once for each MPI that is there. */
#include "part.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static FILE *terminal; /* where every rank can speak when the job ends */
static MPI_Comm team;  /* who meets */

ranks_part part;

/* A rank that waits for others leaves the processor to them: MPI itself would not. The k-th look
 * is followed by a pause, short at first. */
void part_rest(unsigned k)
{
    enum { LOOKS = 200, PAUSE = 20000, LONGEST = 1000000 }; /* nanoseconds */
    if (k < LOOKS)
        return;
    long pause = PAUSE * (long)(k / LOOKS);
    nanosleep(&(struct timespec){0, pause < LONGEST ? pause : LONGEST}, NULL);
}

void part_wait_for(MPI_Request *request)
{
    int done = 0;
    for (unsigned k = 0; !done; k++) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (!done)
            part_rest(k);
    }
}

static void all(const void *mine, size_t n, void *of_all)
{
    MPI_Request r;
    taken_stop_help();
    MPI_Iallgather(mine, (int)n, MPI_BYTE, of_all, (int)n, MPI_BYTE, team, &r);
    part_wait_for(&r);
}

/* Counts are ints: what is larger goes in parts. */
static void spread_from(int root, void *data, size_t n)
{
    for (char *at = data; n > 0;) {
        size_t take = n < INT_MAX ? n : INT_MAX;
        MPI_Request r;
        MPI_Ibcast(at, (int)take, MPI_BYTE, root, team, &r);
        part_wait_for(&r);
        at += take;
        n -= take;
    }
}

static void spread(void *data, size_t n)
{
    spread_from(0, data, n);
}

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
    static int *counts;
    size_t total = 0;
    if (!counts)
        counts = malloc(2 * part.size * sizeof *counts);
    if (!counts)
        part.abort("not enough memory for what the ranks exchange");
    int *starts = counts + part.size;
    for (size_t r = 0; r < part.team_size; r++)
        total += sizes[r];
    if (total > INT_MAX) {
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
    part_wait_for(&r);
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
    taken_close();
    MPI_Finalize();
}

/* Whether nobody has read what was written to a pipe. */
static bool is_unread(int fd)
{
    struct stat what;
    int bytes = 0;
    return fstat(fd, &what) == 0 && S_ISFIFO(what.st_mode) && ioctl(fd, FIONREAD, &bytes) == 0 &&
           bytes > 0;
}

/* Ends the job: a second later at most, so that mpirun reads what was said. That of MPICH passes
 * nothing on that it has not read before. */
static void end_job(void)
{
    enum { LOOKS = 1000, PAUSE = 1000000 }; /* nanoseconds */
    for (int k = 0; k < LOOKS && (is_unread(STDOUT_FILENO) || is_unread(fileno(terminal))); k++)
        nanosleep(&(struct timespec){0, PAUSE}, NULL);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static void give_up(const char *why)
{
    fprintf(terminal, "debias: rank %zu: %s\n", part.rank, why);
    fflush(terminal);
    taken_give_up();
    end_job();
}

/* The job ends once the first rank of a team has spoken. */
static void leave_to_first(void)
{
    if (part.team_rank == 0)
        end_job();
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
    taken_open(threads >= MPI_THREAD_SERIALIZED);
    part.all = all;
    part.spread = spread;
    part.divide = divide;
    part.unite = unite;
    part.pieces = pieces;
    part.end = end;
    part.abort = give_up;
    part.differ = differ;
    return &part;
}
