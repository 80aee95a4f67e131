-- An entry in the notation of R as Lua has it: t$x, c(1, 2), mean(x), NA; and what stands in for words of R and Stata.
local core, D = ...
local lex = core.use "prompt/lex"

local words = {NA = "0/0", TRUE = "true", FALSE = "false", NULL = "nil"}

local column = "t.x is a column of the table t, t.x:mean() its mean"
local table_of = "type the name of a table to see what is in it"
local draws = "rng.new(1):%s(10) makes 10 draws"
local no_model = "there are no regression models here; problem.new has your own f and g"

local correct = "correct(q, data) takes the bias off q of a mean, and gives a standard error"

local sentences = {
    c = "vec{1, 2, 3} is a vec of numbers", NA = "a missing number is 0/0, any other missing value nil",
    seq = "vec.linspace(1, 10, 10) counts", rep = "vec.zeros(5) + 1 repeats 1",
    rnorm = draws:format "normal", runif = draws:format "uniform", rexp = draws:format "exponential",
    set = "seeds are options: seed=1, rng.new(1), --seed 1",
    read = 'csv.read "x.csv" reads a table', write = 'csv.write("x.csv", t) writes a table',
    import = 'csv.read "x.csv" reads a table', use = 'csv.read "x.csv" reads a table',
    data = 't = {x=vec{1, 2}, y=vec{3, 4}} is a table', with = column, attach = column,
    head = table_of, names = table_of, summary = table_of, View = table_of, describe = table_of, colnames = table_of,
    nrow = "#t.x is the length of a column", NROW = "#t.x is the length of a column",
    hist = 'plot(x, {kind="histogram"}) draws', lm = no_model, glm = no_model, regress = no_model,
    sapply = "x:map(f) calls f for each number", lapply = "x:map(f) calls f for each number",
    cat = "print(x, y) prints", paste = "a .. b joins text", paste0 = "a .. b joins text",
    getwd = "!pwd shows the folder", class = "type(x) is the type of x", is = "x ~= x is true where x is not a number",
    rm = "x = nil removes x", ls = "who() lists what you have",
    boot = correct, bootstrap = correct,
    jackknife = "correct(q, data).jackknife is its value",
}

-- The place of the bracket that closes the one at tokens[i], or nil; and whether there is a string between them.
local function closing(tokens, i)
    local depth, has_string = 0, false
    for j = i, #tokens do
        local kind = tokens[j].kind
        depth = depth + (kind == "(" and 1 or kind == ")" and -1 or 0)
        has_string = has_string or kind == "string"
        if depth == 0 then
            return j, has_string
        end
    end
end

-- Whether tokens from..to are a name with fields: t.x, t$x.
local function is_path(tokens, from, to)
    for i = from, to do
        local kind = tokens[i].kind
        if (i - from) % 2 == 0 and kind ~= "name" or (i - from) % 2 == 1 and kind ~= "." and kind ~= "$" then
            return false
        end
    end
    return from <= to and (to - from) % 2 == 0
end

-- Where the name at tokens[i] is called as R has it: what stands for it, its bracket and the closing one.
local function call(tokens, i, new)
    local name, last, has_string = tokens[i].text, nil, nil
    if tokens[i + 1] and tokens[i + 1].kind == "(" and rawget(_G, name) == nil and D[name] == nil then
        last, has_string = closing(tokens, i + 1)
    end
    if last and name == "c" then
        new[i], new[i + 1], new[last] = has_string and "" or "vec", "{", "}"
    elseif last and core.system.types().vec[name] and is_path(tokens, i + 2, last - 1) then
        new[i], new[i + 1], new[last] = "", "", ":" .. name .. "()"
    end
end

-- %% and %/%, whose characters are tokens.
local function operator(tokens, i, new)
    local first, second, third = tokens[i], tokens[i + 1] or {}, tokens[i + 2] or {}
    if first.kind ~= "%" or second.from ~= first.from + 1 or new[i] then
        return
    elseif second.kind == "%" then
        new[i], new[i + 1] = "%", ""
    elseif second.kind == "/" and third.kind == "%" and third.from == first.from + 2 then
        new[i], new[i + 2] = "/", ""
    end
end

local of_r = {}

-- The text with what is R's replaced.
function of_r.translated(text)
    local tokens, new, parts, at = lex(text), {}, {}, 1
    for i, token in ipairs(tokens) do
        local is_field = i > 1 and (tokens[i - 1].kind == "." or tokens[i - 1].kind == ":")
        if token.kind == "$" then
            new[i] = "."
        elseif token.kind == "name" and not is_field then
            new[i] = new[i] or rawget(_G, token.text) == nil and words[token.text] or nil
            call(tokens, i, new)
        else
            operator(tokens, i, new)
        end
    end
    for i, token in ipairs(tokens) do
        if new[i] then
            parts[#parts + 1] = text:sub(at, token.from - 1) .. new[i]
            at = token.from + #token.text
        end
    end
    return table.concat(parts) .. text:sub(at)
end

-- What to say where a name is missed as a global, or nil; text: the entry, where it is known.
function of_r.missed(name, text)
    if text and text:find("^%s*help%s*%(%s*" .. name .. "%s*%)") then
        return ('write help"%s"'):format(name)
    end
    local new = text and name ~= "NA" and #text <= 70 and not text:find "\n" and of_r.translated(text)
    local is_left = new and new:find("%f[%w_.:]" .. name .. "%s*%f[({\"']")
    if new and new ~= text and not is_left and (load("return " .. new) or load(new)) then
        return "write " .. new:match "^%s*(.-)%s*$"
    end
    local bare = text and text:gsub('"[^"]*"', '""'):gsub("'[^']*'", "''") -- c:plot():save "c.png" calls no c
    local is_called = not text or name == "NA" or bare:find("%f[%w_]" .. name .. "%f[^%w_][%w_.]*%s*[(\"']")
    return is_called and sentences[name] or nil
end

return of_r
