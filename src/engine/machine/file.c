/* A file of another name is written beside the old one, then takes its place. */
#define _GNU_SOURCE /* realpath, O_TMPFILE */
#include "engine/machine/file.h"

#include "engine/machine/ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 24 }; /* bytes read or written between two looks at the interrupt */

static int write_all(int fd, const char *data, size_t n, const atomic_int *interrupt)
{
    while (n > 0) {
        if (interrupt && *interrupt)
            return EINTR;
        ssize_t done = write(fd, data, n < PIECE ? n : PIECE);
        if (done == 0 || (done < 0 && errno != EINTR))
            return done ? errno : EIO;
        if (done > 0) {
            data += done;
            n -= (size_t)done;
        }
    }
    return 0;
}

/* The k-th name to try for a new file beside `target`, one that nobody else gives a file of theirs;
 * false where it is too long. */
static bool name_beside(const char *target, int k, char path[PATH_MAX])
{
    int n = snprintf(path, PATH_MAX, "%s.debias-%d.part", target, k);
    return n >= 0 && n < PATH_MAX;
}

/* Whether that is the name of the open file. */
static bool is_called(int fd, const char *path)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 && lstat(path, &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

/* Removes the file of that name if nobody writes it any more: who did was killed. Who writes one
 * holds its lock, and nobody else changes what its name stands for. */
static bool remove_left(const char *path)
{
    struct stat file;
    int fd = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool left = fd >= 0 && fstat(fd, &file) == 0 && S_ISREG(file.st_mode) &&
                flock(fd, LOCK_EX | LOCK_NB) == 0 && is_called(fd, path) && unlink(path) == 0;
    if (fd >= 0)
        close(fd);
    return left;
}

/* Puts a file without a name, which is whole, in the place of `target`. A link never replaces a
 * file, so that it first gets a name that nothing has. */
static int name_file(int fd, const char *target)
{
    char link[64], path[PATH_MAX];
    int error = EEXIST;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    for (int k = 0; error == EEXIST; k += error == EEXIST && !remove_left(path)) {
        if (!name_beside(target, k, path))
            return ENAMETOOLONG;
        error = linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
    }
    if (error == 0 && rename(path, target) != 0) {
        error = errno;
        unlink(path);
    }
    return error;
}

/* Opens a file without a name in the folder of `target`, of which nothing remains when the process
 * ends; -1 where the system has none. */
static int open_unnamed(const char *target)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(target, '/');
    int n = slash ? (int)(slash - target) + 1 : 0;
    if (access("/proc/self/fd", X_OK) != 0)
        return -1;
    snprintf(folder, sizeof folder, "%.*s.", n, target);
    int fd = open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (fd >= 0)
        (void)flock(fd, LOCK_EX | LOCK_NB); /* for remove_left, once it has a name */
    return fd;
}

/* Opens a file of a new name beside `target`; the name goes to path. */
static int open_beside(const char *target, char path[PATH_MAX])
{
    for (int k = 0; name_beside(target, k, path);) {
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            return fd;
        if (fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
            is_called(fd, path))
            return fd;
        if (fd >= 0)
            close(fd); /* another one took it for what somebody had left */
        k += !remove_left(path);
    }
    errno = ENAMETOOLONG;
    return -1;
}

/* Writes to fd and closes it. */
static int finish(int fd, const void *data, size_t n, const atomic_int *interrupt)
{
    int error = write_all(fd, data, n, interrupt);
    if (close(fd) != 0 && error == 0)
        error = errno;
    return error;
}

/* Writes a new file. One that takes the place of an old one must be on the disk first, or a loss of
 * power would leave neither; a file system that knows no fsync has no disk. */
static int write_new(int fd, const void *data, size_t n, bool on_disk, const atomic_int *interrupt)
{
    int error = write_all(fd, data, n, interrupt);
    if (error || !on_disk)
        return error;
    while (fsync(fd) != 0)
        if (errno != EINTR)
            return errno == EINVAL || errno == ENOTSUP ? 0 : errno;
    return 0;
}

static int replace(const char *target, const struct stat *old, const void *data, size_t n,
                   const atomic_int *interrupt)
{
    char path[PATH_MAX];
    int fd = open_unnamed(target);
    bool named = fd < 0;
    if (named)
        fd = open_beside(target, path);
    if (fd < 0)
        return errno;
    if (old)
        (void)fchmod(fd, old->st_mode & 07777); /* keeping the mode is a courtesy */
    int error = write_new(fd, data, n, old || named, interrupt);
    if (error == 0 && !named)
        error = name_file(fd, target);
    else if (error == 0 && rename(path, target) != 0)
        error = errno;
    if (error && named)
        unlink(path);
    if (close(fd) != 0 && error == 0)
        error = errno;
    return error;
}

static int write_file(const char *path, const void *data, size_t n, const atomic_int *interrupt)
{
    char target[PATH_MAX];
    struct stat old;
    if (stat(path, &old) != 0)
        return errno == ENOENT ? replace(path, NULL, data, n, interrupt) : errno;
    if (!S_ISREG(old.st_mode)) {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        return fd < 0 ? errno : finish(fd, data, n, interrupt);
    }
    if (access(path, W_OK) != 0 || !realpath(path, target))
        return errno;
    return replace(target, &old, data, n, interrupt);
}

int file_write(const char *path, const void *data, size_t n, const atomic_int *interrupt)
{
    ranks_meet("a file", 0, STATUS_OK); /* which no rank still reads */
    int error = ranks_rank() == 0 ? write_file(path, data, n, interrupt) : 0;
    ranks_agree("a file", &error, sizeof error);
    return error;
}

long long file_size(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) ? (long long)file.st_size : -1;
}

int file_read(const char *path, void *data, size_t *n, const atomic_int *interrupt)
{
    size_t done = 0;
    int error = 0, fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    while (done < *n && error == 0) {
        ssize_t got = read(fd, (char *)data + done, *n - done < PIECE ? *n - done : PIECE);
        if (got == 0)
            break;
        if (*interrupt || (got < 0 && errno != EINTR))
            error = *interrupt ? EINTR : errno;
        if (got > 0)
            done += (size_t)got;
    }
    close(fd);
    *n = done;
    return error;
}

int file_lock(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && flock(fd, LOCK_EX) != 0 && errno == EINTR)
        ;
    return fd;
}
