-- The app's environment: the 5.1 library without anything that leads out of the sandbox. The real _G stays untouched. On the 5.2
-- runtime, functions that 5.2 dropped are added and those that it introduced are left out.
local E = ...
local raw, errors, guard, env = E.raw, E.errors, E.guard, E.env
local error, type, next, rawget, tostring, tonumber =
    raw.error, raw.type, raw.next, raw.rawget, raw.tostring, raw.tonumber
local collectgarbage, getinfo = raw.collectgarbage, raw.getinfo
local find, match, gmatch, gsub, rep = raw.find, raw.match, raw.gmatch, raw.gsub, raw.rep
local bad_argument = errors.bad_argument
local on_52 = E.dialect == "5.2"

local PATTERN_LIMIT = 4096 -- 5.1 recurses in C per pattern item: a pattern of 250000 items ends the process
local HEAVY = 65536 -- bytes: work on longer strings checks the time limit

-- ---------------------------------------------------------------- basic functions

for name in
    gmatch("assert error getmetatable next rawequal rawget rawset select setmetatable tonumber tostring type", "%a+")
do
    env[name] = raw[name]
end
env._G, env._VERSION = env, "Lua 5.1"
env.gcinfo = raw.gcinfo or function()
    return raw.floor(collectgarbage("count"))
end

if on_52 then
    function env.pairs(t)
        if type(t) ~= "table" then bad_argument(1, "pairs", "table", t) end
        return next, t, nil
    end
    local function step(t, i)
        i = i + 1
        local value = rawget(t, i)
        if value ~= nil then return i, value end
    end
    function env.ipairs(t)
        if type(t) ~= "table" then bad_argument(1, "ipairs", "table", t) end
        return step, t, 0
    end
else
    env.pairs, env.ipairs = raw.pairs, raw.ipairs
end

local collect_options = {}
for name in gmatch("collect count restart setpause setstepmul step stop", "%a+") do
    collect_options[name] = true
end

function env.collectgarbage(option, argument)
    if option == nil then option = "collect" end
    if not collect_options[option] then
        error("bad argument #1 to 'collectgarbage' (invalid option '" .. tostring(option) .. "')", 2)
    end
    guard.tick()
    return collectgarbage(option, argument)
end

-- ---------------------------------------------------------------- libraries

function E.library(name, functions)
    local lib = {}
    for key in gmatch(functions, "%S+") do
        lib[key] = raw[name][key]
    end
    env[name], E.loaded[name] = lib, lib
    return lib
end
local library = E.library

local math = library(
    "math",
    [[abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max min modf
  pi pow rad random randomseed sin sinh sqrt tan tanh]]
)
math.mod = math.fmod
math.log10 = math.log10 or function(x)
    return raw.math.log(x, 10)
end
math.pow = math.pow or function(x, y)
    return x ^ y
end

local strings = library("string", "byte char format len lower reverse sub upper")

-- Errors of the C functions below carry the position of this file; errors.repair puts the app's line there.
local function heavy(s, pattern)
    if type(s) == "string" and #s > HEAVY then guard.tick() end
    if type(pattern) == "string" and #pattern > PATTERN_LIMIT then
        error(
            "pattern too long: expected at most "
                .. PATTERN_LIMIT
                .. " bytes, got "
                .. #pattern
                .. " (for plain text use string.find(s, text, 1, true))",
            3
        )
    end
end

function strings.find(s, pattern, init, plain)
    if type(s) ~= "string" or type(pattern) ~= "string" or #s > HEAVY or #pattern > PATTERN_LIMIT then
        heavy(s, not plain and pattern)
    end
    return find(s, pattern, init, plain)
end

function strings.match(s, pattern, init)
    if type(s) ~= "string" or type(pattern) ~= "string" or #s > HEAVY or #pattern > PATTERN_LIMIT then
        heavy(s, pattern)
    end
    return match(s, pattern, init)
end

function strings.gmatch(s, pattern)
    if type(s) ~= "string" or type(pattern) ~= "string" or #s > HEAVY or #pattern > PATTERN_LIMIT then
        heavy(s, pattern)
    end
    return gmatch(s, pattern)
end
strings.gfind = strings.gmatch

function strings.gsub(s, pattern, replacement, n)
    if type(s) ~= "string" or type(pattern) ~= "string" or #s > HEAVY or #pattern > PATTERN_LIMIT then
        heavy(s, pattern)
    end
    return gsub(s, pattern, replacement, n)
end

function strings.rep(s, n)
    local size = (type(s) == "string" and #s or 1) * (tonumber(n) or 0)
    if size > HEAVY then
        guard.tick()
        guard.need(size)
    elseif s == "" then
        return "" -- Lua would add nothing n times, even if that takes minutes
    end
    return rep(s, n)
end

-- Methods of strings: the app's own table, so that what an app does to it touches no other state and none of our parts.
raw.debug.getmetatable("").__index = strings

-- ---------------------------------------------------------------- debug

local function is_thread(value)
    return type(value) == "thread"
end

local debugs = {}
env.debug, E.loaded.debug = debugs, debugs

function debugs.traceback(...)
    local thread, message, level = ...
    if not is_thread(thread) then
        thread, message, level = nil, ...
    end
    if message ~= nil and type(message) ~= "string" and type(message) ~= "number" then return message end
    local frames = errors.traceback(thread, level or (thread and 0 or 1))
    local text = frames == "" and "stack traceback:" or "stack traceback:\n" .. frames
    if message == nil then return text end
    return message .. "\n" .. text
end

local described = [[source short_src what currentline linedefined lastlinedefined name namewhat nups activelines]]

function debugs.getinfo(...)
    local thread, f, what = ...
    if not is_thread(thread) then
        thread, f, what = nil, ...
    end
    if type(f) ~= "function" and not tonumber(f) then bad_argument(1, "getinfo", "function or level", f) end
    what = what == nil and "Slnu" or gsub(tostring(what), "[^SlnuL]", "")
    local info
    if type(f) == "function" then
        info = getinfo(f, what)
    elseif thread then
        info = errors.info_of_thread(thread, tonumber(f), what)
    else
        info = getinfo(tonumber(f) + (tonumber(f) >= 0 and 1 or 0), what)
    end
    if not info then return nil end
    local shown = {}
    for key in gmatch(described, "%S+") do
        shown[key] = info[key]
    end
    return shown
end
