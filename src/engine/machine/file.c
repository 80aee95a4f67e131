/* A file of another name is written beside the old one, then takes its place. */
#define _GNU_SOURCE /* realpath, O_TMPFILE */
#include "engine/machine/file.h"

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

static int write_all(int fd, const char *data, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, data, n);
        if (done < 0 && errno != EINTR)
            return errno;
        if (done > 0) {
            data += done;
            n -= (size_t)done;
        }
    }
    return 0;
}

/* The k-th name to try for a new file beside `target`; false where it is too long. */
static bool name_beside(const char *target, int k, char path[PATH_MAX])
{
    int n = snprintf(path, PATH_MAX, "%s.%ld-%d.part", target, (long)getpid(), k);
    return n >= 0 && n < PATH_MAX;
}

/* Puts a file without a name, which is whole, in the place of `target`. A link never replaces a
 * file, so that it first gets a name that nothing has. */
static int name_file(int fd, const char *target)
{
    char link[64], path[PATH_MAX];
    int error = EEXIST;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    for (int k = 0; error == EEXIST; k++) {
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
    return open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
}

/* Writes to fd and closes it. */
static int finish(int fd, const void *data, size_t n)
{
    int error = write_all(fd, data, n);
    if (close(fd) != 0 && error == 0)
        error = errno;
    return error;
}

/* Opens a file of a new name beside `target`; the name goes to path. */
static int open_beside(const char *target, char path[PATH_MAX])
{
    for (int k = 0;; k++) {
        if (!name_beside(target, k, path)) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
}

static int replace_unnamed(int fd, const char *target, const void *data, size_t n)
{
    int error = write_all(fd, data, n);
    error = error ? error : name_file(fd, target);
    if (close(fd) != 0 && error == 0)
        error = errno;
    return error;
}

static int replace(const char *target, const struct stat *old, const void *data, size_t n)
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
    if (!named)
        return replace_unnamed(fd, target, data, n);
    int error = finish(fd, data, n);
    if (error == 0 && rename(path, target) != 0)
        error = errno;
    if (error)
        unlink(path);
    return error;
}

int file_write(const char *path, const void *data, size_t n)
{
    char target[PATH_MAX];
    struct stat old;
    if (stat(path, &old) != 0)
        return errno == ENOENT ? replace(path, NULL, data, n) : errno;
    if (!S_ISREG(old.st_mode)) {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        return fd < 0 ? errno : finish(fd, data, n);
    }
    if (access(path, W_OK) != 0 || !realpath(path, target))
        return errno;
    return replace(target, &old, data, n);
}

long long file_size(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) ? (long long)file.st_size : -1;
}

int file_read(const char *path, void *data, size_t *n)
{
    size_t done = 0;
    int error = 0, fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    while (done < *n && error == 0) {
        ssize_t got = read(fd, (char *)data + done, *n - done);
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            error = errno;
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
