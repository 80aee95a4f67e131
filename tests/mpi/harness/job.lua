-- A job with a checkpoint, in a folder; arg: KIND FOLDER VICTIM MOST. Ranks write the numbers of their processes to
-- files pid.RANK. VICTIM waits for its end once it has begun more than MOST steps or points, and makes a file `ready`.
local kind, folder, victim, most = arg[1], arg[2], arg[3], math.tointeger(arg[4])
local rank = os.getenv "OMPI_COMM_WORLD_RANK" or os.getenv "PMI_RANK" or "0"
local begun = 0
local function begin()
    begun = begun + 1
    if begun == 1 then
        local file = assert(io.open(folder .. "/pid." .. rank, "w"))
        file:write(io.open "/proc/self/stat":read "n", "\n")
        file:close()
    end
    if rank == victim and begun > most then
        io.open(folder .. "/ready", "w"):close()
        while true do
            os.execute "sleep 0.05"
        end
    end
end

local options = {problem = problem.invariant_logistic{n = 20, d = 3, noise_var = 4}, m = 2, steps = 150, reps = 5,
    record = 20, checkpoint = folder .. "/kept", checkpoint_every = 0, step = function(step)
        begin()
        return 0.1 / math.sqrt(step)
    end}
local jobs = {}

function jobs.run()
    options.method, options.output = "e-storm", "average"
    return run(options)
end

function jobs.compare()
    options.methods, options.steps = {{"bsgd"}, {"e-bsgd", update = "adam"}, {"e-bspiderboost", B1 = 4, B2 = 2}}, 60
    return compare(options)
end

function jobs.tune()
    options.methods, options.steps, options.m, options.grid = {{"bsgd"}, {"e-bsgd"}}, 60, nil, {m = {1, 2, 3}}
    return tune(options)
end

function jobs.sweep()
    local law = dist.normal{mean = 0, sd = 0.5}
    return sweep{over = {m = {1, 2, 4, 8}, order = {1, 2, 3}}, checkpoint = folder .. "/kept", run = function(v)
        begin()
        return extrap.order(v.order):estimate(math.exp, law, {m = v.m, reps = 1000})
    end}
end

local r = jobs[kind]()
r:csv(folder .. "/csv")
r:json(folder .. "/json")
if kind == "run" then
    r:save(folder .. "/saved")
end
