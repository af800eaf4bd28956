-- Prototypes: classes that keep their identity when a file is loaded again.
--
-- The registry is keyed by name. Declaring a prototype again with other defaults keeps the table, takes the new
-- defaults, records the removed fields and queues the prototype for mutation: after the load, mutate() is called on
-- every living instance, which then loses the removed fields.

local E = ...
local raw = E.raw
local type, next, rawget, rawequal, setmetatable, getmetatable, tostring =
    raw.type, raw.next, raw.rawget, raw.rawequal, raw.setmetatable, raw.getmetatable, raw.tostring
local rawlen, sort, concat, sub, format =
    raw.rawlen, raw.table.sort, raw.table.concat, raw.string.sub, raw.string.format

local prototypes = {}
E.prototypes = prototypes

-- Marks a declared field whose initial value is nil.
local EMPTY = setmetatable({}, {
    __tostring = function()
        return "EMPTY"
    end,
    __metatable = false,
})
E.env.EMPTY = EMPTY

-- name -> {name, class, defaults (as declared), version, removed = {field = true}}
local registry = {}
local by_class = setmetatable({}, { __mode = "k" })
local queue = {}
local version = 0

-- instance -> {n (order of creation), version}; weak, so instances can be collected.
local instances = setmetatable({}, { __mode = "k" })
local born = 0

local function sorted_names(t)
    local names = {}
    for k in next, t do
        if type(k) == "string" then names[rawlen(names) + 1] = k end
    end
    sort(names)
    return names
end

-- What tostring(object) gives: the object's own method `tostring`, if it has one, else "Contact{email=…, name=…}":
-- short, without private fields, never recursive.
function prototypes.describe(object)
    if type(object) ~= "table" then return tostring(object) end
    local own = object.tostring
    if type(own) == "function" then
        local text = own(object)
        if type(text) == "string" then return text end
    end
    local parts, budget = {}, 120
    local names = sorted_names(object)
    for i = 1, rawlen(names) do
        local name = names[i]
        local value = rawget(object, name)
        local kind = type(value)
        if sub(name, 1, 1) ~= "_" and name ~= "type" and kind ~= "function" then
            local text = kind == "string" and format("%q", sub(value, 1, 40))
                or kind == "table" and (E.objects.type_of(value) or "table")
                or tostring(value)
            budget = budget - rawlen(text) - rawlen(name)
            if budget < 0 then
                parts[rawlen(parts) + 1] = "..."
                break
            end
            parts[rawlen(parts) + 1] = name .. "=" .. text
        end
    end
    return (E.objects.type_of(object) or "table") .. "{" .. concat(parts, ", ") .. "}"
end

-- Apps may replace functions of `session`, so these two look them up at each call.
local function default_new(class, instance)
    return E.session.create(E.session, class, instance)
end

local function default_tostring(object)
    return E.session.metaTostring(object)
end

local MAX_COMPARED_DEPTH = 8

local function alike(a, b, depth)
    if rawequal(a, b) then return true end
    if type(a) ~= "table" or type(b) ~= "table" or depth > MAX_COMPARED_DEPTH then return false end
    for k, value in next, a do
        if not alike(value, rawget(b, k), depth + 1) then return false end
    end
    for k in next, b do
        if rawget(a, k) == nil then return false end
    end
    return true
end

local function set_defaults(class, defaults)
    for k, value in next, defaults do
        if value == EMPTY then
            class[k] = nil
        else
            class[k] = value
        end
    end
end

local function copy(t)
    local result = {}
    for k, value in next, t do
        result[k] = value
    end
    return result
end

local function base_of(name, base)
    if type(base) == "string" then base = registry[base] and registry[base].class end
    if base then return base end
    local object = name ~= "Object" and registry.Object
    return object and object.class or nil
end

local function declare(name, defaults, base)
    local class = {}
    set_defaults(class, defaults)
    class.type = name
    class.__index = class
    if rawget(class, "__tostring") == nil then class.__tostring = default_tostring end
    base = base_of(name, base)
    if base then setmetatable(class, { __index = base }) end
    if class.new == nil then class.new = default_new end
    registry[name] = { name = name, class = class, defaults = copy(defaults), version = version, removed = {} }
    by_class[class] = registry[name]
    return class
end

local function redeclare(entry, defaults, base)
    local class = entry.class
    if base then setmetatable(class, { __index = base_of(entry.name, base) }) end
    if alike(entry.defaults, defaults, 0) then return class end
    for k, old in next, entry.defaults do
        if defaults[k] == nil then
            entry.removed[k] = true
            if rawequal(rawget(class, k), old) then class[k] = nil end
        end
    end
    for k in next, defaults do
        entry.removed[k] = nil
    end
    set_defaults(class, defaults)
    entry.defaults = copy(defaults)
    version = version + 1
    entry.version = version
    if not entry.queued then
        entry.queued = true
        queue[rawlen(queue) + 1] = entry
    end
    return class
end

function prototypes.declare(name, defaults, base)
    if type(name) ~= "string" or name == "" then
        E.fail(
            "session:prototype(name, init, base): name must be a string, got "
                .. (name == "" and "an empty one" or type(name))
        )
    end
    if base ~= nil and type(base) ~= "string" and type(base) ~= "table" then
        E.fail("session:prototype('" .. name .. "', init, base): base must be a name or a table, got " .. type(base))
    end
    if defaults ~= nil and type(defaults) ~= "table" then
        E.fail("session:prototype('" .. name .. "', init): init must be a table, got " .. type(defaults))
    end
    local entry = registry[name]
    if entry and defaults == nil and base == nil then return entry.class end
    if entry then return redeclare(entry, defaults or {}, base) end
    return declare(name, defaults or {}, base)
end

-- One of ours: registered, and never declared again.
function prototypes.adopt(name, class)
    registry[name] = { name = name, class = class, defaults = {}, version = 0, removed = {} }
    by_class[class] = registry[name]
end

function prototypes.find(name)
    return registry[name] and registry[name].class
end

-- The declared defaults of an object's prototype (nil when it has none).
function prototypes.defaults(object)
    local entry = by_class[getmetatable(object)]
    return entry and entry.defaults
end
prototypes.EMPTY = EMPTY

function prototypes.create(class, instance)
    if type(class) ~= "table" then
        E.fail("session:create(prototype, instance): prototype must be a table, got " .. type(class))
    end
    -- `create=T` on a plain value hands that value to the default `new`: there is nothing in it to keep.
    instance = setmetatable(type(instance) == "table" and instance or {}, class)
    born = born + 1
    instances[instance] = { n = born, version = version }
    return instance
end

local function living(class)
    local list = {}
    for instance in next, instances do
        if rawequal(getmetatable(instance), class) then list[rawlen(list) + 1] = instance end
    end
    sort(list, function(a, b)
        return instances[a].n < instances[b].n
    end)
    return list
end

function prototypes.needs_mutation(object)
    local entry = type(object) == "table" and by_class[getmetatable(object)]
    local record = entry and instances[object]
    return record ~= nil and record ~= false and record.version < entry.version
end

local function mutate(object)
    local method = object.mutate
    if method then method(object) end
end

-- Run what the last load queued; returns {{type, message, traceback, file, line}, …} for the calls that failed.
function prototypes.mutate()
    local failures = {}
    local waiting = queue
    queue = {}
    for i = 1, rawlen(waiting) do
        local entry = waiting[i]
        entry.queued = nil
        local list = living(entry.class)
        for j = 1, rawlen(list) do
            local object = list[j]
            local ok, problem, _, traceback, file, line = E.guard.try(mutate, object)
            if not ok then failures[rawlen(failures) + 1] = { entry.name, problem, traceback, file, line } end
            for field in next, entry.removed do
                raw.rawset(object, field, nil)
            end
            instances[object].version = entry.version
        end
        entry.removed = {}
    end
    return failures
end

-- Forget a prototype by name, and with `children` those named below it ("Contacts" and "Contacts.Contact").
function prototypes.remove(name, children)
    if type(name) ~= "string" then
        E.fail("session:removePrototype(name, children): name must be a string, got " .. type(name))
    end
    registry[name] = nil
    if not children then return end
    local prefix = name .. "."
    for other in next, registry do
        if sub(other, 1, rawlen(prefix)) == prefix then registry[other] = nil end
    end
end

function prototypes.new_version()
    version = version + 1
    return version
end

function prototypes.version()
    return version
end
