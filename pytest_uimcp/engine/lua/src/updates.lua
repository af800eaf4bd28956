-- Turns the result of a pass into messages: updates and errors of the variables that changed, and the present state for
-- connections that asked for it. Two causes put a variable on the list `touched`: detect.lua found a new value (or a new
-- property or error), or a message asked for its state (`variables.answers`). Messages go out by priority: first what is
-- high, then medium, then low, each in the order in which the pass computed it, and errors last.

local E = ...
local raw = E.raw
local type, next, rawlen = raw.type, raw.next, raw.rawlen
local concat, sort, max, sub = raw.table.concat, raw.table.sort, raw.math.max, raw.string.sub
local objects, json, variables = E.objects, E.json, E.variables
local send, try, NOTHING = variables.send, E.guard.try, variables.NOTHING

-- `finds` counts the passes that found something.
local updates = { finds = 0 }
E.updates = updates

-- Bytes of a string, or elements of an array. When memory runs out, smaller values are never the ones left out.
local LARGE = 10000

-- Variables in the order they were computed.
local touched, n_touched = {}, 0

function updates.touch(v)
    if v.touched then return end
    v.touched = true
    n_touched = n_touched + 1
    touched[n_touched] = v
end
variables.touch = updates.touch

function updates.value_json(v)
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

-- The properties of these names that are sent at a level, as text; nil if there are none.
local function properties_json(v, names_of, level)
    local first = next(names_of)
    if first == nil then return nil end
    if next(names_of, first) == nil then -- nearly always the type
        if (v.prop_prio[first] or v.prio) ~= level then return nil end
        return '"properties":{' .. json.string(first) .. ":" .. json.string(v.props[first] or "") .. "}"
    end
    local names, n = property_names(v, names_of, level)
    if n == 0 then return nil end
    local values = {}
    for i = 1, n do
        values[names[i]] = v.props[names[i]] or ""
    end
    return '"properties":' .. json.properties(names, values)
end

-- Numbers up to here are written by Lua itself as JSON has them.
local PLAIN = 1e14

local function update_json(v, conn, with_value, properties)
    local head = '["update",' .. conn .. "," .. (v.id < PLAIN and v.id or json.number(v.id)) .. ",{"
    if not with_value then return head .. (properties or "") .. "}]" end
    local value = (v.props.each and '"each":true,"value":' or '"value":') .. updates.value_json(v)
    if not properties then return head .. value .. "}]" end
    return head .. value .. "," .. properties .. "}]"
end

local function write_error(v, conn)
    if v.error then variables.send_error(conn, v.id, v.error[1], v.error[2]) end
end

-- A connection that asked gets the present state, the other watchers what changed.
local function write_level(v, level)
    local answers = v.answers
    if v.changed or v.dirty then
        local with_value = v.changed and v.prio == level
        local properties = nil
        for conn in next, v.watchers do
            if not (answers and answers[conn]) then
                properties = properties or properties_json(v, v.dirty or NOTHING, level)
                if with_value or properties then send(update_json(v, conn, with_value, properties)) end
            end
        end
    end
    if answers then
        local properties = properties_json(v, v.known, level)
        if v.prio == level or properties then
            for conn in next, answers do
                send(update_json(v, conn, v.prio == level, properties))
            end
        end
    end
end

local function write_errors(v)
    if not v.error then return end
    for conn in next, v.watchers do
        if v.error_news or v.changed then
            if not (v.answers and v.answers[conn]) then write_error(v, conn) end
        end
    end
    if v.answers then
        for conn in next, v.answers do
            write_error(v, conn)
        end
    end
end

local function take_queries()
    local asked, n = variables.answers, variables.n_answers
    if n == 0 then return end
    variables.answers, variables.n_answers = {}, 0
    for i = 1, n, 2 do
        local conn, v = asked[i], asked[i + 1]
        if not v.dead then
            v.answers = variables.with(v.answers or NOTHING, conn)
            updates.touch(v)
        end
    end
end

local function write_all(queued, n)
    for i = 1, n do
        send(queued[i])
    end
    for level = 1, 3 do
        for i = 1, n_touched do
            local v = touched[i]
            -- Most have no property with a priority of its own.
            if not v.dead and (v.prio == level or next(v.prop_prio) ~= nil) then write_level(v, level) end
        end
    end
    for i = 1, n_touched do
        if not touched[i].dead then write_errors(touched[i]) end
    end
    return "[" .. concat(variables.outgoing, ",") .. "]"
end

-- The list is emptied only when all of it has become text. If that fails, the partial text is dropped at once, since it
-- is what fills the memory.
local function write()
    local queued, n = variables.outgoing, variables.n_outgoing
    variables.outgoing, variables.n_outgoing = {}, 0
    local ok, text = raw.pcall(write_all, queued, n)
    variables.outgoing, variables.n_outgoing = queued, n
    if not ok then raw.error(text, 0) end
    variables.outgoing, variables.n_outgoing = {}, 0
    local found = 0
    for i = 1, n_touched do
        local v = touched[i]
        if v.changed or v.dirty or v.error_news then found = 1 end
        v.touched, v.changed, v.answers = nil, nil, nil
        if v.dirty then v.dirty = nil end
        if v.error_news then v.error_news = nil end
    end
    updates.finds = updates.finds + found
    touched, n_touched = {}, 0
    return text
end

local function size(v)
    if type(v.last) == "string" then return rawlen(v.last) end
    return type(v.shape) == "table" and v.shape.n or 0
end

-- Turn the largest values into errors; false if none is large.
local function leave_out_largest(problem, kind)
    local most = 0
    for i = 1, n_touched do
        if not touched[i].dead then most = max(most, size(touched[i])) end
    end
    if most < LARGE then return false end
    for i = 1, n_touched do
        local v = touched[i]
        if not v.dead and size(v) * 2 >= most then
            E.detect.failed(v, "the value is too large to be sent: " .. problem, kind, "")
        end
    end
    return true
end

-- Writing JSON needs several times the memory of the values. Where a value is too large for that, its variable gets an
-- error and everything else goes out.
local function write_within_limits()
    local tried = false
    while true do
        local ok, text, kind = try(write)
        if ok then return text end
        -- The first attempt may have failed for lack of time or memory that the pass had used up: try once more.
        if not leave_out_largest(text, kind) then
            if tried then raw.error(text, 0) end
            tried = true
        end
    end
end

-- Returns all messages as one JSON array, behind those in `earlier` if there is one, and empties the list.
function updates.take(earlier)
    take_queries()
    if n_touched == 0 and variables.n_outgoing == 0 then return earlier or "[]" end
    local messages = write_within_limits()
    if not earlier or earlier == "[]" then return messages end
    return sub(earlier, 1, -2) .. "," .. sub(messages, 2)
end
