-- Limits and protected calls. A hook runs every STEP instructions of every coroutine and looks at memory and time. Once
-- it has decided to stop a script (`stop`), nothing the script does may swallow that: the pcall family below raises it
-- again, until a protected call of ours is reached.
local E = ...
local raw, errors, raw_host = E.raw, E.errors, E.raw_host
local error, type, select, next, tostring = raw.error, raw.type, raw.select, raw.next, raw.tostring
local raw_xpcall, unpack, getinfo = raw.xpcall, raw.unpack, raw.getinfo
local sub, find = raw.sub, raw.find
local collectgarbage, clock, time, sethook = raw.collectgarbage, raw.os.clock, raw.os.time, raw.debug.sethook
local co_create, co_resume, co_running, co_status = raw.coroutine.create, raw.coroutine.resume, raw.coroutine.running, raw.coroutine.status

local guard = {}
E.guard = guard

local STEP = 1000
local TICKS = 8           -- os.clock costs thirty times os.time: ask it every eighth tick
local MAX_TIMEOUTS = 32   -- so many times may one operation start afresh
local DEEP = 15000        -- of the 20000 Lua calls 5.1 allows: below it a hook still finds room to run
local NO_MEMORY = "not enough memory"

local seconds, soft = raw_host.seconds(), raw_host.memory() / 1024
local deadline, cpu_deadline, second, ticks = raw.huge, raw.huge, 0, TICKS
local look, ceiling, over = soft, soft, false
local timeouts = 0
local stop, stop_message             -- kind and text of the reason to end the running script
local stop_file, stop_line, stop_traceback
local resting = true                 -- our own code winds up a failure: the hook keeps still

-- ---------------------------------------------------------------- deciding to stop

local kinds = { timeout = "timeout", memory = "memory" }

local function halt(kind, message)
  if stop then return end
  local rested = resting
  resting = true
  if kind ~= "memory" then
    stop_traceback = errors.traceback(nil, 1)
    stop_file, stop_line = errors.place("")
  end
  stop, stop_message, resting = kind, message, rested
end

local function halt_memory()
  halt("memory", raw.format("the script needed more than %d MiB of memory and was stopped", soft / 1024))
end

local function look_at_memory()
  collectgarbage()
  local live = collectgarbage("count")
  if live > ceiling then
    look, over = soft, true
    halt_memory()
  elseif ceiling > soft then
    look = ceiling
  else
    look = live * 1.5
    if look < soft then look = soft end
  end
end

local function look_at_clock()
  local left = deadline - raw_host.now()
  if left <= 0 then
    halt("timeout", raw.format("the script ran longer than %g s and was stopped", seconds))
  else
    cpu_deadline = clock() + left
  end
end

local function hook()
  if resting then return end
  if not stop then
    if collectgarbage("count") > look then look_at_memory() end
    local now = time()
    if now ~= second then
      second = now
      look_at_clock()
    else
      ticks = ticks - 1
      if ticks <= 0 then
        ticks = TICKS
        if clock() >= cpu_deadline then look_at_clock() end
      end
    end
  end
  if stop then error(stop_message, 0) end
end

local function arm(budget)
  deadline = raw_host.arm() + budget
  cpu_deadline = clock() + budget
  second, ticks = time(), TICKS
end

function guard.rearm()
  if stop == "timeout" then stop = nil end
  arm(seconds)
end

-- What an operation may hold: the limit, or a little more than it found if an earlier one overdid it.
local function measure()
  ceiling = soft
  if over or collectgarbage("count") > look then
    collectgarbage()
    local live = collectgarbage("count")
    over = live > soft
    if over then
      local room = (4 * soft - live) / 8
      if room < 256 then room = 256 end
      ceiling = live + room
      look = ceiling
    else
      look = live * 1.5
      if look < soft then look = soft end
    end
  end
end

-- ---------------------------------------------------------------- one protected call

-- handled: a handler saw the error. Lua calls none when memory or the C stack ran out.
local handled = false
local last_traceback, last_file, last_line, last_syntax

local protect
if E.dialect == "5.2" then
  protect = function(handler, f, ...) return raw_xpcall(f, handler, ...) end
else
  -- 5.1's xpcall passes no arguments: hand them over in upvalues, which makes no garbage.
  local F, A, B, C
  local function call0() local f = F F = nil return f() end
  local function call1() local f, a = F, A F, A = nil, nil return f(a) end
  local function call2() local f, a, b = F, A, B F, A, B = nil, nil, nil return f(a, b) end
  local function call3() local f, a, b, c = F, A, B, C F, A, B, C = nil, nil, nil, nil return f(a, b, c) end
  protect = function(handler, f, ...)
    local n = select("#", ...)
    if n == 0 then
      F = f
      return raw_xpcall(call0, handler)
    elseif n == 1 then
      F, A = f, ...
      return raw_xpcall(call1, handler)
    elseif n == 2 then
      F, A, B = f, ...
      return raw_xpcall(call2, handler)
    elseif n == 3 then
      F, A, B, C = f, ...
      return raw_xpcall(call3, handler)
    end
    local arguments = { ... }
    return raw_xpcall(function() return f(unpack(arguments, 1, n)) end, handler)
  end
end
guard.protect = protect

local function overflowed(message)
  if sub(message, -14) ~= "stack overflow" then return false end
  if sub(message, -16) == "C stack overflow" then return true end
  return getinfo(DEEP, "l") ~= nil
end

-- An error on its way to a pcall of the app.
local function seen(e, thread)
  if type(e) == "string" then
    e = errors.repair(e, thread)
    if sub(e, -16) == "C stack overflow" then halt("error", e) end
  end
  handled = true
  return e
end

local function for_engine(e)
  resting = true
  if stop then
    last_traceback, last_file, last_line = stop_traceback, stop_file, stop_line
    handled = true
    return stop_message
  end
  local message = errors.describe(e)
  message = errors.repair(message)
  last_traceback = errors.traceback(nil, 1)
  last_file, last_line = errors.place(message)
  handled = true
  return message
end

-- After a failed protected call: why there was no handler, if there was none.
local function unhandled(e)
  if stop then return end
  if e == NO_MEMORY then
    halt_memory()
  else
    halt("error", tostring(e))
  end
end

-- Whether app code called us: then an outer protected call of ours ends the script.
local function inside_app()
  local thread, main = co_running()
  if thread and not main then return true end
  return errors.app_frame() ~= nil
end

local function failure(e)
  local was_handled = handled
  handled = false
  if not was_handled then unhandled(e) end
  if not stop then return e, "error", last_traceback, last_file, last_line end
  local kind, message = kinds[stop] or "error", stop_message
  if stop == "memory" then
    collectgarbage()
  end
  return message, kind, stop_traceback or "", stop_file, stop_line
end

local function clear()
  stop, stop_message, stop_traceback, stop_file, stop_line = nil, nil, nil, nil, nil
end

local function after_try(ok, ...)
  if ok and not stop then return true, ... end
  resting = true
  local message, kind, traceback = failure(...)
  if not inside_app() then
    local expired = stop == "timeout"
    if expired then timeouts = timeouts + 1 end
    if timeouts <= MAX_TIMEOUTS then
      clear()
      if expired then
        local share = 0.5 ^ timeouts
        arm(seconds * (share > 0.1 and share or 0.1))
      end
    end
  end
  resting = false
  return false, message, kind, traceback
end

function guard.try(f, ...) return after_try(protect(for_engine, f, ...)) end

-- ---------------------------------------------------------------- operations called from Python

local scalar = { ["nil"] = true, boolean = true, number = true, string = true }

local function scalars(op, ...)
  for i = 1, select("#", ...) do
    local kind = type((select(i, ...)))
    if not scalar[kind] then
      return false, "operation '" .. op .. "' returned a " .. kind .. "; only scalars leave Lua", "error", "", nil, nil
    end
  end
  return true, ...
end

-- Rests while still protected: from here on nothing may raise.
local function rest(...)
  resting = true
  return ...
end

local function run(f, ...) return rest(f(...)) end

local function after_operation(op, ok, ...)
  resting = true
  raw_host.finish()
  if ok and not stop then return scalars(op, ...) end
  local message, kind, traceback, file, line = failure(...)
  if kind == "error" and message == last_syntax then kind = "syntax" end
  clear()
  return false, message, kind, traceback, file, line
end

local ops = E.ops

function E.enter(op, ...)
  local f = ops[op]
  if not f then
    return false, "no operation is named '" .. tostring(op) .. "'", "error", "", nil, nil
  end
  clear()
  timeouts = 0
  measure()
  arm(seconds)
  raw_host.limit()
  resting = false
  return after_operation(op, protect(for_engine, run, f, ...))
end

-- After an error that got past all of the above: the one instruction between a failed call and its clean-up.
function E.recover(message)
  return after_operation("recover", false, message)
end

function errors.is_syntax(message) last_syntax = message end

-- ---------------------------------------------------------------- what the app gets

local app = {}
guard.app = app

local function check_stop() if stop then error(stop_message, 0) end end
guard.check_stop = check_stop

-- For functions that take long in C: looks at the clock at once instead of after the next STEP instructions.
function guard.tick()
  if not stop then look_at_clock() end
  if stop then error(stop_message, 0) end
end

function guard.out_of_memory()
  halt_memory()
  error(stop_message, 0)
end

-- Refuses an allocation of that many bytes before it is tried if it cannot be granted.
function guard.need(size)
  if collectgarbage("count") + size / 1024 > 2 * soft then guard.out_of_memory() end
end

-- Ends the script from the inside: no pcall of the app catches it.
function guard.quit(message)
  halt("error", message)
  error(message, 0)
end

local function after_pcall(ok, ...)
  if ok then
    if stop then error(stop_message, 0) end
    return true, ...
  end
  local e = ...
  if not handled then unhandled(e) end
  handled = false
  if not stop and type(e) == "string" and overflowed(e) then halt("error", e) end
  if stop then error(stop_message, 0) end
  return false, e
end

function app.pcall(...)
  if select("#", ...) == 0 then error("bad argument #1 to 'pcall' (value expected)", 2) end
  return after_pcall(protect(seen, ...))
end

function app.xpcall(f, handler)
  if type(handler) ~= "function" then
    error("bad argument #2 to 'xpcall' (function expected, got " .. type(handler) .. ")", 2)
  end
  local busy = false
  return after_pcall(protect(function(e)
    e = seen(e)
    if stop then return e end
    if busy then return "error in error handling" end
    busy = true
    e = handler(e)
    handled = true
    return e
  end, f))
end

local function after_resume(thread, ok, ...)
  if ok then
    if stop then error(stop_message, 0) end
    return true, ...
  end
  local e = ...
  if type(e) == "string" then
    if e == NO_MEMORY or e == "error in error handling" then unhandled(e) else e = seen(e, thread) end
    if not stop and overflowed(e) then halt("error", e) end
    handled = false
  end
  if stop then error(stop_message, 0) end
  return false, e
end

local function hooked(f, name)
  if type(f) ~= "function" then error("bad argument #1 to '" .. name .. "' (Lua function expected)", 3) end
  local thread = co_create(f)
  sethook(thread, hook, "", STEP)
  return thread
end

app.coroutine = {
  status = co_status,
  yield = raw.coroutine.yield,
  create = function(f) return hooked(f, "create") end,
  resume = function(thread, ...)
    if type(thread) ~= "thread" then error("bad argument #1 to 'resume' (coroutine expected)", 2) end
    return after_resume(thread, co_resume(thread, ...))
  end,
  running = function()
    local thread, main = co_running()
    if main then return nil end
    return thread
  end,
}

local function after_wrap(ok, ...)
  if ok then return ... end
  error((...), 0)
end

function app.coroutine.wrap(f)
  local thread = hooked(f, "wrap")
  return function(...) return after_wrap(after_resume(thread, co_resume(thread, ...))) end
end

function E.ops.ping() return 1 end

function E.ops.load_part(code) raw.assert(raw.loadstring(code))(E) end

sethook(hook, "", STEP)
