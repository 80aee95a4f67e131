"""Errors of Python's functions and of the library; what is printed stands in the lines #>."""
import os
import signal
import sys
import threading

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
for given in ({"step": broken}, {"step": 1, "m": broken}, {"update": broken}, {"step": 1, "metrics": {"mine": broken}}):
    told(debias.run, problem, "bsgd", steps=10, **given)
    #> ValueError mine
    #> ValueError mine
    #> ValueError mine
    #> ValueError mine
told(debias.run, problem, "bsgd", lambda t: t - 2, steps=10)
#> Error run: option 'step': expected a number >= 0 at step 1, got -1
told(debias.run, problem, "bsgd", 1e-3, steps=10, mm=2)
#> Error run: unknown option 'mm', did you mean 'm'?
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
told(debias.run, problem, "bsgd", 1e-3, steps=10, x0=[1, 2])
#> Error run: option 'x0': expected a vec of length 10, got length 2
told(debias.run, problem, "bsgd", debias.schedule("cosine", 0.1, every=3), steps=10)
#> Error run: option 'schedule.every' goes with schedule="step"
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
#> ValueError reps: expected a whole number from 0 to 2^53, got -1
told(debias.lab, [op], debias.Function.exp(), law, [1], rep=5)
#> TypeError unknown setting 'rep'
told(debias.value, problem, eps=1, reps=5)
#> TypeError unknown setting 'reps'
told(debias.value, problem, look=broken, eps=1e-300)
#> ValueError mine
told(debias.value, own, eps=1)
#> ValueError mine

# What a function returns has the right shape or is a number; p = 1 and rows of one number may be without their 1.
for returned in (None, np.ones(3), np.ones((5, 7))):
    told(debias.lab, [op], debias.Function(lambda s: returned), law, [2], reps=10)
    told(debias.moments, debias.Problem.own(lambda *_: returned, lambda y, xi: 0, dim=1, n=1, p=2, normals=1), reps=2)
    told(debias.run, problem, "bsgd", steps=10, update=lambda *_: returned)
    told(debias.run, problem, "bsgd", 1e-3, steps=10, metrics={"mine": lambda x: returned})
    #> ValueError q: expected an array of shape (1, 1), got None
    #> ValueError g: expected an array of shape (1, 2), got None
    #> ValueError update: expected an array of shape (10,), got None
    #> ValueError mine: expected an array of shape (1,), got None
    #> ValueError q: expected an array of shape (1, 1), got one of shape (3,)
    #> ValueError g: expected an array of shape (1, 2), got one of shape (3,)
    #> ValueError update: expected an array of shape (10,), got one of shape (3,)
    #> ValueError mine: expected an array of shape (1,), got one of shape (3,)
    #> ValueError q: expected an array of shape (1, 1), got one of shape (5, 7)
    #> ValueError g: expected an array of shape (1, 2), got one of shape (5, 7)
    #> ValueError update: expected an array of shape (10,), got one of shape (5, 7)
    #> ValueError mine: expected an array of shape (1,), got one of shape (5, 7)
for shape in (-1, (-1, 1)):
    own = debias.Problem.own(lambda x, xi, eta: (x + eta).reshape(shape), lambda y, xi: y, dim=1, n=3, normals=1)
    told(debias.moments, own, reps=10)
    #> no error
    #> no error
# Counts that ctypes would wrap around, and arrays as counts.
for count in (-1, 2 ** 64 + 10, 10.5, float("inf"), float("nan")):
    told(debias.lab, [op], debias.Function.exp(), law, [count])
    told(debias.value, problem, terms=np.array([100, count]))
    #> ValueError m: expected a whole number from 0 to 2^53, got -1
    #> ValueError terms: expected a whole number from 0 to 2^53, got -1
    #> ValueError m: expected a whole number from 0 to 2^53, got 18446744073709551626
    #> ValueError terms: expected a whole number from 0 to 2^53, got 18446744073709551626
    #> ValueError m: expected a whole number from 0 to 2^53, got 10.5
    #> ValueError terms: expected a whole number from 0 to 2^53, got 10.5
    #> ValueError m: expected a whole number from 0 to 2^53, got inf
    #> ValueError terms: expected a whole number from 0 to 2^53, got inf
    #> ValueError m: expected a whole number from 0 to 2^53, got nan
    #> ValueError terms: expected a whole number from 0 to 2^53, got nan
print(debias.value(problem, terms=np.array([100, 10]))["level"])
#> [0. 1.]
for batch in (2, 2.0, 1.5, 2 ** 64 + 2):
    told(debias.run, problem, "bsgd", 1e-3, steps=3, m=lambda t: batch)
    #> no error
    #> no error
    #> Error run: option 'm': expected a whole number from 1 to 1000000000 at step 1, got 0
    #> Error run: option 'm': expected a whole number from 1 to 1000000000 at step 1, got 0
told(debias.lab, [op], np.exp, law, [1])
#> TypeError expected Function, got ufunc
told(debias.slopes, {})
#> TypeError expected Table, got dict
told(problem.objective, None)
#> ValueError x: expected 10 numbers, got an array of shape (0,)
for clip in (None, broken, np.ones((1, 1, 1)), "a"):
    told(debias.run, problem, "bsgd", 1e-3, steps=10, clip=clip)
    #> TypeError clip: expected a number, a word or an array, got NoneType
    #> TypeError clip: expected a number, a word or an array, got function
    #> ValueError clip: expected a vector or a matrix, got an array of shape (1, 1, 1)
    #> Error run: option 'clip': expected a number > 0, got 'a'

# Ctrl-C ends computations that would take hours.
signal.signal(signal.SIGINT, signal.default_int_handler)
for long in (lambda: debias.lab([op], debias.Function.exp(), law, [100], reps=10 ** 13),
             lambda: debias.moments(problem, reps=10 ** 13), lambda: debias.value(problem, samples=10 ** 13),
             lambda: debias.run(problem, "bsgd", 1e-3, samples=1e13),
             lambda: debias.run(problem, "bsgd", 1e-3, samples=1e13, on_record=lambda row: False)):
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        long()
        print("no interrupt")
    except KeyboardInterrupt:
        print("interrupted")
    timer.join()
    #> interrupted
    #> interrupted
    #> interrupted
    #> interrupted
    #> interrupted

sys.setswitchinterval(1e-5)
calls, right = 200, []


def fail_alike(thread):
    """Many calls of all kinds, each of which fails in a way of its own or not at all."""
    mine = debias.Problem.own(lambda x, xi, eta: x * eta, lambda y, xi: said(), dim=1, n=3, normals=1)
    wanted = [None]

    def said(*_):
        if wanted[0]:
            raise ValueError(wanted[0])
        return 0

    makers = [lambda: debias.correct(debias.Function(said), np.arange(9.0), splits=5),
              lambda: debias.moments(mine, reps=10),
              lambda: debias.moments(shared, reps=10),
              lambda: debias.value(shared, terms=[10, 10]),
              lambda: debias.run(mine, "bsgd", 1e-3, steps=3, reps=2),
              lambda: debias.run(problem, "bsgd", 1e-3, steps=3, reps=2, on_record=said),
              lambda: debias.run(problem, "bsgd", 1e-3, steps=3, reps=2, mm=2)]
    words.of = lambda: said()
    for i in range(calls):
        wanted[0] = None if i % 3 == 0 else f"{thread} {i}"
        unknown = i % len(makers) == len(makers) - 1
        try:
            makers[i % len(makers)]()
            got = None
        except ValueError as error:
            got = str(error)
        except debias.Error as error:
            got = str(error).startswith("run: unknown option") or str(error)
        right.append(got == (True if unknown else wanted[0]))


words = threading.local()
shared = debias.Problem.own(lambda x, xi, eta: x * eta, lambda y, xi: words.of(), dim=1, n=3, normals=1)
threads = [threading.Thread(target=fail_alike, args=(k,)) for k in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("errors of threads:", sum(right), "of", 6 * calls)
#> errors of threads: 1200 of 1200


def inner(*_):
    told(debias.lab, [op], debias.Function(broken), law, [1])
    raise KeyError("outer")


told(debias.lab, [op], debias.Function(inner), law, [1])
#> ValueError mine
#> KeyError 'outer'
