-- The module for stock Lua, built from this tree: luarocks make src/tools/debias-scm-1.rockspec
rockspec_format = "3.0"
package = "debias"
version = "scm-1"
source = {
    url = "git+file://.",
}
description = {
    summary = "Bias of plug-in estimates and its removal",
    detailed = [[
        Exact and sampled bias of plug-in estimates, extrapolation operators, optimizers for conditional stochastic
        optimization, problems of one's own, and figures.]],
    license = "MIT",
    labels = {"math", "statistics", "optimization"},
}
supported_platforms = {"linux"}
dependencies = {"lua >= 5.4, < 5.5"}
build = {
    type = "command",
    build_command = "make build/debias.so",
    install = {
        lib = {debias = "build/debias.so"},
    },
}
