"""Biases, a corrected sample, runs, moments and values by the C library of debias, on a built-in problem and on one of
Python functions. --hex prints every number exactly.

    python3 example.py
"""
import sys

import numpy as np

import debias


def shown(*numbers):
    return " ".join(float(x).hex() if "--hex" in sys.argv else f"{x:.6g}" for x in numbers)


def show_biases():
    q, law = debias.Function.polynomial([0, 0, 0, 0, 1]), debias.Dist("ramp", a=0, b=2)
    operators = [debias.Operator.paper(k) for k in (1, 2, 3)]
    table = debias.lab(operators, q, law, [1, 2, 4], reps=20000, seed=1)
    for i, name in enumerate(table["operator"]):
        print("bias", name, int(table["m"][i]), shown(table["bias"][i], table["se"][i], table["exact"][i]))
    found = debias.slopes(table)
    for i, name in enumerate(found["operator"]):
        print("slope", name, shown(found["slope"][i], found["slope_lo"][i], found["slope_hi"][i]))
    print("expect", shown(debias.expect(operators[0], q, law), debias.bias(operators[1], q, law, 8)))


def show_correction():
    data = np.arange(1, 41) ** 2 / 97 % 1 + 0.5
    table = debias.correct(debias.Function(lambda s: 1 / s), data, seed=1)
    for i, name in enumerate(table["operator"]):
        print("correct", name, shown(table["value"][i], table["se"][i]), table["verdict"][i] or "unknown")
    ids = np.arange(40) // 8
    table = debias.correct(debias.Function(lambda s: 1 / s), data, by=ids, seed=1)
    print("by", shown(table.facts["plugin"], *table["value"]), shown(*table.groups["plugin"]))


def show(name, problem, step, x, eps):
    moments = debias.moments(problem, "e-bsgd", m=4, reps=2000, seed=3)
    print("moments", name, shown(*moments["mean"][:2], *moments["se"][:2]))
    value = debias.value(problem, terms=[4000, 1000, 500], seed=4)
    print("value", name, shown(value.facts["value"], value.facts["samples"]))
    facts = debias.value(problem, eps=eps, x=x, seed=4).facts
    print("to eps", name, shown(*(facts[i] for i in ("value", "se", "bias", "samples"))), facts["bias_status"])
    run = debias.run(problem, "e-bsgd", step, samples=6000, m=4, reps=3, seed=2)
    print("run", name, shown(*run.final[0][:2], run["samples"][-1]), run.stop)


def own_problem():
    """f = sqrt(1 + (b - y)^2) of y = E (a + 2 eta).x: least absolute deviations, smoothed, with noisy rows."""
    i = np.arange(200)
    a = np.stack([i * 37 % 101 / 50 - 1, i * 53 % 97 / 48 - 1], axis=1)
    b = a[:, 0] - a[:, 1] / 2

    def noisy(xi, eta):
        return xi[:, :2] + 2 * eta

    def g(x, xi, eta):
        row = noisy(xi, eta)
        return (row[:, 0] * x[:, 0] + row[:, 1] * x[:, 1])[:, None]

    def f(y, xi):
        off = xi[:, 2] - y[:, 0]
        with np.errstate(over="ignore"):  # far away, where its least value is looked for
            return np.sqrt(1 + off * off)

    def f_gradient(y, xi):
        return (-(xi[:, 2] - y[:, 0]) / f(y, xi))[:, None]

    return debias.Problem.own(g, f, dim=2, data=np.column_stack([a, b]), normals=2, l2=0.125, f_gradient=f_gradient,
                              g_jacobian=lambda x, xi, eta: noisy(xi, eta)[:, None, :],
                              g_mean=lambda x, xi: g(x, xi, 0), g_mean_jacobian=lambda x, xi: xi[:, None, :2])


if __name__ == "__main__":
    show_biases()
    show_correction()
    show("built-in", debias.Problem("invariant_logistic", n=500, noise_var=100, l2=0.1), 1e-3, np.ones(10), 0.5)
    show("own", own_problem(), 0.125, np.array([1, 0.5]), 0.05)
