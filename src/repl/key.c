/* The terminal's mode is changed for one key at a time, so that no way out can leave it changed. */
#include "repl/key.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "repl/interrupt.h"

bool key_wait(void)
{
    sigset_t before;
    fd_set input;
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    interrupt_block(&before);
    while (!interrupt_signal() &&
           pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before) < 0 && errno == EINTR)
        ;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !interrupt_signal();
}

bool key_waits(int milliseconds)
{
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    return poll(&input, 1, milliseconds) > 0;
}

/* Whether these are all bytes of a key that begins with an ESC, as "\033[A" or "\033[6~". */
static bool is_whole(const char *key, size_t n)
{
    return n > 2 && key[n - 1] >= '@' && key[n - 1] <= '~';
}

static size_t read_bytes(char key[KEY_ROOM])
{
    enum { PATIENCE = 50 };
    size_t n = 0;
    if (!key_wait() || read(STDIN_FILENO, key, 1) != 1)
        return 0;
    for (n = 1; *key == '\033' && n < KEY_ROOM && !is_whole(key, n) && key_waits(PATIENCE); n++)
        if (read(STDIN_FILENO, key + n, 1) != 1)
            break;
    return n;
}

size_t key_read(char key[KEY_ROOM])
{
    struct termios before, raw;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return 0;
    raw = before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    size_t n = read_bytes(key);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return n;
}
