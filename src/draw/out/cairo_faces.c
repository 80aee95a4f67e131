/* DejaVu's files are opened by FreeType. A font asked for by its name is looked up by fontconfig,
 * which reads the configuration of the whole system, may put another font in its place, and crashes
 * when memory runs out; it is asked only where the files are in no folder that is known. */
#include "draw/out/cairo_faces.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include FT_MODULE_H

enum { REGULAR, BOLD, MONO, MONO_BOLD, FACES };

static const char *const file_names[FACES] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf",
                                              "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"};

static const char *const folders[] = {
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",
    "/usr/share/fonts/dejavu-sans-fonts",
    "/usr/share/fonts/dejavu-sans-mono-fonts",
    "/usr/local/share/fonts/dejavu",
};
enum { FOLDERS = sizeof folders / sizeof *folders };

typedef struct freetype {
    __typeof__(FT_Init_FreeType) *init;
    __typeof__(FT_Done_FreeType) *done;
    __typeof__(FT_Get_Module) *module;
    __typeof__(FT_New_Face) *new_face;
    FT_Library library;
} freetype;

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static freetype ft;
static bool is_open[FACES];             /* or known not to be there */
static cairo_font_face_t *faces[FACES]; /* until the process ends; NULL: asked for by name */

static bool find_function(void *handle, const char *name, void *function)
{
    void *address = handle ? dlsym(handle, name) : NULL;
    memcpy(function, &address, sizeof address);
    return address;
}

static bool load_freetype(void)
{
    void *handle = dlopen("libfreetype.so.6", RTLD_LAZY | RTLD_LOCAL);
    return find_function(handle, "FT_Init_FreeType", &ft.init) &&
           find_function(handle, "FT_Done_FreeType", &ft.done) &&
           find_function(handle, "FT_Get_Module", &ft.module) &&
           find_function(handle, "FT_New_Face", &ft.new_face);
}

/* It starts without the parts that there was no memory for, and does not say so. */
static bool start_freetype(void)
{
    static const char *const parts[] = {"truetype", "sfnt", "psnames", "smooth"};
    if (ft.library)
        return true;
    if (!load_freetype() || ft.init(&ft.library) != 0)
        return false;
    for (int i = 0; i < 4 && ft.library; i++)
        if (!ft.module(ft.library, parts[i])) {
            ft.done(ft.library);
            ft.library = NULL;
        }
    return ft.library;
}

/* The file's path; false where no folder has it. */
static bool find_file(const char *name, char *path, size_t size)
{
    for (int i = 0; i < FOLDERS; i++) {
        snprintf(path, size, "%s/%s", folders[i], name);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static draw_error open_face(const cairo_calls *cairo, int i)
{
    char path[256];
    FT_Face face;
    if (find_file(file_names[i], path, sizeof path)) {
        if (!start_freetype())
            return DRAW_NO_MEMORY;
        FT_Error error = ft.new_face(ft.library, path, 0, &face);
        if (error == FT_Err_Out_Of_Memory)
            return DRAW_NO_MEMORY;
        if (error) /* with another font it would look right and be another figure */
            return DRAW_NO_FONT;
        cairo_font_face_t *made = cairo->ft_font_face_create_for_ft_face(face, 0);
        if (cairo->font_face_status(made))
            return DRAW_NO_MEMORY;
        faces[i] = made;
    }
    is_open[i] = true;
    return DRAW_OK;
}

draw_error cairo_faces_open(const cairo_calls *cairo)
{
    draw_error error = DRAW_OK;
    pthread_mutex_lock(&opening);
    for (int i = 0; i < FACES && !error; i++)
        if (!is_open[i])
            error = open_face(cairo, i);
    pthread_mutex_unlock(&opening);
    return error;
}

void cairo_faces_set(const cairo_calls *cairo, cairo_t *cr, canvas_face face)
{
    cairo_font_face_t *known = faces[(face.mono ? MONO : REGULAR) + face.bold];
    if (known)
        cairo->set_font_face(cr, known);
    else
        cairo->select_font_face(cr, face.mono ? "DejaVu Sans Mono" : "DejaVu Sans",
                                CAIRO_FONT_SLANT_NORMAL,
                                face.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}
