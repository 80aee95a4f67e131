-- Tables and arrays in files.
return {
    csv = {
        summary = "tables from and to comma-separated text",
        text = "csv.read and csv.write; mat.csv reads into a matrix.",
        errors = "those of csv.read, csv.write and mat.csv",
        example = [[
            path = csv.write(os.tmpname(), {x={1, 2}, y={0.5, 0.25}})
            t, names = csv.read(path)
            t.y, names
            --> vec{0.5, 0.25}	{"x", "y"}
            os.remove(path);]],
        see = {"csv.read", "csv.write", "mat.csv"},
    },
    ["csv.read"] = {
        summary = "reads a table of columns by name",
        usage = {'csv.read "train.csv"', 'csv.read("train.csv", {columns={"age", "dose"}, na="drop"})'},
        takes = "file",
        params = {"csv.read"},
        text = [[
The first line holds the names. A column whose cells are all numbers is a vec; TRUE and FALSE are 1 and 0. Any other
one, of words or dates, is a list of strings; used as numbers it raises, with the place of its first cell that is none.

Files of R, pandas, polars, Stata and Excel are read as they are. Separator (, ; tab | or blanks) and decimal comma are
found out where the first 200 lines leave no doubt, and a first line sep=; is obeyed. A first column without a name, as
R and pandas write their row names, is called "index" (mat.csv leaves it out); other columns without a name must be
empty, and are left out. What was found out is said in notes, which the prompt prints; so is a column in which some
cells are numbers and some are not. Cells may be quoted, and then hold separators and line ends; byte order marks, lines
that end in \r\n and empty lines do no harm. The locale changes nothing. "-" is standard input.

Missing numbers are empty cells, NA, N/A, #N/A, <NA>, NaN, null, None (in capitals or not), a point and a minus; in a
column of text they are text. 1,234 may be a thousand or a decimal: it is no number unless thousands="," or dec="," says
which. 1.234 is a decimal, unless other cells have decimal commas: then it is no number without thousands=".". What
stands above the table is passed over with skip=2 (lines) or comment="#".]],
        returns = "a table {[name] = vec or list of strings}, the list of names and, if there are any, that of notes",
        errors = [[
a file that cannot be read, is empty or no text (gzip, UTF-16, Excel, NumPy, ..); a missing number, as FILE:LINE:COLUMN,
with na="error"; lines of different lengths; a name that is empty or comes twice; a quote that is not closed; several
separators that fit. Each names the option that helps, if there is one. Where a column of text is used as numbers: its
name, the place of the first cell that is none, and the cell; also a whole number that no double is (beyond 2^53 not all
are)]],
        example = [[
            path = csv.write(os.tmpname(), {dose={0.5, 1}, name={"ann", "bo"}})
            t, names = csv.read(path)
            names, t.dose:mean(), t.name
            --> {"dose", "name"}	0.75	{"ann", "bo"}
            csv.read(path, {columns={"dose"}}).dose
            --> vec{0.5, 1}
            os.remove(path);]],
        see = {"csv.write", "json.read", "npz.read", "mat.csv", "mat.columns", "csv.example"},
        words = {
            "data frame", "dataframe", "spreadsheet", "read_csv", "fread", "delimiter", "tsv", "load data", "parquet",
            "missing value", "thousands separator", "comment lines",
        },
    },
    ["csv.example"] = {
        summary = "a public table that comes with the program",
        usage = 'csv.example "breast_cancer"',
        takes = "table",
        text = [[
breast_cancer: 569 rows of 30 measurements of cell nuclei (radius_mean .. fractal_dimension_worst), and malignant: 1 for
212 of them, else 0. Breast Cancer Wisconsin (Diagnostic), UCI Machine Learning Repository, doi 10.24432/C5DW2B;
Wolberg, Street and Mangasarian, 1995; CC BY 4.0.]],
        returns = "what csv.read returns: a table {[name] = vec}, and the list of names",
        errors = "a name that no table has",
        example = [[
            t, names = csv.example "breast_cancer"
            t.malignant:sum(), #names
            --> 212.0	31]],
        see = {"csv.read", "problem.average_precision"},
    },
    ["csv.write"] = {
        summary = "writes columns with their names",
        usage = {"csv.write(path, {a=v, b=w})", 'csv.write(path, {a=v, b=w}, {"b", "a"})'},
        takes = "file",
        text = [[
Columns are vecs, or lists of numbers and strings; the list of names gives their order (alphabetical without it). Every
bit of a number comes back with csv.read; NaN is an empty cell. "-" is standard output, as for r:csv and all that write
a file of text or of numbers.]],
        returns = "path; the file is written whole or not at all",
        errors = "a file that cannot be written; columns of different lengths",
        example = [[
            path = csv.write(os.tmpname(), {a=vec{1, 2}, b={"x", "y"}}, {"b", "a"})
            for line in io.lines(path) do print(line) end
            --> b,a
            --> x,1
            --> y,2
            os.remove(path);]],
        see = {"csv.read"},
    },
    json = {
        summary = "tables from JSON",
        text = "json.read reads them; a result is written with r:json(path), columns of your own with csv.write.",
        errors = "those of json.read",
        example = [[
            r = bias{q=poly{0,0,1}, dist=dist.uniform(0,1), m={1, 2}, reps=100}
            path = r:json(os.tmpname())
            json.read(path).m
            --> vec{1, 2, 1, 2, 1, 2}
            os.remove(path);]],
        see = {"json.read", "result:json", "csv.read"},
    },
    ["json.read"] = {
        summary = "reads a table of columns by name from JSON",
        usage = {'json.read "rows.json"', 'json.read("rows.json", {columns={"age"}, na="drop"})'},
        takes = "file",
        params = {"options.json.read"},
        text = [[
The file is a list of rows, [{"age": 31, "name": "ann"}, ..]; rows one after the other, a line each (JSON lines,
ndjson); columns, {"age": [31, 45], ..}, also as pandas' to_json writes them by default; or what r:json writes. A
column of numbers is a vec, true and false are 1 and 0, null is a missing number. A column with any text is a list of
strings, as csv.read gives it. "-" is standard input.]],
        returns = "a table {[name] = vec or list of strings}, the list of names and, if there are any, that of notes",
        errors = [[
a file that cannot be read or is no JSON, as FILE:LINE:COLUMN; lists and objects within rows; columns of different
lengths; a missing number with na="error"]],
        example = [[
            path, rows = os.tmpname(), '[{"id": "a", "x": 1}, {"id": "b", "x": 2}]'
            io.open(path, "w"):write(rows):close();
            t, names = json.read(path)
            t, names
            --> {id = {"a", "b"}, x = vec{1, 2}}	{"id", "x"}
            os.remove(path);]],
        see = {"csv.read", "result:json", "npz.read"},
        words = {"ndjson", "jsonl", "JSON lines", "to_json", "records"},
    },
    npy = {
        summary = "arrays in NumPy's files",
        text = "npy.read and npy.write for one array, npz.read and npz.write for several by name.",
        errors = "those of npy.read and npy.write",
        example = [[
            path = npy.write(os.tmpname(), mat{{1, 2}, {3, 4}})
            npy.read(path)
            --> mat 2x2
            -->   1  2
            -->   3  4
            os.remove(path);]],
        see = {"npy.read", "npy.write", "npz", "csv"},
    },
    ["npy.read"] = {
        summary = "reads an array from a file of NumPy's",
        usage = 'npy.read "x.npy"',
        takes = "file",
        text = [[
Reads what numpy.save writes: arrays of floating-point numbers (f4, f8), whole numbers (i1 .. i8, u1 .. u8) and truth
values (1 or 0), in both byte orders, by rows or by columns (Fortran order).]],
        returns = "a vec for one dimension, a mat for two, a number for none",
        errors = [[
a file that cannot be read, is none of NumPy's, is cut off or goes on after the array; more than two dimensions or 2^31
- 1 rows or columns; texts, complex numbers and records; a whole number that no double is (beyond 2^53 not all are)]],
        example = [[
            path = npy.write(os.tmpname(), vec{0.5, 1})
            npy.read(path)
            --> vec{0.5, 1}
            os.remove(path);]],
        see = {"npy.write", "npz.read", "csv.read"},
        words = {"numpy", "ndarray", "array file", "numpy.load"},
    },
    ["npy.write"] = {
        summary = "writes an array as a file of NumPy's",
        usage = "npy.write(path, v)",
        takes = "file",
        text = "Writes a vec, a mat or a number as numpy.save does; numpy.load reads it. Every bit is kept.",
        returns = "path; the file is written whole or not at all",
        errors = "a value that is no vec, mat or number; a file that cannot be written",
        example = [[
            path = npy.write(os.tmpname(), vec{0.5, 1})
            #io.open(path, "rb"):read "a"
            --> 144
            os.remove(path);]],
        see = {"npy.read", "npz.write", "csv.write"},
    },
    npz = {
        summary = "arrays by name in NumPy's zip files",
        text = "npz.read and npz.write; a result writes its columns with r:npz(path).",
        errors = "those of npz.read and npz.write",
        example = [[
            path = npz.write(os.tmpname(), {x=vec{1, 2}, scale=0.5})
            npz.read(path)
            --> {scale = 0.5, x = vec{1, 2}}	{"scale", "x"}
            os.remove(path);]],
        see = {"npz.read", "npz.write", "result:npz", "npy"},
    },
    ["npz.read"] = {
        summary = "reads arrays by name from a zip file of NumPy's",
        usage = 'npz.read "arrays.npz"',
        takes = "file",
        text = "Reads what numpy.savez and numpy.savez_compressed write; each array as npy.read does.",
        returns = "a table {[name] = vec, mat or number}, and the list of names in the order of the file",
        errors = "a file that cannot be read, is no zip file of arrays or is damaged; those of npy.read, with the name",
        example = [[
            path = npz.write(os.tmpname(), {x={1, 2}, y={3, 4}})
            arrays = npz.read(path)
            arrays.x + arrays.y
            --> vec{4, 6}
            os.remove(path);]],
        see = {"npz.write", "npy.read", "csv.read"},
        words = {"numpy.savez"},
    },
    ["npz.write"] = {
        summary = "writes arrays by name as a zip file of NumPy's",
        usage = "npz.write(path, {x=v, m=M})",
        takes = "file",
        text = [[
Writes vecs, mats, lists of numbers and numbers as numpy.savez does; numpy.load reads them by name. Every bit is kept,
and equal arrays give equal bytes.]],
        returns = "path; the file is written whole or not at all",
        errors = "a value that is no vec, mat or number; more than 4 GiB in all; a file that cannot be written",
        example = [[
            path = npz.write(os.tmpname(), {x=vec{1, 2}, m=mat{{1, 2}, {3, 4}}})
            npz.read(path).m
            --> mat 2x2
            -->   1  2
            -->   3  4
            os.remove(path);]],
        see = {"npz.read", "npy.write", "result:npz"},
    },
}
