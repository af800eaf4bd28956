-- Which objects can be compared by identity alone, without asking each for its type in every pass.
--
-- A class is *plain* while its metatable itself holds the type, no `__metatable` hides it, and no `__eq` lets two objects
-- pass for one. An object of a plain class keeps its type until it gets another metatable or the class changes. Both are
-- noticed without looking at the objects: `setmetatable` is ours (boot.lua) and counts metatables that replace others, and
-- the classes are few, so `check` looks at each before a pass. Then the stamp is another one, and whoever relies on
-- classes looks at its objects again.

local E = ...
local raw = E.raw
local type, next, rawget, rawequal, setmetatable = raw.type, raw.next, raw.rawget, raw.rawequal, raw.setmetatable
-- Not `getmetatable`: that one believes `__metatable`.
local metatable = raw.debug.getmetatable

local classes = {}
E.classes = classes

-- metatable -> its type
local plain = setmetatable({}, { __mode = "k" })
classes.known = plain
local stamp, replaced = 0, 0

local function is_plain(meta, name)
    return rawget(meta, "type") == name and rawget(meta, "__eq") == nil and rawget(meta, "__metatable") == nil
end

-- The metatable that gives an object this type, if its class is plain, else false.
function classes.plain(object, name)
    local meta = metatable(object)
    if type(meta) ~= "table" or not is_plain(meta, name) then return false end
    plain[meta] = name
    return meta
end

-- Does an object still get its type from this plain metatable?
function classes.is_plain(object, meta)
    return plain[meta] ~= nil and rawequal(metatable(object), meta)
end

function classes.check()
    if replaced ~= E.replaced_metatables() then
        replaced = E.replaced_metatables()
        stamp = stamp + 1
    end
    for meta, name in next, plain do
        if not is_plain(meta, name) then
            plain[meta] = nil
            stamp = stamp + 1
        end
    end
end

function classes.stamp()
    return stamp
end
