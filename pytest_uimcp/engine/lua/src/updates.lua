-- Turns the result of a pass into messages: updates and errors of the variables that changed, and the present state for
-- connections that asked for it. Two causes put a variable on the list `touched`: detect.lua found a new value (or a new
-- property or error), or a message asked for its state (`variables.answers`). Messages go out by priority: first what is
-- high, then medium, then low, each in the order in which the pass computed it, and errors last.

local E = ...
local raw = E.raw
local type, next, rawlen = raw.type, raw.next, raw.rawlen
local concat, sort, max, sub = raw.table.concat, raw.table.sort, raw.math.max, raw.string.sub
local objects, json, variables = E.objects, E.json, E.variables
local send, try = variables.send, E.guard.try

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

local NO_NAMES = {}

local function property_names(v, names_of, level)
    if next(names_of) == nil then return NO_NAMES, 0 end
    local names, n = {}, 0
    for name in next, names_of do
        if (v.prop_prio[name] or v.prio) == level then
            n = n + 1
            names[n] = name
        end
    end
    if n > 1 then sort(names) end
    return names, n
end

local function properties_json(v, names)
    local values = {}
    for i = 1, rawlen(names) do
        values[names[i]] = v.props[names[i]] or ""
    end
    return '"properties":' .. json.properties(names, values)
end

local function update_json(v, conn, with_value, names)
    local head = '["update",' .. conn .. "," .. json.number(v.id) .. ",{"
    local value = with_value and (v.props.each and '"each":true,"value":' or '"value":') .. updates.value_json(v) or ""
    if rawlen(names) == 0 then return head .. value .. "}]" end
    return head .. value .. (with_value and "," or "") .. properties_json(v, names) .. "}]"
end

local function write_error(v, conn)
    if v.error then variables.send_error(conn, v.id, v.error[1], v.error[2]) end
end

-- A connection that asked gets the present state, the other watchers what changed.
local function write_level(v, level)
    -- Most have no property with a priority of its own.
    if v.prio ~= level and next(v.prop_prio) == nil then return end
    local answers = v.answers
    if v.changed or v.dirty then
        local names, n = property_names(v, v.dirty or NO_NAMES, level)
        local with_value = v.changed and v.prio == level
        if with_value or n > 0 then
            for conn in next, v.watchers do
                if not (answers and answers[conn]) then send(update_json(v, conn, with_value, names)) end
            end
        end
    end
    if answers then
        local names, n = property_names(v, v.known, level)
        if v.prio == level or n > 0 then
            for conn in next, answers do
                send(update_json(v, conn, v.prio == level, names))
            end
        end
    end
end

local function write_errors(v)
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
    local asked = variables.answers
    if asked[1] == nil then return end
    variables.answers = {}
    for i = 1, rawlen(asked) do
        local conn, v = asked[i][1], asked[i][2]
        if not v.dead then
            v.answers = v.answers or {}
            v.answers[conn] = true
            updates.touch(v)
        end
    end
end

local function write_all(queued)
    for i = 1, rawlen(queued) do
        send(queued[i])
    end
    for level = 1, 3 do
        for i = 1, n_touched do
            if not touched[i].dead then write_level(touched[i], level) end
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
    local queued = variables.outgoing
    variables.outgoing = {}
    local ok, text = raw.pcall(write_all, queued)
    variables.outgoing = queued
    if not ok then raw.error(text, 0) end
    variables.outgoing = {}
    local found = 0
    for i = 1, n_touched do
        local v = touched[i]
        if v.changed or v.dirty or v.error_news then found = 1 end
        v.touched, v.changed, v.dirty, v.answers, v.error_news = nil, nil, nil, nil, nil
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
    if n_touched == 0 and variables.outgoing[1] == nil then return earlier or "[]" end
    local messages = write_within_limits()
    if not earlier or earlier == "[]" then return messages end
    return sub(earlier, 1, -2) .. "," .. sub(messages, 2)
end
