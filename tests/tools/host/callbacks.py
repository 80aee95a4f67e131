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
told(debias.moments, problem, reps=10, x=[1])
#> ValueError x: expected 10 numbers, got an array of shape (1,)
told(debias.run, problem, "bsgd", 1e-3, steps=10, x0=[1])
#> ValueError x0: expected 10 numbers, got an array of shape (1,)
told(problem.objective, [1])
#> ValueError x: expected 10 numbers, got an array of shape (1,)
told(debias.Problem.own, broken, broken, dim=2, n=3, x0=[1])
#> ValueError x0: expected 2 numbers, got an array of shape (1,)
for ids in ([1, 2], ["a"], []):
    told(debias.correct, debias.Function.exp(), np.arange(8) / 8, by=ids)
    #> ValueError by: expected an id for each of 8 rows, got 2
    #> ValueError by: expected an id for each of 8 rows, got 1
    #> ValueError by: expected an id for each of 8 rows, got 0
told(debias.lab, [law], debias.Function.exp(), law, [1])
#> TypeError expected Operator, got Dist
told(debias.run, law, "bsgd", 1e-3, steps=10)
#> TypeError expected Problem, got Dist
told(debias.lab, [op], debias.Function.exp(), law, [1], reps=-1)
#> ValueError reps: expected a number from 0 on, got -1
told(debias.lab, [op], debias.Function.exp(), law, [1], rep=5)
#> TypeError unknown setting 'rep'
