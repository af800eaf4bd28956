-- The trusted half of the child: runs a call, and looks whether what came back is any of the engine's own.
local E = ...
local raw = E.raw
local type, next, select, pcall = raw.type, raw.next, raw.select, raw.pcall

local globals = raw.assert(raw.loadstring("return _G"))()
local public = {}
local secret = { [E] = "E", [raw] = "raw", [E.host] = "host", [E.bare] = "bare", [globals] = "the real _G" }

local function each_of(t, visit)
    for key, value in next, t do
        if type(value) == "table" then
            for inner, deeper in next, value do
                visit(key .. "." .. raw.tostring(inner), deeper)
            end
        end
        visit(key, value)
    end
end

each_of(E.env, function(_, value)
    public[value] = true
end)
local function hide(owner)
    return function(key, value)
        local kind = type(value)
        if (kind == "function" or kind == "table" or kind == "userdata") and not public[value] then
            secret[value] = secret[value] or owner .. "." .. key
        end
    end
end
each_of(raw, hide("raw"))
each_of(globals, hide("_G"))
each_of(E.host, hide("host"))
each_of(E.bare, hide("bare"))

local function escaped(...)
    for i = 1, select("#", ...) do
        local value = (select(i, ...))
        if value ~= nil and secret[value] then return secret[value] end
        if type(value) == "table" then
            for key, inner in next, value do
                if secret[key] or secret[inner] then return secret[key] or secret[inner] end
            end
        end
    end
end

local function finish(ok, ...)
    local out = escaped(...)
    if out then return "escaped: " .. out end
    if ok and select("#", ...) < 100 then pcall(E.marshal.result, (...)) end
    return "value"
end

function E.ops.fuzz(source)
    return finish(true, raw.assert(E.load(source, "=call"))())
end

local function names()
    local found = {}
    local function add(path, t)
        for key, value in next, t do
            if type(key) == "string" and type(value) == "function" then found[#found + 1] = path .. key end
        end
    end
    add("", E.env)
    for key, value in next, E.env do
        if type(value) == "table" and key ~= "_G" and key ~= "lua" then add(key .. ".", value) end
    end
    raw.sort(found)
    return raw.concat(found, " ")
end
E.env.function_names = names()

-- Bytes that may still be asked for.
local count, ceiling = raw.collectgarbage, E.bare.ceiling
local uncounted = E.host.memory_used() - count("count") * 1024 -- what Lua does not know of
function E.env.left()
    return ceiling() - uncounted - count("count") * 1024
end
