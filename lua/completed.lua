-- completed(methods, {name = file}): the methods whose numbers come from C, completed by what a file of the library
-- returns, which is loaded at the first call.
local core = ...

return function(methods, files)
    for name, file in pairs(files) do
        local numbers = methods[name]
        methods[name] = function(...)
            return core.use(file)(numbers(...))
        end
    end
end
