-- Chunks of the app and their environments: load and its kin, setfenv and getfenv on either runtime, module. Source text
-- only; the environment of the engine and of the library is never handed out.
local E = ...
local raw, errors, guard, host, env = E.raw, E.errors, E.guard, E.host, E.env
local error, type, select, next, tostring, tonumber =
    raw.error, raw.type, raw.select, raw.next, raw.tostring, raw.tonumber
local rawget, rawset, setmetatable, getmetatable = raw.rawget, raw.rawset, raw.setmetatable, raw.debug.getmetatable
local getinfo, sub, find, concat, match, gmatch = raw.getinfo, raw.sub, raw.find, raw.concat, raw.match, raw.gmatch
local bad_argument, pcall = errors.bad_argument, env.pcall
local real_globals = raw.assert(raw.loadstring("return _G"))()
local on_52 = E.dialect == "5.2"

local LONG_NAME = 50 -- Lua may cut names longer than this
local BYTECODE = "^%s*\27"
-- The compiler cannot be interrupted.
local LONGEST = 16 * 2 ^ 20 -- bytes of source text
local SHORT = 40000 -- bytes: shorter texts have too few branches to matter
local TOO_MANY_BRANCHES = "the source has over 20000 of 'and', 'or', 'elseif', 'break' and 'goto', for which the compiler may "
    .. "need hours: split it, or keep its data in a file of another kind"

-- ---------------------------------------------------------------- loading

local loadstring = raw.loadstring

local function refusal(source, chunkname, message)
    if message == "not enough memory" then guard.out_of_memory() end
    -- The compiler of 5.1 shortens names to another length than the other functions.
    local line, rest = match(message, "^%.%.%.[^\n]-:(%d+): (.*)$")
    if line then message = sub(chunkname, 2) .. ":" .. line .. ": " .. rest end
    if not on_52 and host.needs_lua52(source) then
        message = message .. " (goto needs Lua 5.2: use the option --lua 5.2)"
    end
    guard.syntax_message = message
    return nil, message
end

-- The only access to the compiler, which in 5.1 accepts bytecode too: what is checked here is exactly what it gets. Code
-- that reads files has already removed a byte order mark or a first line with "#".
function E.load(source, chunkname, environment)
    if #source > LONGEST then return nil, "the source has over 16 MiB, which is too long" end
    if #source >= SHORT and host.has_too_many_branches(source) then return nil, TOO_MANY_BRANCHES end
    if find(source, BYTECODE) then return nil, "bytecode is refused: expected Lua source text" end
    if errors.ours(chunkname) then chunkname = "=(load)" end
    errors.remember(chunkname, #chunkname > LONG_NAME and loadstring("", chunkname))
    local f, message
    if on_52 then
        f, message = loadstring(source, chunkname, "t", environment or env)
    else
        f, message = loadstring(source, chunkname)
    end
    if not f then return refusal(source, chunkname, message) end
    message = not on_52 and E.too_wide(f, source)
    if message then
        guard.syntax_message = message
        return nil, message
    end
    if not on_52 then raw.setfenv(f, environment or env) end
    return f
end
local load = E.load

function env.loadstring(source, chunkname)
    if type(source) == "number" then source = tostring(source) end
    if type(source) ~= "string" then bad_argument(1, "loadstring", "string", source) end
    if chunkname == nil then chunkname = source end
    if type(chunkname) ~= "string" then bad_argument(2, "loadstring", "string", chunkname) end
    return load(source, chunkname)
end

-- The pieces are read here and not by the C function, which would swallow an error that ends the script.
function env.load(reader, chunkname)
    if type(reader) ~= "function" then bad_argument(1, "load", "function", reader) end
    local pieces = {}
    while true do
        local ok, piece = pcall(reader)
        if not ok then return nil, piece end
        if piece == nil or piece == "" then break end
        if type(piece) ~= "string" and type(piece) ~= "number" then
            return nil, "reader function must return a string"
        end
        pieces[#pieces + 1] = piece
    end
    return load(concat(pieces), chunkname == nil and "=(load)" or tostring(chunkname))
end

-- ---------------------------------------------------------------- environments

local raw_getfenv, raw_setfenv = raw.getfenv, raw.setfenv
if on_52 then
    local getupvalue, upvaluejoin = raw.debug.getupvalue, raw.debug.upvaluejoin
    local function env_index(f)
        for i = 1, 255 do
            local name = getupvalue(f, i)
            if name == nil then return nil end
            if name == "_ENV" then return i end
        end
    end
    raw_getfenv = function(f)
        local i = env_index(f)
        if not i then return env end
        local _, value = getupvalue(f, i)
        return value
    end
    raw_setfenv = function(f, t)
        local i = env_index(f)
        if i then upvaluejoin(f, i, function()
            return t
        end, 1) end
        return f
    end
end

-- The function at a level counted from the caller of our caller, or the function itself.
local function function_at(f, name)
    if type(f) == "function" then return f end
    if f == nil then f = 1 end
    local level = tonumber(f)
    if not level then bad_argument(1, name, "number", f) end
    if level < 0 then error("bad argument #1 to '" .. name .. "' (level must be non-negative)", 3) end
    local info = getinfo(level + 2, "f")
    if not info then error("bad argument #1 to '" .. name .. "' (invalid level)", 3) end
    return info.func -- nil for a tail call: its function is gone
end

local function is_app(f)
    local info = getinfo(f, "S")
    return info.what ~= "C" and not errors.ours(info.source)
end

function env.getfenv(f)
    if f == 0 then return env end
    f = function_at(f, "getfenv")
    if not f or not is_app(f) then return env end
    local found = raw_getfenv(f)
    if found == real_globals or type(found) ~= "table" then return env end
    return found
end

function env.setfenv(f, t)
    if type(t) ~= "table" then bad_argument(2, "setfenv", "table", t) end
    if f == 0 then error("setfenv(0, …) is not possible here: set the environment of the function", 2) end
    f = function_at(f, "setfenv")
    if not f or not is_app(f) then error("'setfenv' cannot change environment of given object", 2) end
    return raw_setfenv(f, t)
end

-- ---------------------------------------------------------------- modules

E.loaded, E.preload = { _G = env, coroutine = env.coroutine }, {}
-- Apps append to `path` before they call require, which ignores it and looks below lua/.
env.package = {
    loaded = E.loaded,
    preload = E.preload,
    path = "lua/?.lua;lua/?/init.lua",
    config = "/\n;\n?\n!\n-\n",
}
E.loaded.package = env.package

function env.package.seeall(module)
    if type(module) ~= "table" then bad_argument(1, "seeall", "table", module) end
    local meta = getmetatable(module)
    if type(meta) ~= "table" then
        meta = {}
        setmetatable(module, meta)
    end
    meta.__index = env
end

local function module_table(name)
    local module = E.loaded[name]
    if type(module) == "table" then return module end
    module = env
    for part in gmatch(name, "[^.]+") do
        local inner = rawget(module, part)
        if inner == nil then
            inner = {}
            rawset(module, part, inner)
        elseif type(inner) ~= "table" then
            error("name conflict for module '" .. name .. "'", 3)
        end
        module = inner
    end
    E.loaded[name] = module
    return module
end

function env.module(name, ...)
    if type(name) ~= "string" then bad_argument(1, "module", "string", name) end
    local caller = function_at(1, "module")
    if not caller or not is_app(caller) then error("'module' not called from a Lua function", 2) end
    local module = module_table(name)
    if rawget(module, "_NAME") == nil then
        module._M, module._NAME, module._PACKAGE = module, name, match(name, "^(.*%.)[^.]*$") or ""
    end
    raw_setfenv(caller, module)
    for i = 1, select("#", ...) do
        local option = select(i, ...)
        option(module)
    end
end

function E.ops.run_chunk(source, chunkname)
    local f, message = load(source, chunkname)
    if not f then error(message, 0) end
    f()
end
