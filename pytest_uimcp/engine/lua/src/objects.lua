-- Lua values as sent to clients: kind, type, identity and value JSON.
--
-- A table is an *array* when it has no type and its keys are 1..n; any other table, and every function, thread or
-- userdata, is an *object*, shown as {"obj": N}. Ids come from a registry that is weak on both sides, so it never
-- keeps an object alive.

local E = ...
local raw = E.raw
local type, next, rawget, rawequal, getmetatable, setmetatable =
    raw.type, raw.next, raw.rawget, raw.rawequal, raw.getmetatable, raw.setmetatable
local concat = raw.table.concat
local HUGE = raw.math.huge
local scalar_json = E.json.scalar

local objects = {}
E.objects = objects

local ids = setmetatable({}, { __mode = "k" })
local by_id = setmetatable({}, { __mode = "v" })
local last_id = 0

function objects.id(object)
    local id = ids[object]
    if not id then
        last_id = last_id + 1
        id = last_id
        ids[object], by_id[id] = id, object
    end
    return id
end

function objects.get(id)
    return by_id[id]
end

-- The type that picks a viewdef: the metatable's, else the table's own.
local function type_of(t)
    local meta = getmetatable(t)
    if type(meta) == "table" then
        local name = meta.type
        if type(name) == "string" then return name, meta end
    end
    local own = rawget(t, "type")
    if type(own) == "string" then return own, true end
    return nil
end
objects.type_of = type_of

-- Snapshots: what an array held when it was last looked at.
--   items[i]    the element itself
--   metas[i]    for a table element that is an object: what gives its type (its metatable, or OWN), or UNTYPED
--   nested[i]   for a table element that is an array: its snapshot
--   n           how many
-- An array met inside itself is shown as a reference, so cyclic data has finite value JSON.

local MAX_DEPTH = 64
local OWN, UNTYPED = {}, {}

local take

local function note(snapshot, k, element, above, depth)
    local name, by = type_of(element)
    snapshot.metas = snapshot.metas or {}
    if name then
        snapshot.metas[k] = by == true and OWN or by
        return
    end
    local inner = depth < MAX_DEPTH and not above[element] and take(element, above, depth + 1)
    if inner then
        snapshot.nested = snapshot.nested or {}
        snapshot.nested[k] = inner
    else
        snapshot.metas[k] = UNTYPED
    end
end

function take(t, above, depth)
    local snapshot, items, count, top = { items = {} }, nil, 0, 0
    items = snapshot.items
    above[t] = true
    for k, e in next, t do
        if type(k) ~= "number" or k < 1 or k % 1 ~= 0 then
            above[t] = nil
            return nil
        end
        count = count + 1
        if k > top then top = k end
        items[k] = e
        if type(e) == "table" then note(snapshot, k, e, above, depth) end
    end
    above[t] = nil
    if count ~= top then return nil end
    snapshot.n = count
    return snapshot
end

-- The snapshot of an array, or nil if the table is no array.
function objects.snapshot(t)
    return take(t, {}, 0)
end

local same

-- The full comparison of a table element; `same` has the quick one.
local function same_table(snapshot, k, element, above, depth)
    local inner = snapshot.nested and snapshot.nested[k]
    if type_of(element) then
        local _, by = type_of(element)
        return not inner and rawequal(snapshot.items[k], element) and snapshot.metas[k] == (by == true and OWN or by)
    end
    if depth >= MAX_DEPTH or above[element] then
        return not inner and rawequal(snapshot.items[k], element) and snapshot.metas[k] == UNTYPED
    end
    if inner then return same(inner, element, above, depth + 1) end
    return rawequal(snapshot.items[k], element) and take(element, above, depth + 1) == nil
end

-- Is the table, now, what the snapshot says? Identity of the table itself does not matter. Elements are compared
-- raw: an app's __eq must not hide that another object stands there.
function same(snapshot, t, above, depth)
    local items, metas, count = snapshot.items, snapshot.metas, 0
    above[t] = true
    local equal = true
    for k, e in next, t do
        local was = items[k]
        local meta = metas and metas[k]
        if
            meta
            and rawequal(was, e)
            and (
                meta == UNTYPED and type(next(e)) == "string"
                or meta == OWN and rawget(e, "type") ~= nil
                or getmetatable(e) == meta and meta.type ~= nil
            )
        then
            -- An object that has stayed and still is none of the arrays: its reference is the same.
            count = count + 1
        elseif metas and type(e) == "table" then
            if not same_table(snapshot, k, e, above, depth) then
                equal = false
                break
            end
            count = count + 1
        elseif rawequal(was, e) or (was ~= was and e ~= e) then
            count = count + 1
        else
            equal = false
            break
        end
    end
    above[t] = nil
    return equal and count == snapshot.n
end

function objects.same(snapshot, t)
    return same(snapshot, t, {}, 0)
end

-- kind and, where it has one, the shape of a value as variables see it:
--   scalars          value, false      (NaN and the infinities are null: JSON cannot express them)
--   typed objects    value, its type
--   other objects    value, true
--   arrays           value, snapshot
function objects.classify(v)
    local kind = type(v)
    if kind == "table" then
        local name = type_of(v)
        if name then return v, name end
        return v, take(v, {}, 0) or true
    end
    if kind == "number" then
        if v ~= v or v == HUGE or v == -HUGE then return nil, false end
        return v, false
    end
    if v == nil or kind == "string" or kind == "boolean" then return v, false end
    return v, true
end

function objects.ref(object)
    return '{"obj":' .. objects.id(object) .. "}"
end

local function snapshot_json(snapshot)
    local parts, items, nested = {}, snapshot.items, snapshot.nested
    for i = 1, snapshot.n do
        local e = items[i]
        local kind = type(e)
        if nested and nested[i] then
            parts[i] = snapshot_json(nested[i])
        elseif kind == "table" or kind == "function" or kind == "thread" or kind == "userdata" then
            parts[i] = objects.ref(e)
        else
            parts[i] = scalar_json(e)
        end
    end
    return "[" .. concat(parts, ",") .. "]"
end

-- Value JSON of what classify gave.
function objects.json(value, shape)
    if not shape then return scalar_json(value) end
    if type(shape) == "table" then return snapshot_json(shape) end
    return objects.ref(value)
end

-- A value received as decoded JSON: {"obj": N} becomes the object, at any depth.
function objects.from_wire(value)
    if type(value) ~= "table" then return value end
    local id = rawget(value, "obj")
    if type(id) == "number" then
        local first, _ = next(value)
        if first == "obj" and next(value, first) == nil then return by_id[id] end
    end
    for k, v in next, value do
        value[k] = objects.from_wire(v)
    end
    return value
end
