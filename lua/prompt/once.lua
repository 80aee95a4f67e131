-- once(f): f, called by rank 0 alone; all ranks return what it does, which must be plain values, or raise its error.
-- Within work that was dealt to it a rank calls f itself.
local core = ...
local ranks, pack = core.ranks, core.use "pack"

return function(f)
    return function(...)
        if ranks.size() == 1 then
            return f(...)
        end
        ranks.same "" -- files now are what rank 0 has made of them, and nobody reads them any more
        local results = ranks.rank() == 0 and pack.text(table.pack(pcall(f, ...)))
        results = pack.value(ranks.same(results or ""))
        if not results[1] then
            error(results[2], 0)
        end
        return table.unpack(results, 2, results.n)
    end
end
