/* Lines edited with readline. */
#include <readline/history.h>
#include <readline/readline.h>

#include <errno.h>

#include "repl/ahead.h"
#include "repl/editor/calls.h"
#include "repl/inputrc.h"
#include "terminal/display.h"

const char *editor_name(void)
{
    static char text[64];
    snprintf(text, sizeof text, "readline %s", rl_library_version);
    return text;
}

/* Whether what follows an ESC is a reply of the terminal, which came late; otherwise it is handed
 * to the editor, for it is a key. */
static bool is_reply(void)
{
    char text[256] = "\033";
    size_t n = 1;
    bool is = false;
    while (!is && n < sizeof text && !strchr("\r\n", text[n - 1]) && key_waits(50) &&
           read(STDIN_FILENO, text + n, 1) == 1) {
        replies r = {0};
        bytes typed = {0};
        is = replies_read(text, ++n, &r, &typed) > 0;
        bytes_free(&typed);
    }
    for (size_t i = 1; i < n && !is; i++)
        rl_stuff_char((unsigned char)text[i]);
    return is;
}

/* Ctrl-C drops what was typed: once there was something to read, there may be nothing. A newline
 * then ends whatever readline is at, and editor_read drops the line. */
static int read_key(FILE *input)
{
    unsigned char key;
    ssize_t n = -1;
    (void)input;
    while (key_wait() && (((n = read(STDIN_FILENO, &key, 1)) < 0 && errno == EINTR) ||
                          (n == 1 && key == '\033' && display_is_owed() && is_reply())))
        ;
    if (interrupt_signal())
        return '\n';
    return n == 1 ? key : EOF;
}

/* Hands the editor what was typed while the terminal was asked for its kind, but no more than a
 * line at a time, as one call ends with it; whether there was anything. */
static bool give_back(void)
{
    enum { ROOM = 256 }; /* half of what the editor takes */
    size_t n, i = 0;
    const char *left = ahead_left(&n);
    while (i < n && i < ROOM && (i == 0 || left[i - 1] != '\n'))
        rl_stuff_char((unsigned char)left[i++]);
    ahead_drop(i);
    return i > 0;
}

/* Readline asks which characters end the word at the cursor: the one before it, wherever it
 * begins. */
static char *ask_completer(void)
{
    static char before[2];
    find_matches(rl_line_buffer, (size_t)rl_point);
    if (found.files)
        matches_cut_slashes(&found);
    before[0] = found.n && found.start ? rl_line_buffer[found.start - 1] : '\0';
    return before;
}

/* The list that readline wants: what all words share, the words, NULL. */
static char **give_matches(const char *text, int start, int end)
{
    (void)text, (void)start;
    if (end == 0) /* where readline looks for no word */
        ask_completer();
    rl_attempted_completion_over = 1; /* no file names where nothing fits */
    char **list = found.n ? calloc(found.n + 2, sizeof *list) : NULL;
    if (!list)
        return NULL;
    list[0] = strndup(found.words[0], matches_shared(&found));
    for (size_t i = 0; i < found.n && found.n > 1; i++)
        list[i + 1] = strdup(found.words[i]);
    rl_completion_append_character = character_after((size_t)rl_point);
    rl_filename_completion_desired = found.files;
    rl_filename_quoting_desired = 0;
    return list;
}

static void open_completion(void)
{
    rl_completion_word_break_hook = ask_completer;
    rl_attempted_completion_function = give_matches;
    rl_basic_quote_characters = "";
    rl_completion_query_items =
        0; /* an editor that is called back lists all whatever is answered */
}

static int search(int (*stock)(int, int), int count, int key);

static int search_back(int count, int key)
{
    return search(rl_history_search_backward, count, key);
}

static int search_on(int count, int key)
{
    return search(rl_history_search_forward, count, key);
}

/* Searches with readline's own function. Past the last entry that begins with what was typed comes
 * what was typed; readline would stay at that entry. */
static int search(int (*stock)(int, int), int count, int key)
{
    static bool ended; /* the search before came to what was typed */
    bool goes_on = !ended && (rl_last_func == search_back || rl_last_func == search_on);
    if (goes_on) /* readline looks for its own functions */
        rl_last_func = stock;
    int failed = stock(count, key);
    ended = failed && goes_on && stock == rl_history_search_forward && rl_point > 0;
    if (ended) {
        rl_delete_text(rl_point, rl_end);
        using_history(); /* the next search begins at the end */
    }
    return 0;
}

/* Set before the editor reads the user's inputrc, which may say otherwise. */
static void open_keys(void)
{
    Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap};
    for (int i = 0; i < 2; i++) {
        rl_bind_keyseq_in_map("\\e[A", search_back, maps[i]);
        rl_bind_keyseq_in_map("\\eOA", search_back, maps[i]);
        rl_bind_keyseq_in_map("\\e[B", search_on, maps[i]);
        rl_bind_keyseq_in_map("\\eOB", search_on, maps[i]);
    }
    if (display_moves()) /* elsewhere the line would be written again */
        rl_variable_bind("blink-matching-paren", "on");
}
static void begin(void)
{
}

/* Readline would follow files that include one another until its stack ends. */
static void check_inputrc(void)
{
    if (inputrc_ends())
        return;
    fprintf(
        stderr,
        "debias: the inputrc is left out: it includes itself, or files nested more than %d deep\n",
        INPUTRC_DEEPEST);
    setenv("INPUTRC", "/dev/null", 1);
}

static void open_library(void)
{
    check_inputrc();
    rl_getc_function = read_key;
    display_gives_back = true;
    open_completion();
    open_keys();
}

static void start_line(void)
{
}

static void end_line(void)
{
#if RL_READLINE_VERSION >= 0x0802
    rl_eof_found = 0; /* else readline ends this line, and the next one, too */
#endif
}

static void go_to_end(void)
{
    rl_point = rl_end;
    rl_redisplay();
}

static void drop_line(void)
{
    rl_free_line_state();
    rl_callback_sigcleanup();
}
