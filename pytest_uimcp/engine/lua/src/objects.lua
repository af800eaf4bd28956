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
local classes, metatable = E.classes, raw.debug.getmetatable
local plain = classes.known

local objects = {}
E.objects = objects

-- An object's reference is written whenever an array that holds it is sent: it is kept as text.
local refs = setmetatable({}, { __mode = "k" })
local by_id = setmetatable({}, { __mode = "v" })
local last_id = 0

local function ref(object)
    local text = refs[object]
    if not text then
        last_id = last_id + 1
        text = '{"obj":' .. last_id .. "}"
        refs[object], by_id[last_id] = text, object
    end
    return text
end
objects.ref = ref

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
--   stamp       that of the classes (classes.lua), if each element is a scalar or an object of a plain class: while it is the
--               present one, identity decides
-- An array met inside itself is shown as a reference, so cyclic data has finite value JSON.

local MAX_DEPTH = 64
local OWN, UNTYPED = {}, {}

local take

local function note(snapshot, k, element, above, depth)
    local name, by = type_of(element)
    snapshot.metas = snapshot.metas or {}
    if name then
        snapshot.metas[k] = by == true and OWN or by
        if by == true or not classes.plain(element, name) then snapshot.stamp = nil end
        return
    end
    snapshot.stamp = nil
    local inner = depth < MAX_DEPTH and not above[element] and take(element, above, depth + 1)
    if inner then
        snapshot.nested = snapshot.nested or {}
        snapshot.nested[k] = inner
    else
        snapshot.metas[k] = UNTYPED
    end
end

function take(t, above, depth)
    local items, metas, count, top = {}, nil, 0, 0
    local snapshot = { items = items, stamp = classes.stamp() }
    above[t] = true
    for k, e in next, t do
        if type(k) ~= "number" or k < 1 or k % 1 ~= 0 then
            above[t] = nil
            return nil
        end
        count = count + 1
        if k > top then top = k end
        items[k] = e
        if type(e) == "table" then
            local meta = metatable(e)
            if meta and metas and plain[meta] then
                metas[k] = meta
            else
                note(snapshot, k, e, above, depth)
                metas = snapshot.metas
            end
        end
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

local function is_plain(snapshot)
    if snapshot.nested then return false end
    for _, meta in next, snapshot.metas or {} do
        if not plain[meta] then return false end
    end
    return true
end

-- Are these the very elements, as far as identity can tell?
local function is_identical(items, n, t)
    local count = 0
    for k, e in next, t do
        if e ~= items[k] then return false end
        count = count + 1
    end
    return count == n
end

function objects.same(snapshot, t)
    local stamp = classes.stamp()
    if snapshot.stamp == stamp and is_identical(snapshot.items, snapshot.n, t) then return true end
    if not same(snapshot, t, {}, 0) then return false end
    if is_plain(snapshot) then snapshot.stamp = stamp end
    return true
end

-- Is the value JSON of two arrays different? Where they hold other objects or texts, it is, without writing it.
function objects.differ(old, new)
    if old.n ~= new.n then return true end
    local old_metas, new_metas = old.metas or {}, new.metas or {}
    for i = 1, new.n do
        local a, b = old.items[i], new.items[i]
        local is_text = type(a) == "string" and type(b) == "string"
        if (is_text or old_metas[i] and new_metas[i]) and not rawequal(a, b) then return true end
    end
    return objects.json(nil, old) ~= objects.json(nil, new)
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

local function snapshot_json(snapshot)
    local parts, items, nested = {}, snapshot.items, snapshot.nested
    for i = 1, snapshot.n do
        local e = items[i]
        local kind = type(e)
        if nested and nested[i] then
            parts[i] = snapshot_json(nested[i])
        elseif refs[e] then
            parts[i] = refs[e]
        elseif kind == "table" or kind == "function" or kind == "thread" or kind == "userdata" then
            parts[i] = ref(e)
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
    return ref(value)
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
