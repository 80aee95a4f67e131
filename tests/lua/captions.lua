-- The words that captions of figures share.
local t = dofile "tests/lua/harness/tap.lua"
local words = figure.part "words"

t.equal({words.share(3, 3, "method"), words.share(2, 2, "pair"), words.share(1, 1, "pair"), words.share(0, 3, "method"),
    words.share(1, 4, "pair"), words.share(3, 5, "pair"), words.share(14, 15, "pair")},
    {"all three methods", "both pairs", "the only pair", "none of the three methods", "one of the four pairs",
        "three of the five pairs", "14 of the 15 pairs"}, "how many of all")
t.equal({words.count(1, "curve"), words.count(5, "curve"), words.count(13, "curve")},
    {"one curve", "five curves", "13 curves"}, "a count")
t.equal({words.number(1.5, 3), words.number(0.09, 3), words.number(12.4, 2), words.number(6, 2), words.number(0.376, 3),
    words.number(1234, 3)}, {"1.50", "0.0900", "12", "6.0", "0.376", "1.23e+03"}, "a number keeps its last digits")
t.equal(words.sentence "all five", "All five", "a sentence")
t.done()
