-- What detection is held against: every variable read again from the root and written out as JSON, with nothing
-- remembered and nothing left out. It uses nothing of the engine but the variables themselves and the ids of objects.
local E = ...
local raw = E.raw
local type, next, getmetatable, rawget, concat = raw.type, raw.next, raw.getmetatable, raw.rawget, raw.table.concat

local function type_of(t)
    local meta = getmetatable(t)
    if type(meta) == "table" and type(meta.type) == "string" then return meta.type end
    local own = rawget(t, "type")
    return type(own) == "string" and own or ""
end

local function is_array(t)
    if type_of(t) ~= "" then return false end
    local count = 0
    for _ in next, t do
        count = count + 1
    end
    for i = 1, count do
        if rawget(t, i) == nil then return false end
    end
    return true
end

local function text(x, above)
    if type(x) ~= "table" then return E.json.scalar(x) end
    if above[x] or not is_array(x) then return E.objects.ref(x) end
    above[x] = true
    local parts = {}
    for i = 1, raw.rawlen(x) do
        parts[i] = text(rawget(x, i), above)
    end
    above[x] = nil
    return "[" .. concat(parts, ",") .. "]"
end

local function step(value, element)
    if type(value) ~= "table" then return nil end
    local name = raw.match(element, "^(.*)%(%)$")
    if not name then return value[raw.tonumber(element) and element + 1 or element] end
    local method = value[name]
    return method and method(value)
end

local function read(v, values)
    local value = values[v.parent]
    for element in raw.gmatch(v.props.path, "[^.]+") do
        value = step(value, element)
    end
    return value
end

-- One line for each variable: its id, whether it can be read, the value and the type.
function E.ops.full_comparison()
    local lines, values = {}, {}
    for i = 1, E.variables.n_all do
        local v = E.variables.all[i]
        local ok, value = true, v.cell
        if v.parent then
            ok, value = raw.pcall(read, v, values)
        end
        if not ok then value = nil end
        values[v] = value
        local name = type(value) == "table" and type_of(value) or ""
        lines[i] = concat({ v.id, raw.tostring(ok), text(value, {}), name }, "\t")
    end
    return concat(lines, "\n")
end
