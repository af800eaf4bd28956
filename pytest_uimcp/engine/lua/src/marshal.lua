-- Lua values as JSON for people and agents: results of code, the state of an app, an object's fields.
--
-- Three readings of a table, each with its own home:
--   result   what ui_run prints: string keys make an object (number keys beside them are left out), else a list with
--            null for holes, else {}; functions are null
--   state    the displayed app: arrays and objects by the rules of variables; what occurred before is {"obj": N}
--   fields   one object, one level: value JSON of each field
-- Fields that begin with "_" are private in all of them. What an app encodes itself (ui.json_encode, the events it
-- pushes) is not affected: there they stay.

local E = ...
local raw = E.raw
local type, next, tostring, floor, getmetatable = raw.type, raw.next, raw.tostring, raw.math.floor, raw.getmetatable
local rawlen, concat, sort, sub, gsub = raw.rawlen, raw.table.concat, raw.table.sort, raw.string.sub, raw.string.gsub
local json, objects = E.json, E.objects
local HUGE = raw.math.huge

local marshal = {}
E.marshal = marshal

-- Deeper than any sensible result, shallower than the C stack of a JSON reader.
local MAX_DEPTH = 100
-- A shared table is written out wherever it occurs, so a small web of them can grow without end.
local MAX_PARTS = 1000000
-- A list with more holes than this is printed by its keys.
local MAX_HOLES = 10000

local function non_json(text)
    return '{"non-json":' .. json.string(text) .. "}"
end

local function odd_number(n)
    if n ~= n then return "NaN" end
    if n == HUGE then return "+Inf" end
    if n == -HUGE then return "-Inf" end
    return nil
end

-- `omitted` collects the private keys; without it there are none.
local function keys_of(t, omitted)
    local names, top, count = {}, 0, 0
    for k in next, t do
        if type(k) == "string" then
            if omitted and sub(k, 1, 1) == "_" then
                omitted[k] = true
            else
                names[rawlen(names) + 1] = k
            end
        elseif type(k) == "number" and k >= 1 then
            count = count + 1
            if k > top then top = k end
        end
    end
    sort(names)
    return names, floor(top), count
end

local encode

local function encode_list(t, top, state, depth)
    local parts = {}
    for i = 1, top do
        parts[i] = encode(raw.rawget(t, i), state, depth + 1)
    end
    return "[" .. concat(parts, ",") .. "]"
end

local function encode_names(t, names, state, depth)
    local parts = {}
    for i = 1, rawlen(names) do
        parts[i] = json.string(tostring(names[i])) .. ":" .. encode(raw.rawget(t, names[i]), state, depth + 1)
    end
    return "{" .. concat(parts, ",") .. "}"
end

local function sparse_keys(t)
    local names = {}
    for k in next, t do
        if type(k) == "number" then names[rawlen(names) + 1] = k end
    end
    sort(names)
    return names
end

local function encode_table(t, state, depth)
    if state.above[t] or depth > MAX_DEPTH then return objects.ref(t) end
    state.above[t] = true
    local names, top, count = keys_of(t, state.omitted)
    local text
    if rawlen(names) > 0 then
        text = encode_names(t, names, state, depth)
    elseif top - count > MAX_HOLES then
        text = encode_names(t, sparse_keys(t), state, depth)
    elseif top >= 1 then
        text = encode_list(t, top, state, depth)
    else
        text = "{}"
    end
    state.above[t] = nil
    return text
end

function encode(value, state, depth)
    state.parts = state.parts + 1
    if state.parts > MAX_PARTS then raw.error("the result has over " .. MAX_PARTS .. " parts; return less of it", 0) end
    local kind = type(value)
    if kind == "table" then return encode_table(value, state, depth) end
    if kind == "number" and odd_number(value) then return non_json(odd_number(value)) end
    return json.scalar(value)
end

local function is_opaque(value)
    local kind = type(value)
    return kind == "function" or kind == "thread" or kind == "userdata"
end

-- JSON text, and the JSON list of private keys that were left out.
function marshal.result(value)
    if is_opaque(value) then return non_json(tostring(value)), "[]" end
    if type(value) ~= "table" then return encode(value, { parts = 0 }, 0), "[]" end
    local state = { above = {}, omitted = {}, parts = 0 }
    local text = encode(value, state, 0)
    local omitted = {}
    for name in next, state.omitted do
        omitted[rawlen(omitted) + 1] = name
    end
    sort(omitted)
    for i = 1, rawlen(omitted) do
        omitted[i] = json.string(omitted[i])
    end
    return text, "[" .. concat(omitted, ",") .. "]"
end

-- For events and ui.json_encode: what JSON cannot express is null.
function marshal.text(value)
    return encode(value, { above = {}, parts = 0 }, 0)
end

-- State.

local show

local function show_array(snapshot, seen, depth)
    local parts = {}
    for i = 1, snapshot.n do
        parts[i] = show(snapshot.items[i], seen, depth + 1)
    end
    return "[" .. concat(parts, ",") .. "]"
end

-- Own fields, and declared defaults that the object has not changed.
local function visible_fields(t)
    local fields = {}
    local defaults = objects.type_of(t) and E.prototypes.defaults(t)
    for k, v in next, defaults or {} do
        if v ~= E.prototypes.EMPTY and type(v) ~= "table" then fields[tostring(k)] = v end
    end
    for k, v in next, t do
        if type(k) == "string" or type(k) == "number" then fields[tostring(k)] = v end
    end
    fields.type = objects.type_of(t) or fields.type
    return fields
end

local function show_object(t, seen, depth)
    local fields, names, parts = visible_fields(t), {}, {}
    for name, v in next, fields do
        if sub(name, 1, 1) ~= "_" and type(v) ~= "function" then names[rawlen(names) + 1] = name end
    end
    sort(names)
    for i = 1, rawlen(names) do
        parts[i] = json.string(names[i]) .. ":" .. show(fields[names[i]], seen, depth + 1)
    end
    return "{" .. concat(parts, ",") .. "}"
end

function show(value, seen, depth)
    local kind = type(value)
    if kind == "function" or kind == "thread" or kind == "userdata" then return objects.ref(value) end
    if kind ~= "table" then return json.scalar(value) end
    if seen[value] or depth > MAX_DEPTH then return objects.ref(value) end
    seen[value] = true
    local snapshot = not objects.type_of(value) and objects.snapshot(value)
    if snapshot then return show_array(snapshot, seen, depth) end
    return show_object(value, seen, depth)
end

-- The displayed app: what `mcp` shows, or the app variable that the app made itself.
function marshal.state(app)
    local mcp = raw.rawget(E.env, "mcp")
    if app ~= nil and raw.rawequal(app, mcp) then app = mcp.value end
    if app == nil then return "{}" end
    return show(app, {}, 0)
end

function marshal.fields(object)
    if type(object) ~= "table" then return '{"type":' .. json.string(type(object)) .. "}" end
    local parts = { '"type":' .. json.string(objects.type_of(object) or "") }
    local fields = {}
    for k, v in next, object do
        if (type(k) == "string" and sub(k, 1, 1) ~= "_") or type(k) == "number" then
            fields[rawlen(fields) + 1] = json.string(tostring(k)) .. ":" .. objects.json(objects.classify(v))
        end
    end
    sort(fields)
    parts[2] = '"fields":{' .. concat(fields, ",") .. "}"
    return "{" .. concat(parts, ",") .. "}"
end
