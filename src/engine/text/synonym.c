/* Users come with the words of other programs. */
#include "engine/text/synonym.h"

#include <strings.h>

static const char *const words[][2] = {
    /* clang-format off */
    /* options */
    {"cols", "columns"}, {"col", "color"}, {"c", "color"}, {"colour", "color"},
    {"linestyle", "dash"}, {"linetype", "dash"}, {"lty", "dash"}, {"ls", "dash"},
    {"pch", "marker"}, {"symbol", "marker"}, {"shape", "marker"}, {"filled", "hollow"},
    {"start", "x0"}, {"xlabel", "x"}, {"ylabel", "y"}, {"xlab", "x"}, {"ylab", "y"},
    {"xlim", "x"}, {"ylim", "y"}, {"xscale", "x"}, {"yscale", "y"}, {"ymin", "lo"},
    {"ymax", "hi"}, {"lower", "lo"}, {"upper", "hi"}, {"name", "label"}, {"caption", "notes"},
    {"subtitle", "notes"}, {"main", "title"}, {"begin", "from"}, {"end", "to"},
    {"align", "anchor"}, {"ha", "anchor"}, {"fontsize", "font_pt"}, {"resolution", "dpi"},
    /* options of runs, of distributions */
    {"lr", "step"}, {"learning_rate", "step"}, {"stepsize", "step"}, {"step_size", "step"},
    {"batch", "B"}, {"batch_size", "B"}, {"batchsize", "B"}, {"minibatch", "B"},
    {"outer_batch", "B"}, {"inner_batch", "m"}, {"inner", "m"}, {"n_inner", "m"},
    {"iterations", "steps"}, {"iters", "steps"}, {"n_iter", "steps"},
    {"num_iter", "steps"}, {"maxiter", "steps"}, {"max_iter", "steps"}, {"num_steps", "steps"},
    {"n_steps", "steps"}, {"T", "steps"}, {"epochs", "steps"}, {"budget", "samples"},
    {"calls", "samples"}, {"oracle_calls", "samples"}, {"n_samples", "samples"},
    {"optimizer", "update"}, {"optimiser", "update"}, {"opt", "update"}, {"rule", "update"},
    {"algorithm", "method"}, {"algo", "method"}, {"algorithms", "methods"},
    {"estimators", "methods"}, {"n_reps", "reps"}, {"repeats", "reps"}, {"replicates", "reps"},
    {"repetitions", "reps"}, {"n_runs", "reps"}, {"trials", "reps"}, {"random_state", "seed"},
    {"rng", "seed"}, {"init", "x0"}, {"initial", "x0"}, {"theta0", "x0"},
    {"timeout", "seconds"}, {"max_time", "seconds"}, {"n_jobs", "threads"},
    {"workers", "threads"}, {"num_threads", "threads"}, {"clip_norm", "clip"},
    {"max_norm", "clip"}, {"proximal", "prox"}, {"beta1", "b1"}, {"beta2", "b2"},
    {"epsilon", "eps"}, {"tol", "eps"}, {"tolerance", "eps"}, {"weight_decay", "l2"},
    {"regularization", "l2"}, {"reg", "l2"}, {"objective", "f"},
    {"dimension", "dim"}, {"func", "q"}, {"distribution", "dist"}, {"law", "dist"},
    {"mu", "mean"}, {"loc", "mean"}, {"mu", "meanlog"}, {"loc", "location"},
    {"sigma", "sd"}, {"sigma", "sdlog"}, {"std", "sd"}, {"stddev", "sd"}, {"scale", "sd"},
    {"variance", "var"}, {"sigma2", "var"}, {"lambda", "rate"}, {"lam", "rate"},
    {"k", "shape"}, {"alpha", "shape"}, {"theta", "scale"}, {"nu", "df"}, {"dof", "df"},
    {"beta", "rate"}, {"prob", "p"}, {"probs", "p"},
    /* distributions */
    {"gaussian", "normal"}, {"gauss", "normal"}, {"norm", "normal"}, {"lognorm", "lognormal"},
    {"expon", "exponential"}, {"exp", "exponential"}, {"t", "student_t"},
    {"student", "student_t"}, {"unif", "uniform"}, {"categorical", "discrete"},
    {"choice", "discrete"}, {"binomial", "bernoulli"}, {"bootstrap", "empirical"},
    /* methods */
    {"sgd", "bsgd"},
    /* dashes */
    {"-", "solid"}, {"full", "solid"}, {"continuous", "solid"}, {"line", "solid"}, {"--", "dash"},
    {"broken", "dash"}, {":", "dot"}, {"dotted", "dot"}, {"-.", "dashdot"},
    {"dash-dot", "dashdot"}, {"dash dot", "dashdot"}, {"dashdotted", "dashdot"},
    {"dotdash", "dashdot"}, {"longdash", "long"}, {"long dash", "long"},
    {"loosely dashed", "long"},
    /* markers */
    {"o", "circle"}, {".", "circle"}, {"dot", "circle"}, {"point", "circle"}, {"disc", "circle"},
    {"round", "circle"}, {"s", "square"}, {"box", "square"}, {"^", "triangle"},
    {"up", "triangle"}, {"d", "diamond"}, {"rhombus", "diamond"}, {"v", "down"}, {"x", "cross"},
    {"times", "cross"}, {"+", "plus"}, {"", "none"}, {"no", "none"}, {"off", "none"},
    {"hidden", "none"},
    /* places */
    {"best", "auto"}, {"common", "shared"}, {"each", "own"},
    {"outside", "below"}, {"bottom", "below"}, {"under", "below"},
    {"inline", "direct"}, {"upper left", "top left"}, {"topleft", "top left"},
    {"upper right", "top right"}, {"topright", "top right"}, {"lower left", "bottom left"},
    {"bottomleft", "bottom left"}, {"lower right", "bottom right"},
    {"bottomright", "bottom right"}, {"middle", "center"}, {"centre", "center"},
    /* scales, kinds, themes, characters */
    {"lin", "linear"}, {"ln", "log"}, {"log10", "log"}, {"logarithmic", "log"},
    {"binary", "log2"}, {"line plot", "curves"}, {"lines", "curves"}, {"hist", "histogram"},
    {"bars", "histogram"}, {"line", "curves"},
    {"horizontal", "hline"}, {"vertical", "vline"}, {"axhline", "hline"}, {"axvline", "vline"},
    {"abline", "slope"}, {"label", "text"}, {"annotation", "text"}, {"range", "window"},
    {"span", "window"}, {"light", "paper"}, {"white", "paper"}, {"print", "paper"},
    {"black", "dark"}, {"night", "dark"}, {"presentation", "slides"}, {"talk", "slides"},
    {"beamer", "slides"}, {"projector", "slides"}, {"unicode", "braille"}, {"utf8", "braille"},
    {"utf-8", "braille"},
    /* colours */
    {"vermilion", "vermillion"}, {"lightblue", "sky"}, {"skyblue", "sky"}, {"darkblue", "navy"},
    {"fuchsia", "magenta"}, {"aqua", "cyan"}, {"turquoise", "cyan"}, {"lime", "green"},
    {"maroon", "darkred"}, {"silver", "lightgray"},
    /* clang-format on */
};

const char *synonym_of(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t k = 0; k < n && strcasecmp(words[i][0], name) == 0; k++)
            if (strcasecmp(words[i][1], names[k]) == 0)
                return names[k];
    return NULL;
}

const char *const (*synonym_all(size_t *n))[2]
{
    *n = sizeof words / sizeof *words;
    return words;
}
