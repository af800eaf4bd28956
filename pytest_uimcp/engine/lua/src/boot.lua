-- The first chunk of every state. It captures the standard library before any app code runs, wraps the functions
-- Python gives us, runs the other parts and returns the functions Python calls afterwards.
-- Arguments: dialect, number of host functions, name, callable, …, then the bytecode of each part. A name that begins
-- with "!" is a function of our own that takes and returns plain values and never fails: it is called bare.
local dialect, hosts = ...

local raw = {}
for name, value in next, _G do
    if name ~= "_G" and name ~= "python" then raw[name] = value end
end
for _, name in next, { "string", "table", "math", "coroutine", "os", "io", "debug" } do
    local copy = {}
    for key, value in next, raw[name] do
        copy[key] = value
    end
    raw[name] = copy
end
for _, name in
    next,
    { "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "sub", "upper" }
do
    raw[name] = raw.string[name]
end
for _, name in next, { "concat", "insert", "remove", "sort" } do
    raw[name] = raw.table[name]
end
raw.floor, raw.huge = raw.math.floor, raw.math.huge
raw.traceback, raw.getinfo = raw.debug.traceback, raw.debug.getinfo
raw.unpack = raw.unpack or raw.table.unpack
raw.loadstring = raw.loadstring or raw.load
-- 5.1 ignores __len on tables, so nothing needs to bypass it.
raw.rawlen = raw.rawlen or function(value)
    return #value
end

-- How often a table got another metatable than it had: of what class objects are is not looked up in each pass (classes.lua).
local replaced_metatables = 0
if dialect == "5.2" then
    local setmetatable, getmetatable, collectgarbage, rawget, type, error =
        raw.setmetatable, raw.getmetatable, raw.collectgarbage, raw.rawget, raw.type, raw.error

    -- 5.2 frees a metatable that is in use if its table, which had a weak one before, got it in the middle of a collection:
    -- the collector looks once at a table with weak keys. So metatables stay until a collection has begun and ended.
    local before, since = {}, {}
    local seen_by_collector = setmetatable({ {} }, { __mode = "v" })
    local function keep(meta)
        if seen_by_collector[1] == nil then
            local unseen, fresh = {}, {} -- memory may run out here
            seen_by_collector[1] = unseen
            before, since = since, fresh
        end
        since[meta] = true
    end

    function raw.setmetatable(t, meta)
        if type(meta) == "table" then
            -- It would run outside of every limit, whenever memory is asked for, and its errors would come out there.
            if rawget(meta, "__gc") ~= nil then
                error("__gc is not supported: tables have no finalizers in Lua 5.1", 2)
            end
            if not since[meta] then keep(meta) end
        end
        if getmetatable(t) ~= nil then replaced_metatables = replaced_metatables + 1 end
        return setmetatable(t, meta)
    end

    -- This collection runs without interruption, so nothing needs to be kept for it.
    local NONE = {}
    function raw.collectgarbage(option, argument)
        if option == nil or option == "collect" then
            before, since, seen_by_collector[1] = NONE, NONE, nil
        end
        return collectgarbage(option or "collect", argument)
    end
else
    local setmetatable, getmetatable = raw.setmetatable, raw.getmetatable
    function raw.setmetatable(...)
        if getmetatable((...)) ~= nil then replaced_metatables = replaced_metatables + 1 end
        -- No tail call: the error about a wrong argument names the function.
        local result = setmetatable(...)
        return result
    end
end

-- lupa's own table is not needed, so it is removed and cannot be reached.
python = nil
package.loaded.python = nil

local E = { raw = raw, host = {}, bare = {}, env = {}, ops = {}, dialect = dialect }

function E.replaced_metatables()
    return replaced_metatables
end

local error, select, type, pcall, rawequal = raw.error, raw.select, raw.type, raw.pcall, raw.rawequal

E.scalar = { ["nil"] = true, boolean = true, number = true, string = true }
local scalar = E.scalar

-- A table that reaches Python from inside a coroutine becomes a dangling reference (lupa #84): scalars only.
local function scalars(name, ...)
    for i = 1, select("#", ...) do
        local kind = type((select(i, ...)))
        if not scalar[kind] then
            error(
                "argument " .. i .. " of " .. name .. ": expected a string, number, boolean or nil, got a " .. kind,
                0
            )
        end
    end
    return ...
end

-- Status: 1 done, 0 failed with a message; 2 more when the memory limit was lifted to let the answer in; -1 there is no
-- room for the answer.
local function answer(status, ...)
    if status > 1 then
        E.bare.limit()
        status = status - 2
    end
    if status == 1 then return ... end
    if status == -1 then E.guard.out_of_memory() end
    error((...), 0)
end

-- Python may ask Lua for memory, which may run the finalizers of files. At the end of the C stack those fail, and the
-- error would jump over Python's frames: so there must be room for them.
local function need_c_stack()
    local _, room = pcall(pcall, rawequal, 0, 0)
    if room ~= true then error("C stack overflow", 0) end
end
E.need_c_stack = need_c_stack

local function add_hosts(left, name, callable, ...)
    if left == 0 then return end
    if raw.byte(name) == 33 then
        E.bare[raw.sub(name, 2)] = callable
    else
        E.host[name] = function(...)
            need_c_stack()
            return answer(callable(scalars(name, ...)))
        end
    end
    return add_hosts(left - 1, ...)
end

add_hosts(hosts, select(3, ...))
for i = 3 + 2 * hosts, select("#", ...) do
    raw.assert(raw.loadstring((select(i, ...))))(E)
end
return E.enter, E.recover
