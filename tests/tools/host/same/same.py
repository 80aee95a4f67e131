"""Cases of cases.lua by the Python example; what follows the functions is written from that table."""
import numpy as np

import debias

np.seterr(all="ignore")  # far away, where least values are looked for


def hexadecimal(x):
    return float(x).hex().replace("0x0.0p", "0x0.0000000000000p")


def shown(*numbers):
    return " ".join(map(hexadecimal, numbers))


def operator(kind, k):
    return getattr(debias.Operator, kind)(k)


def columns(first, *expressions):
    """A column for each expression, as long as the first array."""
    out = np.empty((len(first), len(expressions)))
    for i, values in enumerate(expressions):
        out[:, i] = values
    return out


def lab(name, operators, q, law, m, **settings):
    table = debias.lab(operators, q, law, m, **settings)
    for i, op in enumerate(table["operator"]):
        print(name, op, shown(*(table[key][i] for key in ("m", "bias", "se", "sd", "mse", "exact", "tail"))))
    found = debias.slopes(table)
    for i, op in enumerate(found["operator"]):
        print(name, op, shown(found["slope"][i], found["slope_lo"][i], found["slope_hi"][i]))


def expect(name, op, q, law, m, s):
    try:
        print(name, shown(debias.expect(op, q, law, m, s), debias.bias(op, q, law, m, s)))
    except debias.Error:
        print(name, "none")


def correct(name, q, data, **settings):
    table = debias.correct(q, data, **settings)
    for i, op in enumerate(table["operator"]):
        print(name, op, shown(table["value"][i], table["removed"][i], table["se"][i]), table["verdict"][i] or "none")
    groups = table.groups
    print(name, shown(table.facts["plugin"]), shown(*groups["plugin"]) if groups is not None else "none")


def moments(name, problem, method, **options):
    table = debias.moments(problem, method, **options)
    lists = [shown(*table[key]) for key in ("mean", "se", "var", "kurtosis")]
    bias = "none" if np.isnan(table["bias"]).all() else shown(*table["bias"])
    print(name, *lists, shown(table.facts["tail"]))
    print(name, "bias", bias)


def value(name, problem, **how):
    facts = debias.value(problem, **how).facts
    print(name, shown(facts["value"], facts["se"], facts["samples"]))


def run(name, problem, method, step=None, **options):
    try:
        made = debias.run(problem, method, step, **options)
    except debias.Error as error:
        print(name, error)
        return
    for key in ("step", "samples", "gap", "objective", "grad2", "distance", "first", "product"):
        known = key in made and not np.isnan(made[key]).all()
        print(name, key, shown(*made[key]) if known else "none")
    print(name, made.stop, shown(*made.final.ravel()))
