-- Source of every figure, given to pgfplots and gnuplot.
_G.whole = true
dofile "tests/tools/source.lua"
