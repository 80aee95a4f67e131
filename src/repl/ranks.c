/* The environment says who started the program. The part that knows MPI lies beside the program, or
 * where make install puts it; what is not started by mpirun never looks for it. */
#include "repl/ranks.h"

#include "bind/bind.h"
#include "engine/machine/ranks.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef const ranks_part *(*start_part)(void);

/* Who starts a program sets two variables, to the number of ranks and to which one this is; parts
 * that may join them. */
static const struct launcher {
    const char *name, *size, *rank, *parts[3];
} launchers[] = {
    {"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", {"openmpi"}},
    {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", {"openmpi", "mpich"}},
    {"MPICH", "PMI_SIZE", "PMI_RANK", {"mpich"}},
};

/* A program that a rank starts is not one of them. */
static const char joined[] = "DEBIAS_JOINED";

static const struct launcher *find_launcher(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers && !getenv(joined); i++)
        if (getenv(launchers[i].size))
            return &launchers[i];
    return NULL;
}

/* Opens the part of that name, beside the program or in ../lib/debias. */
static void *open_part(const char *name)
{
    static const char *const places[] = {"", "../lib/debias/"};
    char self[PATH_MAX], path[2 * PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    void *part = NULL;
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    for (size_t i = 0; i < sizeof places / sizeof *places && !part && slash; i++) {
        snprintf(path, sizeof path, "%.*s%sdebias-%s.so", (int)(slash - self) + 1, self, places[i],
                 name);
        part = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
    return part;
}

/* DEBIAS_MPI names the part where srun may use several. */
static start_part find_part(const struct launcher *l)
{
    const char *asked = getenv("DEBIAS_MPI");
    void *part = asked ? open_part(asked) : NULL, *address;
    start_part start;
    for (size_t i = 0; l->parts[i] && !asked && !part; i++)
        part = open_part(l->parts[i]);
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

/* Rank 0 says why they cannot go on; returns false. */
static bool refuse(const struct launcher *l, const char *format, ...)
{
    const char *rank = getenv(l->rank);
    va_list words;
    if (rank && strcmp(rank, "0") != 0)
        return false;
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
    if (size == 1)
        return true;
    start_part start = find_part(l);
    const ranks_part *part = start ? start() : NULL;
    if (!part)
        return refuse(l,
                      "the part for MPI, debias-%s.so, is not there: it is built where mpicc is "
                      "found (Debian: debias-mpi)\n",
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
    if (!ranks_are_joined() || !interactive)
        return true;
    fputs("debias: there is no prompt for several ranks, which cannot type one line: give them a "
          "script (help\"MPI\")\n",
          stderr);
    return false;
}
