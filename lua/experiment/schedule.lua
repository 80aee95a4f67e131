-- schedule.constant(a) and the others: step sizes that change from step to step.
local core, D = ...

local makers = {}
for name, make in pairs(core.schedule) do
    makers[name] = name ~= "params" and make or nil
end
D.schedule = core.use "module"("schedule", makers)
