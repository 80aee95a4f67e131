"""Errors of Python's functions and of the library; what is printed stands in the lines #>."""
import numpy as np

import debias


def told(function, *arguments, **options):
    try:
        function(*arguments, **options)
        print("no error")
    except Exception as error:
        print(type(error).__name__, error)


def broken(*_):
    raise ValueError("mine")


law, op = debias.Dist("normal", mean=0, sd=1), debias.Operator.order(2)
told(debias.Dist, "normle", mean=0)
#> Error unknown distribution 'normle', did you mean 'normal'?
told(debias.lab, [op], debias.Function(broken), law, [1, 2])
#> ValueError mine
told(debias.correct, debias.Function(broken), np.arange(9.0))
#> ValueError mine
told(debias.lab, [op], debias.Function.exp(), law, [1, 2], look=broken)
#> ValueError mine
problem = debias.Problem("invariant_logistic", n=100)
told(debias.run, problem, "bsgd", 1e-3, steps=10, on_record=broken)
#> ValueError mine
told(debias.run, problem, "bsgd", 1e-3, steps=10, mm=2)
#> Error unknown option 'mm', did you mean 'm'?
told(debias.Problem.own, broken, broken, dim=1, n=3, g_mean=broken)
#> ValueError mine
own = debias.Problem.own(lambda x, xi, eta: x * eta, broken, dim=1, n=3, normals=1)
told(debias.moments, own, reps=10)
#> ValueError mine
rows = []
run = debias.run(problem, "e-bsgd", 1e-3, steps=50, record=10, on_record=lambda row: rows.append(row) or row == 4)
print(run.stop, rows, len(run["gap"]))
#> on_record [0, 1, 2, 3, 4] 5
text = debias.correct(debias.Function.exp(), np.arange(8) / 8, by=["b", "a"] * 4, splits=5)
print(text.groups["id"], text.groups["n"])
#> ['a', 'b'] [4. 4.]
pair = debias.correct(debias.Function(lambda s: s[:1] / s[1:], points=2), np.arange(1, 21).reshape(10, 2))
print(sorted(pair)[:3], round(pair.facts["plugin"], 6))
#> ['added', 'all_se', 'blocks'] 0.909091
print(f"{debias.expect(debias.Operator.order(1), debias.Function.exp(), law):.12f}")
#> 1.648721270700
