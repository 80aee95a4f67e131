/* whole [-p] NAME COMMAND..: starts a command again and again for a while and says the mean time
 * that it takes: a whole process, or with -p until its prompt stands on a terminal of its own. */
#define _XOPEN_SOURCE 700
#include "work.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENOUGH 0.2 /* seconds */

static _Noreturn void become(char **command, int input, int output)
{
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    execvp(command[0], command);
    _exit(127); /* as the shell says it: not here */
}

static int run_to_end(char **command)
{
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);
        become(command, null, null);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Reads until a prompt's > is written; colours may follow it. */
static int read_prompt(int terminal)
{
    char text[4096];
    size_t n = 0;
    while (n < sizeof text - 1) {
        ssize_t got = read(terminal, text + n, sizeof text - 1 - n);
        if (got <= 0)
            return 1;
        n += (size_t)got;
        text[n] = 0;
        if (strchr(text, '>'))
            return 0;
    }
    return 1;
}

static int run_to_prompt(char **command)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(terminal);
    unlockpt(terminal);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        int own = open(ptsname(terminal), O_RDWR);
        close(terminal);
        become(command, own, own);
    }
    int failed = read_prompt(terminal), status = 0;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    close(terminal);
    return failed && WIFEXITED(status) ? WEXITSTATUS(status) : failed;
}

int main(int argc, char **argv)
{
    int prompt = argc > 1 && strcmp(argv[1], "-p") == 0;
    if (argc < 3 + prompt) {
        fprintf(stderr, "usage: whole [-p] NAME COMMAND..\n");
        return 2;
    }
    char **command = argv + 2 + prompt;
    double start = wall_seconds(), spent = 0;
    int starts = 0;
    for (; spent < ENOUGH; starts++) {
        int status = prompt ? run_to_prompt(command) : run_to_end(command);
        if (status != 0)
            return status;
        spent = wall_seconds() - start;
        if (getenv("SHORT"))
            spent += ENOUGH;
    }
    printf("%s %.5g ms -\n", argv[1 + prompt], 1e3 * (wall_seconds() - start) / starts);
}
