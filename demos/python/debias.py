"""The C library of debias for Python: debias.h by ctypes, numpy arrays in and out.

It has names, units and defaults of the header and of the help pages (debias -e 'help "run"'). The library is
DEBIAS_LIBRARY, or where the system finds libdebias. Callbacks get views of the library's arrays, not copies, and are
called on the thread that made the call; what they raise ends that call and is raised by it. Calls may be made from
several threads at once.
"""
import contextlib
import ctypes as c
import ctypes.util
import os
import signal
import threading

import numpy as np

_lib = c.CDLL(os.environ.get("DEBIAS_LIBRARY") or ctypes.util.find_library("debias") or "libdebias.so.0")

# ---- debias.h ----

_double, _size, _handle, _int = c.c_double, c.c_size_t, c.c_void_p, c.c_int
_numbers = c.POINTER(c.c_double)


class _Error(c.Structure):
    _fields_ = [("text", c.c_char * 252), ("code", _int)]


class _Option(c.Structure):
    _fields_ = [("name", c.c_char_p), ("number", _double), ("text", c.c_char_p), ("values", _handle), ("rows", _size),
                ("cols", _size)]


class _Function(c.Structure):
    _fields_ = [("kind", _int), ("out", c.c_uint16), ("parallel", c.c_uint16), ("call", _handle), ("context", _handle),
                ("coefficients", _handle), ("n", _size)]


_look_type = c.CFUNCTYPE(_int, _handle, _double)
_record_type = c.CFUNCTYPE(_int, _handle, _handle, _size)
_q_type = c.CFUNCTYPE(_int, _handle, _size, _size, _numbers, _numbers)
_rows3 = c.CFUNCTYPE(_int, _handle, _size, _numbers, _numbers, _numbers)
_rows4 = c.CFUNCTYPE(_int, _handle, _size, _numbers, _numbers, _numbers, _numbers)
_rows2 = c.CFUNCTYPE(_int, _handle, _size, _numbers, _numbers)


class _Watch(c.Structure):
    _fields_ = [("context", _handle), ("look", _look_type)]


class _Sampling(c.Structure):
    _fields_ = [("reps", c.c_uint64), ("se", _double), ("seed", c.c_uint64), ("threads", _size), ("s", _double),
                ("no_control", _int), ("own_cost", _int), ("value", _int), ("x", _handle), ("op", _handle),
                ("interrupt", _handle), ("watch", c.POINTER(_Watch))]


class _Levels(c.Structure):
    _fields_ = [("se", _double), ("samples", c.c_uint64), ("L", _size), ("L_most", _size), ("n0", c.c_uint64),
                ("alpha", _double), ("beta", _double), ("seed", c.c_uint64), ("threads", _size), ("x", _handle),
                ("interrupt", _handle), ("watch", c.POINTER(_Watch))]


class _Correction(c.Structure):
    _fields_ = [("ops", _handle), ("n_ops", _size), ("splits", _size), ("seed", c.c_uint64), ("log", _int),
                ("by", _handle), ("by_names", _handle), ("threads", _size), ("interrupt", _handle),
                ("watch", c.POINTER(_Watch))]


_step_type = c.CFUNCTYPE(_int, _handle, c.c_uint64, _numbers)
_batch_type = c.CFUNCTYPE(_int, _handle, c.c_uint64, c.POINTER(_size))
_update_type = c.CFUNCTYPE(_int, _handle, _size, c.c_uint64, _numbers, _numbers, _numbers)
_metrics_type = c.CFUNCTYPE(_int, _handle, _size, c.c_uint64, _numbers, _numbers)


class _Hooks(c.Structure):
    _fields_ = [("context", _handle), ("step", _step_type), ("m", _batch_type), ("update", _update_type),
                ("metrics", _metrics_type), ("n_metrics", _size), ("metric_names", c.POINTER(c.c_char_p))]


class _Settings(c.Structure):
    _fields_ = [("samples", c.c_uint64), ("steps", c.c_uint64), ("step", _double), ("clip", _double), ("reps", _size),
                ("seed", c.c_uint64), ("record", _size), ("threads", _size), ("x0", _handle), ("op", _handle),
                ("interrupt", _handle), ("hooks", c.POINTER(_Hooks))]


class _Own(c.Structure):
    _fields_ = [("dim", _size), ("p", _size), ("n", _size), ("cols", _size), ("data", _handle), ("normals", _size),
                ("uniforms", _size), ("law", _handle), ("outer_normals", _size), ("outer_uniforms", _size),
                ("l2", _double), ("x0", _handle), ("parallel", _int), ("context", _handle), ("outer", _rows2),
                ("g", _rows4), ("f", _rows3), ("g_jacobian", _rows4), ("f_gradient", _rows3), ("g_mean", _rows3),
                ("g_mean_jacobian", _rows3)]


def _declare(name, result, *arguments):
    function = getattr(_lib, "debias_" + name)
    function.restype, function.argtypes = result, arguments
    return function


_error = c.POINTER(_Error)
_version = _declare("version", c.c_char_p)
_operator_order = _declare("operator_order", _handle, _int, _error)
_operator_paper = _declare("operator_paper", _handle, _int, _error)
_operator_free = _declare("operator_free", None, _handle)
_dist_new = _declare("dist_new", _handle, c.c_char_p, _handle, _error)
_dist_free = _declare("dist_free", None, _handle)
_dist_dim = _declare("dist_dim", _size, _handle)
_polynomial = _declare("polynomial", _Function, _handle, _size)
_exponential = _declare("exponential", _Function)
_calls = _declare("calls", _Function, _q_type, _handle, _size, _size, _int)
_bias = _declare("bias", _int, _handle, _handle, _handle, _double, _double, _handle, _error)
_expect = _declare("expect", _int, _handle, _handle, _handle, _double, _double, _handle, _handle, _error)
_lab = _declare("lab", _handle, _handle, _size, _handle, _handle, _handle, _size, _handle, _error)
_slopes = _declare("slopes", _handle, _handle, _double, _double, _error)
_correct = _declare("correct", _handle, _handle, _handle, _size, _size, _handle, _handle, _error)
_problem_new = _declare("problem_new", _handle, c.c_char_p, _handle, _error)
_problem_own = _declare("problem_own", _handle, _handle, _error)
_problem_free = _declare("problem_free", None, _handle)
_problem_dim = _declare("problem_dim", _size, _handle)
_problem_objective = _declare("problem_objective", _int, _handle, _handle, _handle, _handle, _error)
_run = _declare("run_watched", _handle, _handle, c.c_char_p, _handle, _handle, _handle, _handle, _error)
_run_free = _declare("run_free", None, _handle)
_run_rows = _declare("run_rows", _size, _handle)
_run_column = _declare("run_column", c.c_char_p, _handle, _size)
_run_mean = _declare("run_mean", _double, _handle, _size, _size, _handle)
_run_final = _declare("run_final", None, _handle, _size, _handle)
_run_stop = _declare("run_stop", c.c_char_p, _handle)
_moments = _declare("moments", _handle, _handle, c.c_char_p, _handle, _handle, _error)
_value = _declare("value", _handle, _handle, _double, _handle, _size, _handle, _error)
_table_free = _declare("table_free", None, _handle)
_table_rows = _declare("table_rows", _size, _handle)
_table_column = _declare("table_column", c.c_char_p, _handle, _size)
_table_text = _declare("table_text", c.c_char_p, _handle, _size, _size)
_table_numbers = _declare("table_numbers", None, _handle, _size, _handle)
_table_fact = _declare("table_fact", c.c_char_p, _handle, _size)
_fact_number = _declare("table_fact_number", _double, _handle, c.c_char_p)
_fact_text = _declare("table_fact_text", c.c_char_p, _handle, c.c_char_p)

for _made, _free in ((_lab, _table_free), (_correct, _table_free), (_moments, _table_free), (_value, _table_free),
                     (_run, _run_free),
                     (_problem_own, _problem_free)):
    _made.free = _free  # takes back the result of a call whose callbacks raised


class Error(Exception):
    """What the library says of a call that failed."""


class _Calls(threading.local):
    """The calls under way on a thread, the innermost last: of each, what its callbacks have raised."""

    def __init__(self):
        self.raised = []


_calls_here = _Calls()


@contextlib.contextmanager
def _interrupts(raised):
    """Keeps a Ctrl-C for the call, which look ends then: one that comes between a callback's lines, ctypes would drop.
    A second one is raised at once, from whatever function runs."""
    def handler(*_):
        if raised:
            raise KeyboardInterrupt
        raised.append(KeyboardInterrupt())

    main = threading.current_thread() is threading.main_thread()
    taken = main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if taken:
        signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        if taken:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _call(function, *arguments):
    """The value of a call that can fail, which it raises."""
    error, raised = _Error(), []
    _calls_here.raised.append(raised)
    try:
        with _interrupts(raised):
            value = function(*arguments, c.byref(error))
    finally:
        _calls_here.raised.pop()
    if raised:
        if value and hasattr(function, "free"):
            function.free(value)
        raise raised[0]
    if value is None or (function.restype is _int and value < 0):
        raise Error(error.text.decode())
    return value


def _guarded(kind, function, failed=1):
    """A callback that keeps what the function raises, and returns `failed` then."""
    def call(*arguments):
        try:
            value = function(*arguments) or 0
        except BaseException as raised:  # also KeyboardInterrupt, which the call then raises
            _calls_here.raised[-1].append(raised)
        return failed if any(_calls_here.raised) else value
    return kind(call)


def _array(values):
    return np.ascontiguousarray(values, dtype=float)


def _vector(name, values, length):
    """So many numbers, or None for None."""
    array = None if values is None else _array(values)
    if array is not None and array.shape != (length,):
        raise ValueError(f"{name}: expected {length} numbers, got an array of shape {array.shape}")
    return array


def _address(array):
    return None if array is None else array.ctypes.data


def _given(value, kind):
    """The handle of an object of that class."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
    return value.handle


def _count(name, value):
    """A whole number from 0 on. ctypes would wrap others around."""
    if not 0 <= value <= 2 ** 53 or value != int(value):
        raise ValueError(f"{name}: expected a whole number from 0 to 2^53, got {value}")
    return int(value)


def _counts(kind, name, values):
    return (kind * len(values))(*[_count(name, value) for value in values])


def _filled(kind, **values):
    """A structure of the header. ctypes would take any name."""
    types = dict(kind._fields_)
    for name, value in values.items():
        if name not in types:
            raise TypeError(f"unknown setting '{name}'")
        if types[name] in (_size, c.c_uint64):
            values[name] = _count(name, value)
    return kind(**values)


def _view(pointer, *shape):
    """The library's numbers as an array, not copied."""
    return np.ctypeslib.as_array(pointer, shape=shape) if pointer else None


def _put(name, out, values):
    """out <- what a function returned: a number, or an array of out's shape, but for lengths of 1."""
    array = None if values is None else np.asarray(values, dtype=float)
    if array is None or array.size != 1 and [n for n in array.shape if n != 1] != [n for n in out.shape if n != 1]:
        got = None if array is None else f"one of shape {array.shape}"
        raise ValueError(f"{name}: expected an array of shape {out.shape}, got {got}")
    out[...] = array if array.size == 1 else array.reshape(out.shape)


def _number(name, value):
    """What an option holds that is neither a word nor an array."""
    try:
        return float(value)
    except TypeError:
        raise TypeError(f"{name}: expected a number, a word or an array, got {type(value).__name__}") from None


def _options(values):
    """A list of options by name, and what it points to."""
    kept, items = [], []
    for name, value in values.items():
        item = _Option(name=name.encode())
        if isinstance(value, str):
            item.text = value.encode()
        elif np.ndim(value) == 0:
            item.number = _number(name, value)
        else:
            array = _array(value)
            if array.ndim > 2:
                raise ValueError(f"{name}: expected a vector or a matrix, got an array of shape {array.shape}")
            kept.append(array)
            item.values, item.rows = array.ctypes.data, len(array)
            item.cols = array.shape[1] if array.ndim > 1 else 0
        items.append(item)
    items.append(_Option())
    return (_Option * len(items))(*items), kept


def _columns(name, text, number, rows):
    """Columns of a table by name: arrays of numbers, or lists where a column has texts."""
    columns, i = {}, 0
    while name(i):
        texts = [text(row, i) for row in range(rows)]
        if any(words is not None for words in texts):
            columns[name(i).decode()] = [words and words.decode() for words in texts]
        else:
            columns[name(i).decode()] = number(i)
        i += 1
    return columns


class Table(dict):
    """Columns by name, and `facts`: what is known of the whole."""

    def __init__(self, handle):
        self.handle, rows = handle, _table_rows(handle)

        def numbers(column):
            out = np.empty(rows)
            _table_numbers(handle, column, out.ctypes.data)
            return out
        super().__init__(_columns(lambda i: _table_column(handle, i), lambda row, i: _table_text(handle, row, i),
                                  numbers, rows))
        self.facts, i = {}, 0
        while name := _table_fact(handle, i):
            text = _fact_text(handle, name)
            self.facts[name.decode()] = text.decode() if text else _fact_number(handle, name)
            i += 1

    def __del__(self):
        _table_free(self.handle)


# ---- What the header offers ----

class Operator:
    """An extrapolation operator: Operator.order(2), Operator.paper(3)."""

    def __init__(self, handle):
        self.handle = handle

    @classmethod
    def order(cls, k):
        return cls(_call(_operator_order, k))

    @classmethod
    def paper(cls, k):
        return cls(_call(_operator_paper, k))

    def __del__(self):
        _operator_free(self.handle)


class Dist:
    """The law of a draw: Dist("ramp", a=0, b=2)."""

    def __init__(self, name, **options):
        self.handle = None
        self.handle = _call(_dist_new, name.encode(), _options(options)[0])

    def __del__(self):
        _dist_free(self.handle)


class Function:
    """q: Function.polynomial([0, 0, 1]), Function.exp(), or Function(f): f takes an array (in, n), of one component a
    row, and returns (out, n); with points=1 and values=1 it takes and returns n numbers."""

    def __init__(self, f, points=1, values=1):
        def call(_, n, gap, s, y):
            at, to = _view(s, points, gap)[:, :n], _view(y, values, gap)[:, :n]
            _put("q", to, f(at[0] if points == 1 else at))
        self._kept = _guarded(_q_type, call)
        self.handle = _calls(self._kept, None, _count("points", points), _count("values", values), 0)

    @classmethod
    def polynomial(cls, coefficients):
        self = cls.__new__(cls)
        self._kept = _array(coefficients)
        self.handle = _polynomial(self._kept.ctypes.data, len(self._kept))
        return self

    @classmethod
    def exp(cls):
        self = cls.__new__(cls)
        self.handle = _exponential()
        return self


def _q(function):
    return c.byref(_given(function, Function))


def bias(operator, q, dist, m, s=0):
    """The exact bias of the operator."""
    out = _double()
    _call(_bias, _given(operator, Operator), _q(q), _given(dist, Dist), m, s, c.byref(out))
    return out.value


def expect(operator, q, dist, m=1, s=0):
    """The exact expectation of the operator; with Operator.order(1) and m=1 that is E q(s + delta)."""
    out = _double()
    _call(_expect, _given(operator, Operator), _q(q), _given(dist, Dist), m, s, c.byref(out), None)
    return out.value


def _watch(look):
    """look(share), called several times a second: True ends the computation. Without one Ctrl-C is looked for."""
    return c.pointer(_Watch(None, _guarded(_look_type, lambda _, share: bool(look and look(share)))))


def _sampling(look, settings, dim=0):
    operator, x = settings.pop("operator", None), _vector("x", settings.pop("x", None), dim)
    made = _filled(_Sampling, op=operator and _given(operator, Operator), x=_address(x), watch=_watch(look), **settings)
    return made, x


def _handles(operators):
    return (_handle * len(operators))(*[_given(op, Operator) for op in operators])


def lab(operators, q, dist, m, look=None, **settings):
    """The bias lab: a Table with a row for each operator and m."""
    sizes, (made, _) = _counts(_size, "m", m), _sampling(look, settings)
    return Table(_call(_lab, _handles(operators), len(operators), _q(q), _given(dist, Dist), sizes, len(m),
                       c.byref(made)))


def slopes(table, start=0, end=0):
    return Table(_call(_slopes, _given(table, Table), start, end))


def correct(q, data, operators=(), by=None, look=None, **settings):
    """The bias of q of the data's mean, taken off; with by, of the mean of each group of rows. The Table's `groups` is
    the one of the groups."""
    rows = _array(data)
    shape = (len(rows), rows.size // max(len(rows), 1))
    if by is not None and len(by) != len(rows):
        raise ValueError(f"by: expected an id for each of {len(rows)} rows, got {len(by)}")
    made, groups = _filled(_Correction, n_ops=len(operators), watch=_watch(look), **settings), _handle()
    handles = _handles(operators)
    made.ops = c.cast(handles, _handle)
    if by is not None and len(by) and isinstance(by[0], str):
        names = (c.c_char_p * len(by))(*[name.encode() for name in by])
        made.by_names = c.cast(names, _handle)
    elif by is not None:
        ids = _vector("by", by, len(rows))
        made.by = _address(ids)
    table = Table(_call(_correct, _q(q), rows.ctypes.data, *shape, c.byref(made), c.byref(groups)))
    table.groups = Table(groups.value) if groups else None
    return table


class Problem:
    """A built-in problem: Problem("invariant_logistic", n=1000); or one of your own: Problem.own(..)."""

    def __init__(self, name, **options):
        self.handle = None
        self.handle = _call(_problem_new, name.encode(), _options(options)[0])

    @classmethod
    def own(cls, g, f, dim=0, p=1, data=None, n=0, cols=0, normals=0, uniforms=0, law=None, outer=None, x0=None,
            outer_normals=0, outer_uniforms=0, l2=0, g_jacobian=None, f_gradient=None, g_mean=None,
            g_mean_jacobian=None):
        """min over x of E f(E g(x, xi, eta), xi). Functions take arrays with a row for each draw and return one:
        g(x, xi, eta) -> (rows, p), f(y, xi) -> (rows,), g_jacobian -> (rows, p, dim), f_gradient -> (rows, p),
        g_mean(x, xi) -> (rows, p), outer(numbers) -> (rows, cols); derivatives are optional. xi are the rows of
        `data`, the numbers 0 .. n-1, or what outer makes of its numbers; eta: normals, then uniforms; or draws of
        law."""
        self = cls.__new__(cls)
        self.handle = None
        xi = None if data is None else _array(data)
        if xi is not None:
            xi = xi.reshape(len(xi), -1)
            n, cols = xi.shape
        start = _vector("x0", x0, dim)
        width, length = max(cols, 1), _dist_dim(_given(law, Dist)) if law else normals + uniforms

        def of_x(name, kind, function, *shape):
            def call(_, rows, x, at, *rest):
                arguments = (_view(x, rows, dim) if dim else None, _view(at, rows, width))
                if len(rest) == 2:
                    arguments += (_view(rest[0], rows, length),)
                _put(name, _view(rest[-1], rows, *shape), function(*arguments))
            return _guarded(kind, call) if function else kind()

        def of_y(name, function, *shape):
            def call(_, rows, y, at, out):
                _put(name, _view(out, rows, *shape), function(_view(y, rows, p), _view(at, rows, width)))
            return _guarded(_rows3, call) if function else _rows3()

        def of_numbers(_, rows, numbers, out):
            _put("outer", _view(out, rows, width), outer(_view(numbers, rows, outer_normals + outer_uniforms)))
        made = _filled(
            _Own, dim=dim, p=p, n=n, cols=cols, data=_address(xi), normals=normals, uniforms=uniforms,
            law=law and _given(law, Dist), outer_normals=outer_normals, outer_uniforms=outer_uniforms, l2=l2,
            x0=_address(start), outer=_guarded(_rows2, of_numbers) if outer else _rows2(), g=of_x("g", _rows4, g, p),
            f=of_y("f", f), g_jacobian=of_x("g_jacobian", _rows4, g_jacobian, p, dim),
            f_gradient=of_y("f_gradient", f_gradient, p), g_mean=of_x("g_mean", _rows3, g_mean, p),
            g_mean_jacobian=of_x("g_mean_jacobian", _rows3, g_mean_jacobian, p, dim))
        self._kept = made, law
        self.handle = _call(_problem_own, c.byref(made))
        return self

    @property
    def dim(self):
        return _problem_dim(self.handle)

    def objective(self, x):
        """The exact F(x)."""
        out, at = _double(), _vector("x", [] if x is None else x, self.dim)
        _call(_problem_objective, self.handle, _address(at), c.byref(out), None)
        return out.value

    def __del__(self):
        _problem_free(self.handle)


class Run(dict):
    """What a run recorded, means over its replicates by column; `final`: the last points, a row for each replicate;
    `stop`: why it ended."""

    def __init__(self, handle, dim, reps):
        rows = _run_rows(handle)
        super().__init__(_columns(lambda i: _run_column(handle, i), lambda row, i: None,
                                  lambda i: np.array([_run_mean(handle, row, i, None) for row in range(rows)]), rows))
        self.stop, self.final = _run_stop(handle).decode(), np.empty((reps, dim))
        for k in range(reps):
            _run_final(handle, k, self.final[k].ctypes.data)
        _run_free(handle)


def schedule(name, a, **options):
    """A step size that changes, for run: schedule("cosine", 0.1, steps=1000), schedule("inv_sqrt", 0.1), .."""
    return {"step": a, "schedule": name, **{"schedule." + option: value for option, value in options.items()}}


def _assigned(f):
    """A callback that puts f(t) where its last argument points."""
    def call(_, t, place):
        place[0] = f(t)
    return call


def _batch(m):
    """A batch as the library takes it: 0, which is of no use, for what is none."""
    return int(m) if 0 <= m <= 1e9 and m == int(m) else 0


def _hooks(dim, options):
    """The functions among the options, which are taken out."""
    made = _Hooks()
    if callable(options.get("step")):
        made.step = _guarded(_step_type, _assigned(options.pop("step")))
    if callable(options.get("m")):
        batch = options.pop("m")
        made.m = _guarded(_batch_type, _assigned(lambda t: _batch(batch(t))))
    if callable(options.get("update")):
        update = options.pop("update")

        def updated(_, replicate, t, x, v, out):
            _put("update", _view(out, dim), update(_view(x, dim), _view(v, dim), t, replicate))
        made.update = _guarded(_update_type, updated)
    if isinstance(options.get("metrics"), dict):
        metrics = options.pop("metrics")

        def measured(_, replicate, t, x, value):
            for i, (name, f) in enumerate(metrics.items()):
                _put(name, _view(value, len(metrics))[i:i + 1], f(_view(x, dim)))
        made.metrics, made.n_metrics = _guarded(_metrics_type, measured), len(metrics)
        made.metric_names = (c.c_char_p * len(metrics))(*[name.encode() for name in metrics])
    return made


def run(problem, method, step=None, reps=10, operator=None, on_record=None, look=None, **options):
    """Runs the method. step: a number, or a schedule. options: the method's and those of run{..} at the prompt, among
    them samples=, steps= or seconds=, clip=, seed=, record=, x0=, output=, tol=, update= and prox= with their own.
    step and m may be functions of t = 1, 2, .., update one of (x, v, t, replicate) that returns the new x, and metrics
    a dict of functions of x, which are columns.
    on_record(row), after each record: True ends the run."""
    handle = _given(problem, Problem)
    options |= step if isinstance(step, dict) else {} if step is None else {"step": step}
    hooks = _hooks(problem.dim, options)
    settings = _filled(_Settings, hooks=c.pointer(hooks), op=operator and _given(operator, Operator))

    def recorded(_, __, row):
        return bool(on_record(row))

    call = _guarded(_record_type, recorded) if on_record else None
    watch, items = _watch(look), _options(options | {"reps": reps})
    made = _call(_run, handle, method.encode(), items[0], c.byref(settings), watch,
                 c.cast(call, _handle) if call else None)
    return Run(made, problem.dim, int(reps))


def moments(problem, method="bsgd", look=None, reps=0, se=0, seed=0, threads=0, x=None, value=False, operator=None,
            **options):
    """The moments of the method's estimates of the gradient, or of the value, at x."""
    handle = _given(problem, Problem)
    made, _kept = _sampling(look, {"reps": reps, "se": se, "seed": seed, "threads": threads, "x": x,
                                   "value": int(value), "operator": operator}, problem.dim)
    items = _options(options)
    return Table(_call(_moments, handle, method.encode(), items[0], c.byref(made)))


def value(problem, eps=0, terms=None, look=None, x=None, samples=0, n0=0, **settings):
    """The value at x by multilevel Monte Carlo: to a root mean square error of eps, a standard error of se, or so many
    samples; or from so many terms of each level. Settings also are L, L_most, alpha, beta, seed and threads."""
    handle, at = _given(problem, Problem), _vector("x", x, problem.dim)
    made = _filled(_Levels, x=_address(at), samples=samples, n0=n0, watch=_watch(look), **settings)
    counts = None if terms is None else _counts(c.c_uint64, "terms", terms)
    return Table(_call(_value, handle, eps, counts, 0 if counts is None else len(counts), c.byref(made)))


version = _version().decode()
