/* The search of the pages, as ??words at the prompt: lua/guide/search.lua says what it finds, this says the same of
   searchData. Written in the JavaScript of 2009, which every browser and duktape run. */
var search = (function () {
    "use strict";

    // Letters of ASCII alone, as the prompt has them.
    function lower(text) {
        return text.replace(/[A-Z]/g, function (letter) { return letter.toLowerCase(); });
    }

    function has(object, key) {
        return Object.prototype.hasOwnProperty.call(object, key);
    }

    function wordsOf(text) {
        return lower(text).match(/[a-z0-9_@][a-z0-9_@\-]*/g) || [];
    }

    function letters(text) {
        return lower(text).replace(/[^a-z0-9]/g, "");
    }

    function begins(word, start) {
        return word.slice(0, start.length) === start;
    }

    // {number of a page: weight} of the pages about a word; whole words count more than beginnings.
    function weights(data, term) {
        var found = {}, word, list, i, weight;
        for (word in data.words) {
            if (begins(word, term)) {
                list = data.words[word];
                for (i = 0; i < list.length; i += 2) {
                    weight = word === term ? list[i + 1] * 1.5 : list[i + 1];
                    found[list[i]] = Math.max(found[list[i]] || 0, weight);
                }
            }
        }
        return found;
    }

    function isEmpty(object) {
        for (var key in object) {
            return !has(object, key);
        }
        return true;
    }

    // Letters to insert, leave out, replace or swap with the next one, to make one word of the other.
    function edits(a, b) {
        var rows = [[]], i, j;
        for (j = 0; j <= b.length; j++) {
            rows[0][j] = j;
        }
        for (i = 1; i <= a.length; i++) {
            rows[i] = [i];
            for (j = 1; j <= b.length; j++) {
                rows[i][j] = Math.min(rows[i - 1][j - 1] + (a[i - 1] !== b[j - 1] ? 1 : 0), rows[i - 1][j] + 1,
                    rows[i][j - 1] + 1);
                if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
                    rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
                }
            }
        }
        return rows[a.length][b.length];
    }

    // The first word for which is(word) holds, or undefined.
    function first(words, is) {
        for (var i = 0; i < words.length; i++) {
            if (is(words[i])) {
                return words[i];
            }
        }
    }

    function synonym(data, name) {
        var pair = first(data.synonyms, function (each) {
            return lower(each[0]) === name && data.vocabulary.indexOf(lower(each[1])) >= 0;
        });
        return pair && lower(pair[1]);
    }

    // The word with the fewest edits, at most two, and fewer in a short word.
    function similar(data, name) {
        var LONGEST = 64, least = 1 + (name.length >= 2 ? 1 : 0) + (name.length >= 4 ? 1 : 0), best;
        data.vocabulary.forEach(function (word) {
            var count = Math.max(word.length, name.length) > LONGEST ? 3 : edits(name, word);
            if (count < least) {
                least = count;
                best = word;
            }
        });
        return best;
    }

    // The word that a misspelled one means, or undefined; see param_nearest of src/engine/text/param.c.
    function nearest(data, name) {
        return synonym(data, name) ||
            letters(name) && first(data.vocabulary, function (word) { return letters(word) === letters(name); }) ||
            similar(data, name) ||
            first(data.vocabulary, function (word) { return name.length > 2 && begins(word, name); });
    }

    // The words of a text as words that pages have, and what is said of those that none has.
    function termsOf(data, text, all) {
        var terms = [], notes = [];
        wordsOf(text).forEach(function (word) {
            if (all || data.empty.indexOf(word) < 0) {
                var term = isEmpty(weights(data, word)) ? nearest(data, word) : word;
                if (term !== undefined) {
                    terms.push(term);
                }
                if (term !== word) {
                    notes.push("no page has '" + word + "'" + (term ? ", '" + term + "' is near" : ""));
                }
            }
        });
        return {terms: terms, notes: notes};
    }

    // {number: weight} of the pages that have the most of the terms.
    function matches(data, terms) {
        var counts = {}, sums = {}, most = 1, found = {}, page;
        terms.forEach(function (term) {
            var each = weights(data, term), at;
            for (at in each) {
                counts[at] = (counts[at] || 0) + 1;
                sums[at] = (sums[at] || 0) + each[at];
                most = Math.max(most, counts[at]);
            }
        });
        for (page in counts) {
            if (counts[page] === most) {
                found[page] = sums[page];
            }
        }
        return found;
    }

    // The name of the page that is called so, as help finds it; see lua/guide/pages.lua.
    function named(data, text) {
        var method = /^([A-Za-z_][A-Za-z0-9_]*)([:.][A-Za-z0-9_]+)$/.exec(text);
        if (data.help.indexOf(text) >= 0) {
            return text;
        }
        if (method && data.makers.indexOf(method[1]) >= 0 && data.help.indexOf("result" + method[2]) >= 0) {
            return "result" + method[2];
        }
        return has(data.other, lower(text)) ? data.other[lower(text)] : undefined;
    }

    // {found: [{name:, summary:, address:}, ..], best first, note: words or ""}
    return function (data, text) {
        var words = termsOf(data, text, false), found, name, numbers;
        if (!words.terms.length && !words.notes.length) {
            words = termsOf(data, text, true);
        }
        found = matches(data, words.terms);
        name = data.names.indexOf(named(data, text));
        if (has(found, name)) {
            found[name] = Infinity;
        }
        numbers = Object.keys(found).map(Number).sort(function (a, b) {
            return found[a] === found[b] ? a - b : found[a] < found[b] ? 1 : -1;
        });
        return {note: words.notes.join("; "), found: numbers.map(function (i) {
            return {name: data.names[i], summary: data.summaries[i], address: data.addresses[i]};
        })};
    };
}());
