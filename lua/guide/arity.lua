-- Public functions refuse arguments that they would drop. How many one takes is what its help page says: as many as
-- the longest form of its usage; the page's forms are what the error shows. Functions of math refuse by themselves:
-- they are called too often, and are known by what they are.
local core = ...
local system, getinfo = core.system, debug.getinfo

local arity = {}

-- The forms of a usage that call the function itself: what follows its name, "(..)", "{..}" or '"..'.
local function forms_of(page, name)
    local forms, last = {}, name:match "[%w_]+$"
    for _, form in ipairs(type(page.usage) == "table" and page.usage or {page.usage}) do
        local called, arguments = form:match "^([%w_.:]+)%s*([({\"].*)$"
        if called and called:match "[%w_]+$" == last then
            forms[#forms + 1] = {text = form, arguments = arguments}
        end
    end
    return forms
end

-- How many arguments a form has: those between its parentheses, where [..] is what may be left out; any number after
-- "..".
local function count(arguments)
    if arguments:sub(1, 1) ~= "(" then
        return 1
    end
    local inside = arguments:match "^%b()":sub(2, -2):gsub("%b{}", "x"):gsub("[%[%]%s]", "")
    if (inside .. ","):find ",%.%.," then
        return math.huge
    end
    return inside == "" and 0 or select(2, inside:gsub(",", "")) + 1
end

-- Whether the form takes a point or data last: "p:check([x])".
local function is_of_point(form)
    return form.arguments:find "^%([^()]-%f[%w][xwvM]%]?%)$" ~= nil
end

-- "name{1, 2}", or with the names that the items have, "name{mean=0, sd=1}"; nil when one of the values is not a number
-- or has no name.
local function with_items(name, items, ...)
    local fields, values = {}, table.pack(...)
    for field in items:gmatch "([%w_]+)=" do
        fields[#fields + 1] = field .. "="
    end
    for i = 1, values.n do
        if not math.type(values[i]) or (#fields > 0 and not fields[i]) then
            return nil
        end
        values[i] = (fields[i] or "") .. tostring(values[i])
    end
    return name .. "{" .. table.concat(values, ", ") .. "}"
end

-- The form with the numbers that were given: "dist.normal{mean=0, sd=1}", "p:check(vec{1, 2})"; nil when the form is
-- another or the arguments are not such.
local function filled(name, form, ...)
    local items = form.arguments:match "^{([^{]*)}$"
    if items and items ~= ".." then
        return with_items(name, items, ...)
    elseif form.arguments:find "^%(%[?[xv]%]?%)$" then
        local point = with_items("vec", "", ...)
        return point and name .. "(" .. point .. ")"
    end
end

local function refuse(name, forms, given, ...)
    local words, meant = {}, nil
    for i, form in ipairs(forms) do
        words[i] = form.text
        meant = meant or filled(form.text:match "^[%w_.:]+", form, ...)
    end
    local last = table.remove(words)
    local expected = meant or (#words > 0 and table.concat(words, ", ") .. " or " or "") .. last
    system.fail(name, "expected %s, got %d argument%s", expected, given, given == 1 and "" or "s")
end

-- Points that calls returned with more values after them: point -> those values. Lua passes all that the last call
-- returns, so p:objective(p:minimizer()) must work although the minimizer comes with its value.
local returned = setmetatable({}, {__mode = "k"})

local function noted(point, ...)
    if system.kind(point) == "vec" then
        returned[point] = table.pack(...)
    end
    return point, ...
end

-- fn, with what it returns noted.
local function noting(fn)
    return function(...)
        return noted(fn(...))
    end
end

-- Whether what follows the point is what was returned with it.
local function came_with(point, ...)
    local tail = returned[point] or {n = 0}
    for i = 1, select("#", ...) do
        local here, there = select(i, ...), tail[i]
        if here ~= there and (here == here or there == there) then
            return false
        end
    end
    return true
end

-- What the page of that name lets a function take: the most arguments, and the function that refuses more.
local function limit(name, page)
    local forms, most = forms_of(page, name), 0
    for _, form in ipairs(forms) do
        most = math.max(most, count(form.arguments))
    end
    if #forms == 0 then
        return math.huge
    end
    local of_point = most == 1 and core.use "list".any(forms, is_of_point)
    return most, function(...)
        if not (of_point and came_with(...)) then
            refuse(name, forms, select("#", ...), ...)
        end
    end
end

-- The method of a result, on a page of its kind or of all results; `...` are the arguments after self.
function arity.check_method(kind, method, ...)
    local all = core.use "guide/pages".all()
    local name = all[kind .. ":" .. method] and kind .. ":" .. method or "result:" .. method
    local most, fail = limit(name, all[name] or {})
    if select("#", ...) > most then
        fail(...)
    end
end

core.use "result".check_arguments = arity.check_method

-- fn, where no more arguments came than its page says, or the page's function lets the others pass; a nil after them
-- does not count. The page is read at the first call with arguments: most programs call few functions. A function of
-- Lua's is called in the place of the limited one, so that an error names the same line of the user's.
local function limited(fn, name, self)
    local function ask()
        return limit(name, core.use "guide/pages".all()[name] or {})
    end
    if getinfo(fn, "S").what == "C" then
        return system.counted(fn, ask, self)
    end
    local first, most, fail = self and 2 or 1, nil, nil
    return function(...)
        local n = select("#", ...)
        if n >= first and not most then
            most, fail = ask()
        end
        while n >= first and n >= first + most and select(n, ...) == nil do
            n = n - 1
        end
        if n >= first and n >= first + most then
            fail(table.unpack({...}, first, n))
        end
        return fn(...)
    end
end

-- Puts a function that refuses in the place of the one that the table has; a callable table keeps the call.
local function replace(holder, key, name, self)
    local value = rawget(holder, key)
    local meta = getmetatable(value)
    if type(value) == "function" then
        holder[key] = limited(value, name, self)
    elseif type(value) == "table" and meta and meta.__call then
        meta.__call = limited(meta.__call, name, true)
    end
end

local function replace_all(holder, prefix, self)
    for key in pairs(holder) do
        replace(holder, key, prefix .. key, self)
    end
end

-- For every public function and method.
function arity.apply(library)
    local types = system.types()
    types.problem.minimizer = noting(types.problem.minimizer)
    types.estimator.fixed_point = noting(types.estimator.fixed_point)
    for class, methods in pairs(types) do
        replace_all(methods, class .. ":", true)
    end
    replace_all(library, "", false)
    for module, fields in pairs(library) do
        if type(fields) == "table" and module ~= "math" then
            replace_all(fields, module .. ".", false)
        end
    end
end

return arity
