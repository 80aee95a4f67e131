-- Lines that do something with a result X, and what holds after them, also where a Ctrl-C came in X; and what they use.
-- luacheck: globals wrap adjust store several protect call_it begin_line
-- luacheck: globals r s n box forwards called next_line after n_struck called_struck
function wrap(f) return f() end
function adjust(f) return (f()) end
function store(f) local x = f() return x end
function several(f)
    local x = f()
    return x
end
function protect(f)
    local _, x = pcall(f)
    return x
end
function call_it(...) called = true return ... end

-- Before a line. Lines after it set next_line and after; n_struck and called_struck are n and called at the Ctrl-C.
function begin_line()
    r, s, next_line, after, box = nil, nil, nil, nil, {}
    n, n_struck, called, called_struck = 0, 0, false, false
    forwards = setmetatable({}, {__newindex = rawset})
end

return {
    {"r = X", "r"},
    {"r = X s = r", "s"},
    {"r = X; call_it(r)", "r and (not called or called_struck)"},
    {"r, s = X", "r"},
    {"r, box.x = 5, X", "r == 5 and box.x"},
    {"box.x, box.y, r = X, 5", "box.x and box.y == 5"},
    {"box[1], box.y = X", "box[1]"},
    {"forwards.x = X", "forwards.x"},
    {"r = {X}", "r[1]"},
    {"r = {x = X, y = 5}", "r.x and r.y == 5"},
    {"r = not X", "r == false"},
    {"if X then r = 5 end", "r == 5"},
    {"local x <const> = X r = x", "r", in_one_line = true}, -- where X has several, the variable gets it and is lost
    {"local x; s = function() return x end; x = X", "s()"},
    {"local x = X", "true"},
    {"call_it(X)", "not called or called_struck"},
    {"r = wrap(function() return X end)", "r"},
    {"r = wrap(function()\n    return X\nend)", "r"},
    {"r = adjust(function() return X end)", "r"},
    {"r = store(function() return X end)", "r"},
    {"r = several(function() return X end)", "r"},
    {"r = protect(function() return X end)", "r"},
    {"wrap(function() r = X end)", "r"},
    {"pcall(function() r = X end)", "r"},
    {"s, r = pcall(function() return X end)", "s == true and r"},
    {"s, r = xpcall(function() return X end, print)", "s == true and r"},
    {"coroutine.wrap(function() r = X end)()", "r"},
    {"r = coroutine.wrap(function() return X end)()", "r"},
    {"s, r = coroutine.resume(coroutine.create(function() return X end))", "s == true and r"},
    {"s, r = pcall(coroutine.wrap(function() return wrap(function() return X end) end))", "s == true and r"},
    {"for i = 1, 3 do r = X n = i end", "r and n <= n_struck + 1"},
    {"for i = 1, 3 do\n    r = X\n    n = i\nend", "r and n <= n_struck + 1"},
    {"while n < 3 do n = n + 1 r = X end", "r and n <= n_struck + 1"},
    {"repeat n = n + 1 pcall(function() r = X end) until n == 3", "r and n <= n_struck + 1"},
}
