/* mutate HARNESS TRIES: calls the harness with its corpus, then with so many mutations of it, the
 * same ones each time. What a call aborts, crashes or hangs at is kept in the file that the
 * environment's FOUND names. */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "driver.h"

enum { MOST_SEEDS = 256, ROOM = 1 << 20, LONGEST = 1 << 16, STEPS = 4, HANG = 60 };

typedef struct bytes {
    unsigned char *data;
    size_t n;
} bytes;

static bytes seeds[MOST_SEEDS];
static size_t n_seeds;
static unsigned char room[ROOM];
static bytes input = {room, 0};
static int found = -1;

static uint64_t state = 1;

/* splitmix64 */
static uint64_t random_word(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static size_t below(size_t n)
{
    return n ? (size_t)(random_word() % n) : 0;
}

/* Replaces `gone` bytes at `at` by n others. */
static void put_in(size_t at, size_t gone, const unsigned char *with, size_t n)
{
    size_t rest = input.n - at - gone;
    if (at + n + rest > LONGEST)
        return;
    memmove(input.data + at + n, input.data + at + gone, rest);
    memcpy(input.data + at, with, n);
    input.n = at + n + rest;
}

/* Mutations: each changes the input at a place below its length. */

static void flip_bit(size_t at)
{
    input.data[at] ^= (unsigned char)(1u << below(8));
}

static void set_byte(size_t at)
{
    static const unsigned char odd[] = "\0\xff\x7f\x80\n\r\t \"\\,;'{}[]()<>:=.-+eE0919nN#%$/";
    input.data[at] = below(2) ? (unsigned char)random_word() : odd[below(sizeof odd)];
}

static void cut_off(size_t at)
{
    input.n = at;
}

static void leave_out(size_t at)
{
    put_in(at, 1 + below(input.n - at < 64 ? input.n - at : 64), input.data, 0);
}

/* A length, count or size that is not true: in bytes of either order, or in digits. */
static void set_extreme(size_t at)
{
    static const uint64_t extremes[] = {
        0,          1,          0x7f,           0xff,        0x7fff,     0xffff,
        0x7fffffff, 0x80000000, 0xffffffff,     0x100000000, 1ull << 61, 1ull << 62,
        INT64_MAX,  1ull << 63, UINT64_MAX - 7, UINT64_MAX,
    };
    uint64_t word = extremes[below(sizeof extremes / sizeof *extremes)];
    size_t n = (size_t)1 << below(4);
    memcpy(input.data + at, &word, n < input.n - at ? n : input.n - at);
}

static void set_digits(size_t at)
{
    static const char *const numbers[] = {"-1",
                                          "1e999",
                                          "nan",
                                          "18446744073709551616",
                                          "9223372036854775807",
                                          "1e-400",
                                          "0x1p9",
                                          "inf",
                                          "99999999999999999999999999999999"};
    const char *number = numbers[below(sizeof numbers / sizeof *numbers)];
    put_in(at, below(input.n - at < 8 ? input.n - at : 8), (const unsigned char *)number,
           strlen(number));
}

static void repeat_chunk(size_t at)
{
    unsigned char chunk[4096];
    size_t n = 1 + below(input.n - at < 64 ? input.n - at : 64),
           times = 1 + below(sizeof chunk / n);
    for (size_t i = 0; i < times; i++)
        memcpy(chunk + i * n, input.data + at, n);
    put_in(at, 0, chunk, times * n);
}

/* A piece of some seed. */
static void take_piece(size_t at)
{
    const bytes *other = &seeds[below(n_seeds)];
    size_t from = below(other->n), n = below(other->n - from);
    put_in(at, below(2) ? below(input.n - at) : 0, other->data + from, n);
}

static void (*const mutations[])(size_t) = {
    flip_bit,    flip_bit,    set_byte,   set_byte,     cut_off,    leave_out,
    set_extreme, set_extreme, set_digits, repeat_chunk, take_piece,
};

static void mutate(void)
{
    const bytes *seed = &seeds[below(n_seeds)];
    memcpy(input.data, seed->data, input.n = seed->n);
    for (size_t i = below(STEPS); input.n > 0; i--) {
        mutations[below(sizeof mutations / sizeof *mutations)](below(input.n));
        if (i == 0)
            break;
    }
}

/* Where there is no corpus, any bytes are an input. */
static void fill(void)
{
    input.n = 16 + below(240);
    for (size_t i = 0; i < input.n; i++)
        input.data[i] = (unsigned char)random_word();
}

static void add_seed(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t n = file && n_seeds < MOST_SEEDS ? fread(room, 1, LONGEST, file) : 0;
    unsigned char *data = n ? malloc(n) : NULL;
    if (data)
        seeds[n_seeds++] = (bytes){memcpy(data, room, n), n};
    if (file)
        fclose(file);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_corpus(const char *harness)
{
    char path[4096];
    struct dirent **names = NULL;
    snprintf(path, sizeof path, "tests/fuzz/corpus/%s", harness);
    int n = scandir(path, &names, is_visible, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "tests/fuzz/corpus/%s/%s", harness, names[i]->d_name);
        add_seed(path);
        free(names[i]);
    }
    free(names);
}

/* Keeps the input, then ends as the signal would have it. */
static void keep(int signal)
{
    static const char hang[] = "fuzz: takes more than a minute\n";
    if (signal == SIGPROF && write(STDERR_FILENO, hang, sizeof hang - 1) < 0)
        _exit(1);
    if (found >= 0 && write(found, input.data, input.n) < 0)
        _exit(1);
    struct sigaction stock = {.sa_handler = SIG_DFL};
    sigaction(signal, &stock, NULL);
    raise(signal);
}

static void watch(void)
{
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPROF};
    static char stack[1 << 16];
    struct sigaction action = {.sa_handler = keep, .sa_flags = SA_ONSTACK};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    if (getenv("FOUND"))
        found = open(getenv("FOUND"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
}

/* Processor time, since the machine may be busy. */
static void try(void)
{
    struct itimerval hang = {.it_value = {HANG, 0}};
    setitimer(ITIMER_PROF, &hang, NULL);
    driver_try(input.data, input.n);
}

int main(int argc, char **argv)
{
    long tries = argc == 3 ? atol(argv[2]) : 0;
    if (tries <= 0) {
        fprintf(stderr, "usage: mutate HARNESS TRIES\n");
        return 2;
    }
    read_corpus(argv[1]);
    watch();
    if (!driver_open(argv[1]))
        return 1;
    for (size_t i = 0; i < n_seeds; i++) {
        memcpy(input.data, seeds[i].data, input.n = seeds[i].n);
        try();
    }
    for (long i = 0; i < tries; i++) {
        if (n_seeds)
            mutate();
        else
            fill();
        try();
    }
    fprintf(driver_messages, "%s: %ld\n", argv[1], tries);
    for (size_t i = 0; i < n_seeds; i++)
        free(seeds[i].data);
    driver_close();
    return 0;
}
