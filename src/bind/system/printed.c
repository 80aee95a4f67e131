/* Two files without names take the places of the descriptors. */
#define _GNU_SOURCE /* memfd_create */
#include "bind/system/printed.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int terminal[2] = {-1, -1}; /* the descriptors that were there before */
static const int place[2] = {STDOUT_FILENO, STDERR_FILENO};

/* A file without a name in the place of a descriptor, which is kept. */
static bool keep(int i)
{
    int file = memfd_create("printed", MFD_CLOEXEC);
    terminal[i] = fcntl(place[i], F_DUPFD_CLOEXEC, 3);
    bool kept = file >= 0 && terminal[i] >= 0 && dup2(file, place[i]) >= 0;
    if (file >= 0)
        close(file);
    return kept;
}

bool printed_keep(void)
{
    fflush(NULL);
    if (keep(0) && keep(1))
        return true;
    printed_show();
    return false;
}

void printed_show(void)
{
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        if (terminal[i] >= 0 && dup2(terminal[i], place[i]) >= 0)
            close(terminal[i]);
        terminal[i] = -1;
    }
}

int printed_errors(void)
{
    return terminal[1] >= 0 ? terminal[1] : place[1];
}

/* Reads n bytes from the beginning of a file; returns 0 or an errno. */
static int read_all(int fd, char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        ssize_t got = pread(fd, text + at, n - at, (off_t)at);
        if (got == 0 || (got < 0 && errno != EINTR))
            return got ? errno : EIO;
        at += got > 0 ? (size_t)got : 0;
    }
    return 0;
}

/* Pushes what has been written to fd and empties it; what cannot be read is left as it is, for the
 * next time. Returns 0 or an errno. */
static int push_written(lua_State *L, int fd)
{
    struct stat file;
    luaL_Buffer b;
    int why = fstat(fd, &file) == 0 ? 0 : errno;
    size_t n = why || !S_ISREG(file.st_mode) ? 0 : (size_t)file.st_size;
    char *text = luaL_buffinitsize(L, &b, n);
    if (n > 0)
        why = read_all(fd, text, n);
    luaL_pushresultsize(&b, why ? 0 : n);
    if (n > 0 && !why && ftruncate(fd, 0) == 0)
        lseek(fd, 0, SEEK_SET);
    return why;
}

int printed_push(lua_State *L)
{
    fflush(NULL);
    int out = push_written(L, STDOUT_FILENO);
    int err = push_written(L, STDERR_FILENO);
    if (!out && !err)
        return 2;
    lua_pushstring(L, strerror(out ? out : err));
    return 3;
}
