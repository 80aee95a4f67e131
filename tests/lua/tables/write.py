# Writes the files pandas_*, numpy_* and python_* of this folder, and polars_* where polars is there, into the folder
# given; ../tables.lua, ../json.lua and ../npy.lua check them.
import json
import os
import sys

import numpy as np
import pandas as pd

os.chdir(sys.argv[1])
columns = {"name": ["ann", "b, c", 'say "x"'], "x": [0.1, -2.5, 1/3], "k": [1, 20, 300]}
days = ["2024-01-05", "2024-02-29", "2025-12-31"]
d = pd.DataFrame({**columns, "day": pd.to_datetime(days)})
d.to_csv("pandas_to_csv.csv")
d.to_csv("pandas_no_index.csv", index=False)
d.to_csv("pandas_semicolon.csv", index=False, sep=";", decimal=",")
with open("pandas_utf8_sig.csv", "w", encoding="utf-8-sig", newline="\r\n") as f:
    f.write(d.to_csv(index=False))
d.to_json("pandas_records.json", orient="records", date_format="iso")
d.to_json("pandas_lines.jsonl", orient="records", lines=True, date_format="iso")
d.to_json("pandas_columns.json")
with open("python_lists.json", "w") as f:
    json.dump({**columns, "day": days}, f, indent=1)

np.savetxt("numpy_savetxt.txt", d[["x", "k"]].to_numpy(), header="x k", comments="")
three, rows = np.array(columns["x"]), np.arange(6.0).reshape(2, 3)
arrays = {
    "f8": three, "big": three.astype(">f8"), "f4": np.array([0.5, -2.5, 0.1], "f4"), "i2": np.array([1, -20, 300], "i2"),
    "u8": np.array([1, 2**53, 7], "u8"), "bool": np.array([True, False, True]), "rows": rows,
    "fortran": np.asfortranarray(rows), "number": np.array(2.5), "cube": np.zeros((2, 2, 2)), "text": np.array(["a", "b"]),
}
for name, array in arrays.items():
    np.save(f"numpy_{name}.npy", array)
np.savez("numpy_savez.npz", x=three[:2], m=rows.astype(int))
np.savez_compressed("numpy_savez_compressed.npz", x=three[:2], m=rows.astype(int))

try:
    import polars as pl
    p = pl.DataFrame({**columns, "day": days}).with_columns(pl.col("day").str.to_date())
    p.write_csv("polars_write_csv.csv")
    p.write_csv("polars_semicolon.csv", separator=";")
    p.write_json("polars_write_json.json")
    p.write_ndjson("polars_ndjson.jsonl")
except ImportError:
    pass

# what csv.write, r:json and npz.write made, if anything
if os.path.exists("ours.csv"):
    t = pd.read_csv("ours.csv", float_precision="round_trip")
    assert t[["name", "x", "k"]].equals(d[["name", "x", "k"]].astype({"k": t.k.dtype}))
if os.path.exists("ours.npz"):
    z = np.load("ours.npz")
    assert z["x"].tobytes() == three.tobytes() and (z["m"] == rows).all()
