-- noted.say(name, text): a note of the public function of that name, printed at the prompt; a script keeps quiet.
local system = (...).system

local noted = {at_prompt = false}

function noted.say(name, text)
    if noted.at_prompt then
        system.note(name .. ": " .. text)
    end
end

return noted
