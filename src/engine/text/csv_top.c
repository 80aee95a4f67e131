#include "engine/text/csv_top.h"

#include <string.h>
#include <strings.h>

static bool starts_with(const csv_reader *r, const char *bytes, size_t n)
{
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, bytes, n) == 0;
}

/* Files that people take for text, by their first bytes. */
static const struct {
    const char *bytes;
    size_t n;
    const char *is;
} foreign[] = {
    {"\x1F\x8B", 2, "a gzip file (gunzip it first; an .rds file of R: write.csv it)"},
    {"PK\3\4", 4, "a zip file (of .xlsx and .ods save a sheet as CSV; npz.read reads .npz)"},
    {"\x93NUMPY", 6, "a NumPy file (npy.read reads it)"},
    {"\xFF\xFE", 2, "UTF-16 (iconv -f UTF-16 -t UTF-8 converts it; in Excel save it as CSV UTF-8)"},
    {"\xFE\xFF", 2, "UTF-16 (iconv -f UTF-16 -t UTF-8 converts it; in Excel save it as CSV UTF-8)"},
    {"PAR1", 4, "a Parquet file (write it as CSV: df.to_csv in pandas, write_csv in polars)"},
    {"ARROW1", 6, "an Arrow file (write it as CSV: df.to_csv in pandas, write_csv in polars)"},
    {"\x89HDF", 4, "an HDF5 file (write its data as CSV or NPY)"},
    {"\xD0\xCF\x11\xE0", 4, "an old Excel file (save a sheet as CSV)"},
    {"BZh", 3, "a bzip2 file (bunzip2 it first)"},
    {"\xFD"
     "7zXZ",
     5, "an xz file (unxz it first)"},
    {"\x28\xB5\x2F\xFD", 4, "a zstd file (unzstd it first)"},
};

bool csv_check_text(const csv_reader *all, csv_fault *fault)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (starts_with(all, foreign[i].bytes, foreign[i].n))
            return csv_fail(fault, 0, 0, "expected text in UTF-8, got %s", foreign[i].is);
    return true;
}

static void skip_empty_lines(csv_reader *r)
{
    csv_reader next = *r;
    for (csv_skip_padding(&next); next.at < next.end && csv_is_line_end(*next.at);
         csv_skip_padding(&next)) {
        csv_skip_line_end(&next);
        *r = next;
    }
}

static void skip_line(csv_reader *r)
{
    while (r->at < r->end && !csv_is_line_end(*r->at))
        r->at++;
    if (r->at < r->end)
        csv_skip_line_end(r);
}

void csv_skip_top(csv_reader *r, size_t skip, char comment)
{
    if (starts_with(r, "\xEF\xBB\xBF", 3))
        r->at += 3;
    for (size_t i = 0; i < skip && r->at < r->end; i++)
        skip_line(r);
    skip_empty_lines(r);
    while (comment && r->at < r->end) {
        csv_reader line = *r;
        csv_skip_padding(&line);
        if (line.at == line.end || *line.at != comment)
            return;
        skip_line(r);
        skip_empty_lines(r);
    }
}

void csv_trim_lines(csv_reader *r)
{
    skip_empty_lines(r);
    while (r->at < r->end && (csv_is_line_end(r->end[-1]) || csv_is_padding(r, r->end[-1])))
        r->end--;
}

char csv_read_sep_line(csv_reader *r)
{
    const char *line = r->at;
    if (r->end - line < 6 || strncasecmp(line, "sep=", 4) != 0 || !csv_is_line_end(line[5]))
        return 0;
    r->at += 5;
    csv_skip_line_end(r);
    return line[4];
}
