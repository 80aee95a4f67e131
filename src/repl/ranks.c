/* The environment says who started the program; what is not started by mpirun never looks for a
 * part that knows MPI. */
#include "repl/ranks.h"

#include "bind/bind.h"
#include "engine/machine/ranks.h"
#include "repl/ranks_part.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef const ranks_part *(*start_part)(void);

/* Who starts a program sets two variables, to the number of ranks and to which one this is; parts
 * that may join them. srun leaves that to another, which it sets only if it lets them meet. The
 * batch script of a job is no step, and in a step of srun mpirun may have started the program. */
static const struct launcher {
    const char *name, *size, *rank, *parts[3], *meets;
} launchers[] = {
    {"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", {"openmpi"}, NULL},
    {"MPICH", "PMI_SIZE", "PMI_RANK", {"mpich"}, NULL},
    {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", {"openmpi", "mpich"}, "PMIX_RANK"},
};

/* A program that a rank starts is not one of them. */
static const char joined[] = "DEBIAS_JOINED";

enum { WAIT = 1 }; /* seconds that rank 0 may take to speak */

static const struct launcher *find_launcher(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers && !getenv(joined); i++)
        if (getenv(launchers[i].size))
            return &launchers[i];
    return NULL;
}

/* DEBIAS_MPI names the part where srun may use several. */
static start_part find_part(const struct launcher *l)
{
    const char *asked = getenv("DEBIAS_MPI");
    void *part = asked ? ranks_open_part(asked) : NULL, *address;
    start_part start;
    for (size_t i = 0; l->parts[i] && !asked && !part; i++)
        part = ranks_open_part(l->parts[i]);
    address = part ? dlsym(part, "debias_ranks") : NULL;
    memcpy(&start, &address, sizeof start);
    return start;
}

/* Only rank 0 has the terminal; what others print goes nowhere. */
static void be_still(void)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= 2 && nowhere >= 0; fd++)
        dup2(nowhere, fd);
    bind_settings.still = true;
}

/* Rank 0 says why they cannot go on, for which the others wait: mpirun may end all at the end of
 * one. Returns false. */
static bool refuse(const struct launcher *l, const char *format, ...)
{
    const char *rank = getenv(l->rank);
    va_list words;
    if (rank && strcmp(rank, "0") != 0) {
        sleep(WAIT);
        return false;
    }
    fprintf(stderr, "debias: %s started %s of it, but ", l->name, getenv(l->size));
    va_start(words, format);
    vfprintf(stderr, format, words);
    va_end(words);
    return false;
}

static void join(const ranks_part *part)
{
    if (!ranks_join(part))
        part->abort("not enough memory");
    setenv(joined, "1", 1);
    atexit(ranks_leave);
    if (!ranks_speaks())
        be_still();
}

bool ranks_start(void)
{
    const struct launcher *l = find_launcher();
    size_t size = l ? strtoul(getenv(l->size), NULL, 10) : 1;
    bool cannot_meet = l && l->meets && !getenv(l->meets) && !getenv("DEBIAS_MPI");
    if (!l || (size == 1 && cannot_meet))
        return true;
    if (cannot_meet)
        return refuse(l, "does not let them meet: srun --mpi=pmix does with Open MPI, srun "
                         "--mpi=pmi2 with MPICH, mpirun in a batch script with both\n");
    start_part start = find_part(l);
    const ranks_part *part = start ? start() : NULL;
    if (!part && size == 1) /* who is alone needs nobody */
        return true;
    if (!part)
        return refuse(l,
                      "the part for MPI, debias-%s.so, is not there: it is built where mpicc is "
                      "found (Debian: debias-openmpi, debias-mpich)\n",
                      getenv("DEBIAS_MPI") ? getenv("DEBIAS_MPI") : l->parts[0]);
    if (part->size != size)
        return refuse(l, "they found %zu: DEBIAS_MPI=openmpi or DEBIAS_MPI=mpich names the MPI\n",
                      part->size);
    join(part);
    return true;
}

bool ranks_allow(bool interactive)
{
    ranks_agree("the prompt", &interactive, sizeof interactive);
    if (ranks_size() == 1 || !interactive)
        return true;
    fputs("debias: there is no prompt for several ranks, which cannot type one line: give them a "
          "script (help\"MPI\")\n",
          stderr);
    return false;
}
