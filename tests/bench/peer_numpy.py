"""The workloads in NumPy, vectorised as far as they go: over replicates (w1, w1x10), the batch (w3), estimates (w2).
Takes the name of a workload; prints `NAME VALUE UNIT CHECK`."""

import os
import sys
import time

import numpy as np

ROWS, DIM, DEVIATION, L2, STEP, W3_STEP, B1, B2, P_OUT = 50000, 10, 10.0, 0.01, 1e-4, 1e-3, 100, 10, 0.1
rng = np.random.default_rng(1)


def amount(n):
    return n // 100 + 1 if "SHORT" in os.environ else n


def make_data():
    x = rng.standard_normal(DIM)
    rows = rng.standard_normal((ROWS, DIM))
    return rows, np.sign(rows @ x), 3 * x / np.sqrt(x @ x)


def objective(rows, labels, x):
    return np.mean(np.log1p(np.exp(-labels * (rows @ x)))) + L2 / 2 * (x @ x)


def derivative(label, y):
    return -label / (1 + np.exp(label * y))


def second_order(label, y1, y2):
    return 2 * derivative(label, 0.5 * (y1 + y2)) - 0.5 * (derivative(label, y1) + derivative(label, y2))


# Each returns seconds, units and the check.
def time_normals():
    n, size, total = amount(5000000), 10000, 0.0
    start = time.process_time()
    for _ in range(n // size):
        total += rng.standard_normal(size)[0]
    return time.process_time() - start, n, total * size / n


def time_w1(replicates):
    rows, labels, first = make_data()
    x, steps = np.tile(first, (replicates, 1)), amount(4000)
    start = time.process_time()
    for _ in range(steps):
        i = rng.integers(ROWS, size=replicates)
        eta = rows[i, None, :] + DEVIATION * rng.standard_normal((replicates, 3, DIM))
        y = np.einsum("rkj,rj->kr", eta[:, :2], x)
        v = second_order(labels[i], y[0], y[1])
        x -= STEP * (v[:, None] * eta[:, 2] + L2 * x)
    spent = time.process_time() - start
    return spent, steps * replicates, np.mean([objective(rows, labels, r) for r in x])


def time_w1x1():
    rows, labels, first = make_data()
    x, steps = first.copy(), amount(20000)
    start = time.process_time()
    for _ in range(steps):
        i = rng.integers(ROWS)
        eta = rows[i] + DEVIATION * rng.standard_normal((3, DIM))
        y = eta[:2] @ x
        v = second_order(labels[i], y[0], y[1])
        x -= STEP * (v * eta[2] + L2 * x)
    spent = time.process_time() - start
    return spent, steps, objective(rows, labels, x)


def batch_estimate(rows, labels, x, previous, size):
    """The mean of `size` estimates, less the same at a second point when there is one, on the same draws."""
    i = rng.integers(ROWS, size=size)
    eta = rows[i] + DEVIATION * rng.standard_normal((3, size, DIM))
    v = second_order(labels[i], eta[0] @ x, eta[1] @ x)
    if previous is not None:
        v -= second_order(labels[i], eta[0] @ previous, eta[1] @ previous)
    return v @ eta[2] / size


def time_w3():
    rows, labels, x = make_data()
    previous, G, steps = None, None, amount(5000)
    start = time.process_time()
    for _ in range(steps):
        if G is None or rng.random() < P_OUT:
            G = batch_estimate(rows, labels, x, None, B1)
        else:
            G = G + batch_estimate(rows, labels, x, previous, B2)
        previous, x = x, x - W3_STEP * (G + L2 * x)
    spent = time.process_time() - start
    return spent, steps, objective(rows, labels, x)


def windows(blocks, size):
    """A matrix of means over the cyclic windows of `size` blocks that start at multiples of gcd(size, blocks)."""
    step = np.gcd(size, blocks)
    starts = np.arange(0, blocks, step)
    W = np.zeros((len(starts), blocks))
    for row, first in enumerate(starts):
        W[row, (first + np.arange(size)) % blocks] = 1 / size
    return W


def time_w2():
    operators = (
        (1, 12, {1: 1}),
        (2, 6, {1: -1, 2: 2}),
        (12, 1, {1: 1 / 36, 2: -11 / 18, 3: 3 / 4, 4: 26 / 9, 6: -9 / 2, 8: -32 / 9, 12: 6}),
    )
    reps, draws, bias, start = amount(4000), 0, [], time.process_time()
    for blocks, least, terms in operators:
        means = [(windows(blocks, size).T, weight) for size, weight in terms.items()]
        for m in (1, 2, 4, 8, 16, 32):
            block = (2 * np.sqrt(rng.random((reps * blocks, m * least)))).mean(axis=1).reshape(reps, blocks)
            estimates = sum(weight * ((block @ W) ** 4).mean(axis=1) for W, weight in means)
            bias.append((estimates.mean() - (4 / 3) ** 4, estimates.std()))
            draws += reps * 12 * m
    return time.process_time() - start, draws, bias[0][0]


tasks = {
    "normals": time_normals,
    "w1": lambda: time_w1(16),
    "w1x10": lambda: time_w1(10),
    "w1x1": time_w1x1,
    "w2": time_w2,
    "w3": time_w3,
}

spent, units, check = tasks[sys.argv[1]]()
print(f"{sys.argv[1]} {1e9 * spent / units:.5g} ns {check:.6g}")
