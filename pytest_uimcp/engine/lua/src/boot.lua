-- The first chunk of every state. It captures the standard library before any app code runs, wraps the functions
-- Python gives us, runs the other parts and returns the one function Python calls afterwards.
-- Arguments: dialect, number of host functions, name, callable, …, then the bytecode of each part.
local dialect, hosts = ...

local raw = {}
for name, value in next, _G do
  if name ~= "_G" and name ~= "python" then raw[name] = value end
end
for _, name in next, { "string", "table", "math", "coroutine", "os", "io", "debug" } do
  local copy = {}
  for key, value in next, raw[name] do copy[key] = value end
  raw[name] = copy
end
raw.sub, raw.find, raw.format, raw.rep, raw.byte = raw.string.sub, raw.string.find, raw.string.format, raw.string.rep, raw.string.byte
raw.gsub, raw.match, raw.gmatch = raw.string.gsub, raw.string.match, raw.string.gmatch
raw.concat, raw.insert, raw.remove, raw.sort = raw.table.concat, raw.table.insert, raw.table.remove, raw.table.sort
raw.floor, raw.huge = raw.math.floor, raw.math.huge
raw.traceback, raw.getinfo = raw.debug.traceback, raw.debug.getinfo
raw.unpack = raw.unpack or raw.table.unpack
raw.loadstring = raw.loadstring or raw.load
-- 5.1 has no __len on tables to get around.
raw.rawlen = raw.rawlen or function(value) return #value end

-- lupa's own table: nobody here needs it, so nobody can reach it by accident.
python = nil
package.loaded.python = nil

local E = { raw = raw, host = {}, env = {}, ops = {}, dialect = dialect }

local error, select, type = raw.error, raw.select, raw.type
local scalar = { ["nil"] = true, boolean = true, number = true, string = true }

-- A table that reaches Python from inside a coroutine becomes a dangling reference (lupa #84): scalars only.
local function check(name, ...)
  for i = 1, select("#", ...) do
    local kind = type((select(i, ...)))
    if not scalar[kind] then
      error("host function '" .. name .. "': argument " .. i .. " must be a string, number, boolean or nil, got a " .. kind, 0)
    end
  end
  return ...
end

-- Status: 1 done, 0 failed with a message; +2 when the memory limit was lifted to let the answer in.
local function answer(status, ...)
  if status > 1 then
    E.raw_host.limit_again()
    status = status - 2
  end
  if status == 0 then error((...), 0) end
  return ...
end

function E.wrap_host(name, callable)
  E.host[name] = function(...) return answer(callable(check(name, ...))) end
end

-- Python functions of the guard itself, called bare: they take and return numbers and never fail.
E.raw_host = {}

local function add_hosts(left, name, callable, ...)
  if left == 0 then return end
  local bare = raw.match(name, "^!(.*)")
  if bare then E.raw_host[bare] = callable else E.wrap_host(name, callable) end
  return add_hosts(left - 1, ...)
end

add_hosts(hosts, select(3, ...))
for i = 3 + 2 * hosts, select("#", ...) do
  raw.assert(raw.loadstring((select(i, ...))))(E)
end
return E.enter
