-- What a pass has to say: the updates and errors of what was computed anew, and present states for those who asked.

local E = ...
local raw = E.raw
local type, next, rawlen = raw.type, raw.next, raw.rawlen
local concat, sort, max = raw.table.concat, raw.table.sort, raw.math.max
local objects, json, variables = E.objects, E.json, E.variables
local say, try = variables.send, E.guard.try

local words = {}
E.words = words

-- Bytes of a string, or elements of an array: what is smaller is not to blame when memory does not suffice.
local LARGE = 10000

-- Variables in the order they were computed.
local touched, n_touched = {}, 0

function words.touch(v)
    if v.touched then return end
    v.touched = true
    n_touched = n_touched + 1
    touched[n_touched] = v
end
variables.touch = words.touch

function words.value_json(v)
    return objects.json(v.last, v.shape)
end

local function property_names(v, names_of, level)
    local names, n = {}, 0
    for name in next, names_of do
        if (v.prop_prio[name] or v.prio) == level then
            n = n + 1
            names[n] = name
        end
    end
    sort(names)
    return names, n
end

local function update_json(v, conn, with_value, names)
    local parts, n = {}, 0
    if with_value then
        n = n + 1
        parts[n] = '"value":' .. words.value_json(v)
    end
    if rawlen(names) > 0 then
        local values = {}
        for i = 1, rawlen(names) do values[names[i]] = v.props[names[i]] or "" end
        n = n + 1
        parts[n] = '"properties":' .. json.properties(names, values)
    end
    return '["update",' .. conn .. "," .. json.number(v.id) .. ",{" .. concat(parts, ",") .. "}]"
end

local function say_error(v, conn)
    if v.error then variables.send_error(conn, v.id, v.error[1], v.error[2]) end
end

-- The present state for those who asked, everything else for those who watch.
local function say_level(v, level)
    local answers = v.answers
    if v.changed or v.dirty then
        local names, n = property_names(v, v.dirty or {}, level)
        local with_value = v.changed and v.prio == level
        if with_value or n > 0 then
            for conn in next, v.watchers do
                if not (answers and answers[conn]) then say(update_json(v, conn, with_value, names)) end
            end
        end
    end
    if answers then
        local names, n = property_names(v, v.known, level)
        if v.prio == level or n > 0 then
            for conn in next, answers do say(update_json(v, conn, v.prio == level, names)) end
        end
    end
end

local function say_errors(v)
    for conn in next, v.watchers do
        if v.error_news or v.changed then
            if not (v.answers and v.answers[conn]) then say_error(v, conn) end
        end
    end
    if v.answers then
        for conn in next, v.answers do say_error(v, conn) end
    end
end

local function take_answers()
    local asked = variables.answers
    if asked[1] == nil then return end
    variables.answers = {}
    for i = 1, rawlen(asked) do
        local conn, v = asked[i][1], asked[i][2]
        if not v.dead then
            v.answers = v.answers or {}
            v.answers[conn] = true
            words.touch(v)
        end
    end
end

local function say_all(queued)
    for i = 1, rawlen(queued) do say(queued[i]) end
    for level = 1, 3 do
        for i = 1, n_touched do
            if not touched[i].dead then say_level(touched[i], level) end
        end
    end
    for i = 1, n_touched do
        if not touched[i].dead then say_errors(touched[i]) end
    end
    return "[" .. concat(variables.outgoing, ",") .. "]"
end

-- Nothing is forgotten before all of it has become text; what has been said in vain is dropped at once, since it is
-- what fills the memory.
local function word()
    local queued = variables.outgoing
    variables.outgoing = {}
    local ok, text = raw.pcall(say_all, queued)
    variables.outgoing = queued
    if not ok then raw.error(text, 0) end
    variables.outgoing = {}
    for i = 1, n_touched do
        local v = touched[i]
        v.touched, v.changed, v.dirty, v.answers, v.error_news = nil, nil, nil, nil, nil
    end
    touched, n_touched = {}, 0
    return text
end

local function size(v)
    if type(v.last) == "string" then return rawlen(v.last) end
    return type(v.shape) == "table" and v.shape.n or 0
end

-- Leave out the values that are far larger than others; false if there are none.
local function leave_out_largest(problem, kind)
    local most = 0
    for i = 1, n_touched do
        if not touched[i].dead then most = max(most, size(touched[i])) end
    end
    if most < LARGE then return false end
    for i = 1, n_touched do
        local v = touched[i]
        if not v.dead and size(v) * 2 >= most then E.detect.failed(v, "the value is too large to be sent: " .. problem, kind, "") end
    end
    return true
end

-- Wording needs memory of its own, several times that of the values. Where a value is too large for that, its
-- variable says so and everything else goes out.
local function word_within_limits()
    local tried = false
    while true do
        local ok, text, kind = try(word)
        if ok then return text end
        -- What came before may have used up time and memory, which there is again now.
        if not leave_out_largest(text, kind) then
            if tried then raw.error(text, 0) end
            tried = true
        end
    end
end

-- All of it, as one JSON array of messages.
function words.all()
    take_answers()
    if n_touched == 0 and variables.outgoing[1] == nil then return "[]" end
    return word_within_limits()
end
