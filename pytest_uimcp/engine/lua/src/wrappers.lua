-- Wrappers and presenters: objects that stand in front of a value.
--
-- `wrapper=T` calls T:new(variable) whenever the value changes; `create=T` makes the variable's value T:new(value).
-- T is a registered presenter or wrapper, else a prototype, else a (dotted) global of the app.

local E = ...
local raw = E.raw
local type, rawget, rawequal, setmetatable, tostring =
    raw.type, raw.rawget, raw.rawequal, raw.setmetatable, raw.tostring
local gmatch = raw.string.gmatch

local wrappers = {}
E.wrappers = wrappers

local registered = {}
local complained = {}

function wrappers.register(name, class)
    if type(name) ~= "string" or type(class) ~= "table" then
        E.fail("register(name, class): a string and a table expected, got " .. type(name) .. " and " .. type(class))
    end
    registered[name] = class
end

function wrappers.class(name)
    local class = registered[name] or E.prototypes.find(name)
    if class then return class end
    local value = E.env
    for part in gmatch(name, "[^.]+") do
        if type(value) ~= "table" then return nil end
        value = rawget(value, part)
    end
    return type(value) == "table" and value or nil
end

-- A class that can make objects, or nil; what is missing is said once per name.
function wrappers.usable(kind, name)
    local class = wrappers.class(name)
    if class and class.new then return class end
    if not complained[name] then
        complained[name] = true
        E.host.log(
            2,
            kind
                .. "="
                .. name
                .. ": "
                .. (
                    class and "it has no method new"
                    or "no prototype, registered " .. kind .. " or global of that name"
                )
        )
    end
    return nil
end

-- What T:new(variable) is given.
local Handle = {}
Handle.__index = Handle
Handle.__metatable = false

local owner = setmetatable({}, { __mode = "k" })

-- What a handle stands for once its variable is gone. The entry must change: a key that its own value leads to is
-- never collected in Lua 5.1, and the variable would live on with all it knows.
local GONE = { props = {} }

local function variable_of(handle, method)
    return owner[handle] or E.fail("variable:" .. method .. "(): a variable expected, got " .. type(handle))
end

function Handle.getID(self)
    return variable_of(self, "getID").id
end
function Handle.getValue(self)
    return variable_of(self, "getValue").base
end
function Handle.getProperty(self, name)
    local v = variable_of(self, "getProperty")
    E.rows.place(v)
    return v.props[name]
end
function Handle.getWrapper(self)
    return variable_of(self, "getWrapper").wrapper_object
end
function Handle.setProperty(self, name, value)
    local v = variable_of(self, "setProperty")
    if v ~= GONE then E.variables.set_property(v, tostring(name), tostring(value)) end
end

local function handle_of(v)
    if not v.handle then
        v.handle = setmetatable({}, Handle)
        owner[v.handle] = v
    end
    return v.handle
end

local function take_leave(object)
    local destroy = object.destroy
    if destroy then destroy(object) end
end

-- Forget the wrapper; its destroy(), or looking for it, may fail without harm to anybody else.
function wrappers.drop(v)
    local object = v.wrapper_object
    v.wrapper_object = nil
    if type(object) ~= "table" then return end
    local ok, problem, kind, traceback, file, line = E.guard.try(take_leave, object)
    E.detect.app_ran()
    if ok then return end
    E.host.log(2, "destroy of a wrapper: " .. problem)
    E.host.app_failed("running destroy() of a wrapper", problem, kind, traceback, file, line)
end

-- The variable is gone: its wrapper goes, and what the app holds of the variable leads nowhere.
function wrappers.part(v)
    if v.wrapper_object ~= nil then wrappers.drop(v) end
    if v.handle then owner[v.handle] = GONE end
end

-- The wrapper around a value that is new or has changed; the value itself where T is unknown.
function wrappers.wrap(v, value)
    local name = v.props.wrapper
    local class = wrappers.usable("wrapper", name)
    if not class then return value end
    v.base = value
    local object = class:new(handle_of(v))
    if object == nil then return value end
    if not rawequal(object, v.wrapper_object) then
        if v.wrapper_object then wrappers.drop(v) end
        v.wrapper_object = object
    end
    if type(object) == "table" and object.sync then object:sync() end
    return object
end

function wrappers.create(v, value)
    local class = wrappers.usable("create", v.props.create)
    if not class then return value end
    return class:new(value)
end
