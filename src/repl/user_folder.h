/* Folders of the user's, as the XDG base directory specification names them. */
#pragma once

#include <limits.h>
#include <stdbool.h>

enum { USER_FOLDER = PATH_MAX - 32 }; /* room is left for a file's name */

/* The program's folder in the one that the variable names, or without one at `usual` (".config") in
 * the home directory; false when there is none. A relative path counts as unset. */
bool user_folder(const char *variable, const char *usual, char path[USER_FOLDER]);
