/* Lines edited with libedit, by the names that readline has for what it does. */
#include <editline/readline.h>

#include <locale.h>

#include "repl/ahead.h"
#include "repl/editor/calls.h"
#include "terminal/display.h"

const char *editor_name(void)
{
    static char text[64];
    snprintf(text, sizeof text, "libedit, %s", rl_library_version);
    return text;
}

static bool give_back(void)
{
    return false;
}

/* Shows the words below the line, and the line again. */
static void list_matches(void)
{
    size_t columns, rows;
    display_size(&columns, &rows);
    fputs("\n", rl_outstream);
    matches_print(rl_outstream, &found, columns);
    fflush(rl_outstream);
    rl_forced_update_display();
}

/* Libedit takes the whole line for the word. It gets the line with what all words share, or, where
 * they share no more than is there, nothing, and the words are listed. */
static char **give_matches(const char *text, int start, int end)
{
    (void)start, (void)end;
    size_t length = strlen(text);
    find_matches(text, length);
    rl_attempted_completion_over = 1; /* no file names where nothing fits */
    size_t shared = found.n ? matches_shared(&found) : 0;
    bool more = found.n == 1 || found.start + shared > length;
    if (found.n && !more)
        list_matches();
    char **list = found.n && more ? calloc(2, sizeof *list) : NULL;
    char *line = list ? malloc(found.start + shared + 1) : NULL;
    if (!line) {
        free(list);
        return NULL;
    }
    memcpy(line, text, found.start);
    memcpy(line + found.start, found.words[0], shared);
    line[found.start + shared] = '\0';
    bool folder = found.files && shared && found.words[0][shared - 1] == '/';
    rl_completion_append_character = found.n > 1 || folder ? '\0' : character_after(length);
    list[0] = line;
    return list;
}

static char *no_breaks(void)
{
    return "";
}

static void open_completion(void)
{
    rl_completion_word_break_hook = no_breaks;
    rl_basic_word_break_characters = "";
    rl_attempted_completion_function = give_matches;
}

/* The user's editrc, which may say otherwise, is read after it. */
static void open_keys(void)
{
    static const char *const keys[] = {
        "bind ^[[A ed-search-prev-history", "bind ^[OA ed-search-prev-history",
        "bind ^[[B ed-search-next-history", "bind ^[OB ed-search-next-history"};
    for (int i = 0; i < 4; i++)
        rl_parse_and_bind(keys[i]);
    rl_read_init_file(NULL);
}
/* As readline does by itself; in the "C" locale letters beyond ASCII would be lost. */
static void begin(void)
{
    setlocale(LC_CTYPE, "");
}

static void open_library(void)
{
    display_gives_back = true;
    open_completion();
    open_keys();
}

/* What was typed while the terminal was asked: a whole line, or what the user goes on with. */
static void start_line(void)
{
    bool whole;
    char *text = ahead_next(&whole);
    if (text && whole) {
        fprintf(rl_outstream, "%s\n", text);
        take(text);
        return;
    }
    if (text && *text) {
        rl_insert_text(text);
        rl_forced_update_display();
    }
    free(text);
}

static void end_line(void)
{
}

static void go_to_end(void)
{
}

static void drop_line(void)
{
}
