-- The app's environment: the whole 5.1 library minus what would lead out of it. The real _G stays untouched; on the
-- 5.2 runtime the functions that 5.2 dropped come back and the ones it added stay away.
local E = ...
local raw, errors, guard, host = E.raw, E.errors, E.guard, E.host
local env = E.env
local error, type, select, next, rawget, rawset, tostring = raw.error, raw.type, raw.select, raw.next, raw.rawget, raw.rawset, raw.tostring
local raw_setmetatable, raw_getmetatable = raw.setmetatable, raw.debug.getmetatable
local getinfo, sub, byte, rep, concat = raw.getinfo, raw.sub, raw.byte, raw.rep, raw.concat
local find, match, gmatch, gsub = raw.find, raw.match, raw.gmatch, raw.gsub
local real_globals = raw.assert(raw.loadstring("return _G"))()
local on_52 = E.dialect == "5.2"

local PATTERN_LIMIT = 4096   -- 5.1 recurses in C per pattern item: a pattern of 250000 items ends the process
local LONG_NAME = 50         -- Lua may cut names longer than this
local HEAVY = 65536          -- work on strings above this looks at the clock

local function bad_argument(n, name, expected, value)
  error("bad argument #" .. n .. " to '" .. name .. "' (" .. expected .. " expected, got " ..
    (value == nil and "no value" or type(value)) .. ")", 3)
end

-- ---------------------------------------------------------------- loading

local loadstring = raw.loadstring

local function refusal(source, chunkname, message)
  if message == "not enough memory" then guard.out_of_memory() end
  -- The compiler of 5.1 cuts names at another length than all the rest.
  local line, rest = match(message, "^%.%.%.[^\n]-:(%d+): (.*)$")
  if line then message = sub(chunkname, 2) .. ":" .. line .. ": " .. rest end
  if not on_52 and host.only_52(source) then
    message = message .. " (goto needs Lua 5.2: use the option --lua 5.2)"
  end
  guard.syntax_message = message
  return nil, message
end

function E.load(source, chunkname, environment)
  if byte(source, 1) == 27 then
    return nil, "bytecode is refused: Lua source text is expected"
  end
  if errors.ours(chunkname) then chunkname = "=(load)" end
  if byte(chunkname, 1) == 64 then
    if sub(source, 1, 3) == "\239\187\191" then source = sub(source, 4) end
    if byte(source, 1) == 35 then source = gsub(source, "^#[^\n]*", "") end
  end
  errors.remember(chunkname, #chunkname > LONG_NAME and loadstring("", chunkname))
  local f, message
  if on_52 then
    f, message = loadstring(source, chunkname, "t", environment or env)
  else
    f, message = loadstring(source, chunkname)
  end
  if not f then return refusal(source, chunkname, message) end
  if not on_52 then raw.setfenv(f, environment or env) end
  return f
end
local load = E.load

function env.loadstring(source, chunkname)
  if type(source) == "number" then source = tostring(source) end
  if type(source) ~= "string" then bad_argument(1, "loadstring", "string", source) end
  if chunkname == nil then chunkname = source elseif type(chunkname) ~= "string" then bad_argument(2, "loadstring", "string", chunkname) end
  return load(source, chunkname)
end

-- The pieces are read here and not by the C function, which would swallow an error that ends the script.
function env.load(reader, chunkname)
  if type(reader) ~= "function" then bad_argument(1, "load", "function", reader) end
  local pieces = {}
  while true do
    local ok, piece = env.pcall(reader)
    if not ok then return nil, piece end
    if piece == nil or piece == "" then break end
    if type(piece) ~= "string" and type(piece) ~= "number" then return nil, "reader function must return a string" end
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
    if i then upvaluejoin(f, i, function() return t end, 1) end
    return f
  end
end

-- The function at a level counted from the caller of our caller, or the function itself.
local function function_at(f, name)
  if type(f) == "function" then return f end
  if f == nil then f = 1 end
  local level = raw.tonumber(f)
  if not level then bad_argument(1, name, "number", f) end
  if level < 0 then error("bad argument #1 to '" .. name .. "' (level must be non-negative)", 3) end
  local info = getinfo(level + 2, "f")
  if not info then error("bad argument #1 to '" .. name .. "' (invalid level)", 3) end
  return info.func   -- nil for a tail call: its function is gone
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

-- ---------------------------------------------------------------- basic functions

for _, name in next, { "assert", "error", "next", "rawequal", "rawget", "rawset", "select", "tonumber", "tostring", "type" } do
  env[name] = raw[name]
end
env._G, env._VERSION = env, "Lua 5.1"
env.getmetatable = raw.getmetatable
env.unpack = raw.unpack
env.gcinfo = raw.gcinfo or function() return raw.floor(raw.collectgarbage("count")) end

if on_52 then
  function env.setmetatable(t, meta)
    if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
      error("__gc is not supported: tables have no finalizers in Lua 5.1", 2)
    end
    return raw_setmetatable(t, meta)
  end
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
  env.setmetatable, env.pairs, env.ipairs = raw.setmetatable, raw.pairs, raw.ipairs
end

local collect_options = { collect = true, step = true, count = true, stop = true, restart = true, setpause = true, setstepmul = true }
local collectgarbage = raw.collectgarbage
function env.collectgarbage(option, argument)
  if option == nil then option = "collect" end
  if not collect_options[option] then error("bad argument #1 to 'collectgarbage' (invalid option '" .. tostring(option) .. "')", 2) end
  guard.tick()
  return collectgarbage(option, argument)
end

-- ---------------------------------------------------------------- libraries

local function library(name, functions)
  local lib = {}
  for key in raw.gmatch(functions, "%S+") do lib[key] = raw[name][key] end
  env[name] = lib
  return lib
end

local math = library("math", [[abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max min modf
  pi pow rad random randomseed sin sinh sqrt tan tanh]])
math.mod = math.fmod
math.log10 = math.log10 or function(x) return raw.math.log(x, 10) end
math.pow = math.pow or function(x, y) return x ^ y end

local tables = library("table", "concat foreach foreachi getn insert maxn remove setn sort")
if on_52 then
  function tables.getn(t) return #t end
  function tables.setn() error("'setn' is obsolete", 2) end
  function tables.maxn(t)
    local most = 0
    for key in next, t do if type(key) == "number" and key > most then most = key end end
    return most
  end
  function tables.foreach(t, f)
    for key, value in next, t do
      local result = f(key, value)
      if result ~= nil then return result end
    end
  end
  function tables.foreachi(t, f)
    for i = 1, #t do
      local result = f(i, t[i])
      if result ~= nil then return result end
    end
  end
end

local strings = library("string", "byte char format len lower reverse sub upper")

-- Errors of the C functions below carry the position of this file; errors.repair puts the app's line there.
local function heavy(s, pattern)
  if type(s) == "string" and #s > HEAVY then guard.tick() end
  if type(pattern) == "string" and #pattern > PATTERN_LIMIT then
    error("pattern too long: at most " .. PATTERN_LIMIT .. " bytes are expected, got " .. #pattern ..
      " (for plain text use string.find(s, text, 1, true))", 3)
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
  local size = (type(s) == "string" and #s or 1) * (raw.tonumber(n) or 0)
  if size > HEAVY then
    guard.tick()
    guard.need(size)
  elseif s == "" then
    return ""   -- Lua would add nothing n times, even if that takes minutes
  end
  return rep(s, n)
end

-- Methods of strings: the app's own table, so that what an app does to it touches no other state and none of our parts.
raw_getmetatable("").__index = strings

-- ---------------------------------------------------------------- debug

local function is_thread(value) return type(value) == "thread" end

local debugs = {}
env.debug = debugs

function debugs.traceback(...)
  local thread, message, level = ...
  if not is_thread(thread) then thread, message, level = nil, ... end
  if message ~= nil and type(message) ~= "string" and type(message) ~= "number" then return message end
  local frames = errors.traceback(thread, level or (thread and 0 or 1))
  local text = frames == "" and "stack traceback:" or "stack traceback:\n" .. frames
  if message == nil then return text end
  return message .. "\n" .. text
end

local described = { "source", "short_src", "what", "currentline", "linedefined", "lastlinedefined", "name", "namewhat", "nups", "activelines" }

function debugs.getinfo(...)
  local thread, f, what = ...
  if not is_thread(thread) then thread, f, what = nil, ... end
  if type(f) ~= "function" and not raw.tonumber(f) then bad_argument(1, "getinfo", "function or level", f) end
  what = what == nil and "Slnu" or gsub(tostring(what), "[^SlnuL]", "")
  local info
  if type(f) == "function" then
    info = getinfo(f, what)
  elseif thread then
    info = getinfo(thread, raw.tonumber(f), what)
  else
    info = getinfo(raw.tonumber(f) + (raw.tonumber(f) >= 0 and 1 or 0), what)
  end
  if not info then return nil end
  local shown = {}
  for _, key in next, described do shown[key] = info[key] end
  return shown
end

-- ---------------------------------------------------------------- modules

E.loaded, E.preload = { _G = env }, {}
env.package = { loaded = E.loaded, preload = E.preload }
for _, name in next, { "string", "table", "math", "coroutine", "debug", "package" } do E.loaded[name] = env[name] end

function env.package.seeall(module)
  if type(module) ~= "table" then bad_argument(1, "seeall", "table", module) end
  local meta = raw_getmetatable(module)
  if type(meta) ~= "table" then
    meta = {}
    raw_setmetatable(module, meta)
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
