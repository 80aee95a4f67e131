-- options(call, page, complain): looks at the tables that a call of a public function gets as they stand there: options
-- that the function does not have, and values that an option cannot have.
local core = ...
local documented, by_name = core.use "prompt/options", core.use "list".by_name
local system, pages, wrong = core.system, core.use "guide/pages", core.use "lint/wrong"

-- The texts of a table by key or place, and whether all items that are texts could be read.
local function texts_of(node)
    local given, place = {}, 0
    for _, item in ipairs(node) do
        local key, value = item[1], item[2]
        if item.tag ~= "Pair" then
            place = place + 1
            key, value = {tag = "Number", place}, item
        end
        given[key[1] or ""] = value.tag == "String" and value[1] or nil
    end
    return given
end

-- The options of every method, for a table that names none as a text.
local function of_all_methods(found)
    for _, name in ipairs(core.method.names) do
        local more = core.method.params[name]
        table.move(more, 1, #more, #found + 1, found)
    end
end

local function known_options(found, given)
    local known = by_name(found)
    if known.method and not core.method.params[given.method or given[1]] then
        of_all_methods(found)
        known = by_name(found)
    end
    return known
end

local check

-- A table inside of a table of options.
local function check_inner(name, found, key, node, complain)
    local param = by_name(found)[key]
    local page, list = nil, nil
    if param and param.kind == "table" and param.choices then
        page, list = param.choices:match "^([^%[]+)(.*)"
    end
    if not page then
        check(name, documented.group(found, key), node, complain, true)
    elseif list == "" then
        check(name, documented.of_page(page, texts_of(node)), node, complain, true)
    else
        for _, item in ipairs(node) do
            local inner = item.tag == "Pair" and item[2] or item
            if inner.tag == "Table" then
                check(name, documented.of_page(page, texts_of(inner)), inner, complain, true)
            end
        end
    end
end

-- The name of a method that stands without a key.
local function check_first(name, known, node, complain)
    local first = node[1]
    local what = known.method and first and first.tag == "String" and wrong(known.method, first)
    if what then
        complain(first, ("%s: %s"):format(name, what))
    end
end

-- A table of options; none known: any will do. inner: it stands in another one, as a grid of lists or a list of methods
-- with functions of eps, where only a single value can be wrong.
function check(name, found, node, complain, inner)
    local known = known_options(found, texts_of(node))
    if next(known) == nil then
        return
    end
    check_first(name, known, node, complain)
    for _, item in ipairs(node) do
        local key = item.tag == "Pair" and item[1].tag == "String" and item[1][1]
        local param = known[key]
        local what = param and wrong(param, item[2], inner)
        if key and not param and not documented.group(found, key)[1] then
            complain(item[1], ("%s: unknown option '%s'%s"):format(name, key, system.hint(key, known)))
        elseif what then
            complain(item[2], ("%s: option '%s': %s"):format(name, key, what))
        end
        if key and item[2].tag == "Table" then
            check_inner(name, found, key, item[2], complain)
        end
    end
end

-- Whether a form of the page's usage has a table of options as its argument of this number.
local function takes_table(page, number)
    for _, form in ipairs(type(page.usage) == "table" and page.usage or {page.usage}) do
        local inside, place = form:match "%((.*)%)" or form:match "%b{}" or "", 1
        for part in inside:gsub("%b{}", "{"):gsub("[%[%]%s]", ""):gmatch "[^,]+" do
            if place == number and part:find "^{" then
                return true
            end
            place = place + 1
        end
    end
    return false
end

-- The table that stands there, or that the only value of a local is.
local function table_of(node)
    local values = node.tag == "Id" and node.variable and node.variable.values
    node = values and #values == 1 and type(values[1]) == "table" and values[1] or node
    return node.tag == "Table" and node or nil
end

return function(call, name, complain)
    local first, page = call.tag == "Call" and 2 or 3, pages.all()[name]
    for i = first, #call do
        local number, node = i - first + 1, table_of(call[i])
        if node and page and takes_table(page, number) then
            check(name, documented.of_argument(name, texts_of(node), number), node, complain)
        end
    end
end
