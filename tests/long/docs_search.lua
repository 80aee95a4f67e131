-- Some thousand queries.
_G.whole = true
dofile "tests/tools/docs_search.lua"
