/* Lines are read as they come, and a signal is noticed also just before the wait for one. */
#include "repl/machine/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "repl/interrupt.h"

enum { PIECE = 1 << 16 };

static int input = -1;
static char *data;
static size_t n_data, room, given; /* given: of the line that was returned last */
static bool is_long;               /* the beginning of the line was dropped */

void lines_from(int fd)
{
    input = fd;
}

/* Waits until there is something to read; false after a signal. */
static bool wait_for_input(void)
{
    sigset_t before;
    fd_set set;
    FD_ZERO(&set);
    FD_SET(input, &set);
    interrupt_block(&before);
    bool ready = !interrupt_signal() && pselect(input + 1, &set, NULL, NULL, NULL, &before) > 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

/* Makes room for a piece; drops a line that has become too long, or for which there is no memory.
 */
static void make_room(void)
{
    if (n_data > FRAME_LARGEST) {
        n_data = 0;
        is_long = true;
    }
    if (n_data + PIECE <= room)
        return;
    char *larger = realloc(data, 2 * room + PIECE);
    if (larger) {
        data = larger;
        room = 2 * room + PIECE;
    } else {
        n_data = 0;
        is_long = true;
    }
}

static frame_outcome at_end(void)
{
    bool some = n_data > 0 || is_long;
    n_data = 0;
    is_long = false;
    return some ? FRAME_CUT_OFF : FRAME_END;
}

/* Hands over the line that ends there. */
static frame_outcome finish(const char *end, const char **text, size_t *n)
{
    bool fits = !is_long && end - data <= FRAME_LARGEST;
    is_long = false;
    *text = data;
    *n = (size_t)(end - data);
    given = *n + 1;
    return fits ? FRAME_READ : FRAME_TOO_LONG;
}

frame_outcome frame_receive(const char **text, size_t *n)
{
    size_t seen = 0;
    n_data -= given;
    if (given)
        memmove(data, data + given, n_data);
    given = 0;
    while (true) {
        const char *end = n_data > seen ? memchr(data + seen, '\n', n_data - seen) : NULL;
        if (end)
            return finish(end, text, n);
        make_room();
        seen = n_data;
        if (room == 0)
            return FRAME_END;
        if (!wait_for_input())
            return FRAME_INTERRUPTED;
        ssize_t got = read(input, data + n_data, room - n_data);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
            return at_end();
        n_data += got > 0 ? (size_t)got : 0;
    }
}
