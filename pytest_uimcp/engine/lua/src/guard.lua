-- Limits and protected calls. A hook runs every STEP instructions of every coroutine and looks at memory and time. Once
-- it has decided to stop a script (`stop`), nothing the script does can swallow that: the pcall family of the app
-- (protected.lua) raises it again, until a protected call of ours is reached.
local E = ...
local raw, errors, bare = E.raw, E.errors, E.bare
local error, type, select, tostring, format = raw.error, raw.type, raw.select, raw.tostring, raw.format
local raw_pcall, raw_xpcall, unpack, sub = raw.pcall, raw.xpcall, raw.unpack, raw.sub
local collectgarbage, clock, time, sethook = raw.collectgarbage, raw.os.clock, raw.os.time, raw.debug.sethook
local running = raw.coroutine.running
local max, min = raw.math.max, raw.math.min

local guard = {}
E.guard = guard

local STEP = 1000
local TICKS = 8 -- os.clock costs thirty times os.time: ask it every eighth tick
local LEAST_STEP = 0.01 -- seconds between looks at the real clock, at the end of the budget
local MOST_STEP = 0.1 -- and at its beginning: a session that closes does not wait longer
local MAX_TIMEOUTS = 32 -- time budgets that one operation may use up
local LEAST_SHARE = 0.1 -- of the budget, for the one after the next timeout,
local LEAST_BUDGET = 0.05 -- and that many seconds
local ROOM = 16 -- nested calls for which there must be room above a pcall, so that the hook can run
local GROWTH = 1.5 -- live memory times this may pile up before the next full collect
local LEAST_ROOM = 16 -- KiB that even a full session gets, for code that releases memory
local MOST = 4 -- times the limit: never more than this
local NO_MEMORY = "not enough memory"

local seconds, soft = bare.seconds(), bare.memory() / 1024
local deadline, cpu_deadline, second, ticks = raw.huge, raw.huge, 0, TICKS
local look, ceiling, over = soft, soft, false -- KiB: when to measure, what may live; the last measure was too much
local timeouts = 0
local looks = 0 -- of the hook, ever
local resting = true -- our own code starts up or winds up: the hook keeps still,
local missed = false -- and runs afterwards instead

local stop, stop_message -- why the running script must end: "timeout", "memory" or "error", and the text
local stop_file, stop_line, stop_traceback

-- ---------------------------------------------------------------- deciding to stop

local function halt(kind, message, place_unknown)
    if stop then return end
    local rested = resting
    resting = true
    if not place_unknown then
        local frame
        stop_traceback, frame = errors.traceback(nil, 1)
        if frame then
            stop_file, stop_line = errors.place("", frame)
        end
        if kind ~= "error" and stop_file then message = stop_file .. ":" .. stop_line .. ": " .. message end
    end
    stop, stop_message, resting = kind, message, rested
end

local function halt_memory(place_unknown)
    halt("memory", format("the script needed more than %g MiB of memory and was stopped", soft / 1024), place_unknown)
end

local function collect()
    collectgarbage()
    local live = collectgarbage("count")
    over = live > soft
    return live
end

local function look_at_memory()
    local live = collect()
    if live > ceiling then
        look = soft
        halt_memory()
    elseif ceiling > soft then
        look = ceiling
    else
        look = max(soft, live * GROWTH)
    end
end

local function look_at_clock()
    local left = deadline - bare.now()
    if left == -raw.huge then
        halt("timeout", "the script was stopped, because nobody waits for it any more")
    elseif left <= 0 then
        halt("timeout", format("the script ran longer than %g s and was stopped", seconds))
    else
        cpu_deadline = clock() + max(LEAST_STEP, min(left / 4, MOST_STEP))
    end
end

-- Looking at the real clock means to wait for Python, whose other threads may be busy. So the processor's clock and the
-- seconds of the day say when to look: ever more often, as the processor may have been with others half of the time.
local function hook()
    looks = looks + 1
    if resting then
        missed = true
        return
    end
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

function guard.watch(thread)
    sethook(thread, hook, "", STEP)
end

local function arm(budget)
    deadline = bare.arm() + budget
    second = 0 -- the next look of the hook is at the real clock
end

function guard.rearm()
    if stop == "timeout" then stop = nil end
    arm(seconds)
end

-- What an operation may hold: the limit, or a little more than there is if an earlier one overdid it; the little shrinks,
-- so that a script cannot go on like that. Returns the bytes that may be allocated then, or nil.
local function measure()
    ceiling = soft
    if not over and collectgarbage("count") <= look then return nil end
    local live = collect()
    if over then
        local room = max(LEAST_ROOM, (MOST * soft - live) / 8)
        ceiling = live + room
        look = ceiling
        return (live + 2 * room) * 1024
    end
    look = max(soft, live * GROWTH)
    return nil
end

-- ---------------------------------------------------------------- for functions that work long in C

function guard.tick()
    if not stop then look_at_clock() end
    if stop then error(stop_message, 0) end
end

function guard.out_of_memory()
    halt_memory()
    error(stop_message, 0)
end

-- Refuses an allocation of that many bytes before it is tried.
function guard.need(size)
    if collectgarbage("count") + size / 1024 > 2 * soft then guard.out_of_memory() end
end

-- For work that asks for memory outside of any protection, where to refuse it ends the process: there must be room for
-- that many bytes and for twice what there is.
function guard.make_room(size)
    if 2048 * collectgarbage("count") + size < bare.ceiling() then return end
    if 2048 * collect() + size >= bare.ceiling() then guard.out_of_memory() end
end

-- Ends the script from the inside: no pcall of the app catches it.
function guard.quit(message)
    halt("error", message)
    error(message, 0)
end

function guard.stopped()
    return stop ~= nil
end

-- ---------------------------------------------------------------- one protected call

-- seen: a handler got the error. Lua calls none when memory or the C stack ran out.
local seen, overflowed = false, false

local protect
if E.dialect == "5.2" then
    protect = function(handler, f, ...)
        return raw_xpcall(f, handler, ...)
    end
else
    -- 5.1's xpcall passes no arguments: hand them over in upvalues, which makes no garbage.
    local F, A, B, C
    local function call0()
        local f = F
        F = nil
        return f()
    end
    local function call1()
        local f, a = F, A
        F, A = nil, nil
        return f(a)
    end
    local function call2()
        local f, a, b = F, A, B
        F, A, B = nil, nil, nil
        return f(a, b)
    end
    local function call3()
        local f, a, b, c = F, A, B, C
        F, A, B, C = nil, nil, nil, nil
        return f(a, b, c)
    end
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
        return raw_xpcall(function()
            return f(unpack(arguments, 1, n))
        end, handler)
    end
end
guard.protect = protect

local function probe(n)
    if n == 0 then return true end
    local ok, room = raw_pcall(probe, n - 1)
    return ok and room
end

-- An overflow caught where nothing fits above it might be caught for ever, and the hook could never run: such an error
-- goes on to a protected call that has room. There the clock is looked at, or a script could dive again each time.
local function settle_overflow(e)
    if not probe(ROOM) then error(e, 0) end
    overflowed = false
    if not stop then look_at_clock() end
end

local function is_overflow(message)
    return sub(message, -14) == "stack overflow" or message == "error in error handling"
end

local python = raw.debug.getmetatable(bare.now)

-- Whether the hook can end what a handler does. An error on the way into the hook, at the end of a stack, has its handler
-- called as part of the hook, where Lua calls no other.
function guard.is_watching()
    if not overflowed then return true end
    local before = looks
    for _ = 1, 2 * STEP do
    end
    return looks ~= before
end

-- An error on its way to a protected call of the app. With a thread: to whoever resumed it.
function guard.caught(e, thread)
    if type(e) == "string" then
        e = errors.repair(e, thread)
        if is_overflow(e) then overflowed = true end
        if e == NO_MEMORY then halt_memory(true) end
    elseif type(e) == "userdata" and raw.debug.getmetatable(e) == python then
        -- A signal handler of Python raised inside a host function: its exception is not for the app.
        e = "interrupted"
        halt("error", e)
    end
    seen = true
    return e
end

-- Around a handler of the app: it may fail in a way that no handler sees.
function guard.set_seen(value)
    seen = value
end

-- After a protected call of the app: its results, or the end of the script.
function guard.leave(ok, ...)
    if ok then
        if stop then error(stop_message, 0) end
        return true, ...
    end
    local e = ...
    if not seen then
        if e == NO_MEMORY then
            halt_memory(true)
        else
            overflowed = true
        end
    end
    seen = false
    if overflowed and not stop then settle_overflow(e) end
    if stop then error(stop_message, 0) end
    return false, e
end

local last_traceback, last_file, last_line = "", nil, nil
local inner_message, inner_traceback

-- The error left a coroutine: keep the frames it had there.
function guard.left_coroutine(e, thread)
    inner_message, inner_traceback = e, errors.traceback(thread)
end

local function for_engine(e)
    -- Set at once: what follows may run out of memory.
    last_traceback, last_file, last_line = "", nil, nil
    local message
    if not stop then message = errors.repair(errors.describe(e)) end
    resting = true
    seen = true
    if message == NO_MEMORY then halt_memory(true) end
    if stop then return stop_message end
    if is_overflow(message) then overflowed = true end
    local frame
    last_traceback, frame = errors.traceback(nil, 1)
    last_file, last_line = errors.place(message, frame)
    if message == inner_message then
        last_traceback = inner_traceback .. (last_traceback == "" and "" or "\n" .. last_traceback)
    end
    return message
end

-- The error of a failed protected call of ours.
local function failure(e)
    -- A handler may run out of memory too.
    if e == NO_MEMORY then halt_memory(true) end
    if not seen then
        last_traceback, last_file, last_line = "", nil, nil
        if e ~= NO_MEMORY then overflowed = true end
    end
    seen, inner_message, inner_traceback = false, nil, nil
    if not stop then return e, "error", last_traceback, last_file, last_line end
    if stop == "memory" then collect() end
    return stop_message, stop, stop_traceback or "", stop_file, stop_line
end

local function clear()
    stop, stop_message, stop_traceback, stop_file, stop_line = nil, nil, nil, nil, nil
end

-- Whether the app called us; then an outer protected call of ours ends the script.
local function inside_app()
    local thread, main = running()
    if thread and not main then return true end
    return errors.app_frame() ~= nil
end

local function after_try(ok, ...)
    if ok and not stop then return true, ... end
    resting = true
    local message, kind, traceback, file, line = failure(...)
    if overflowed and not stop then
        resting = false
        settle_overflow(message)
        resting = true
    end
    if stop and not inside_app() then
        local expired = stop == "timeout"
        if expired then timeouts = timeouts + 1 end
        if timeouts <= MAX_TIMEOUTS then
            clear()
            if expired then arm(max(LEAST_BUDGET, seconds * max(LEAST_SHARE, 0.5 ^ timeouts))) end
        end
    end
    resting = false
    if stop then error(stop_message, 0) end
    if missed then
        missed = false
        hook()
    end
    return false, message, kind, traceback, file, line
end

function guard.try(f, ...)
    return after_try(protect(for_engine, f, ...))
end

-- ---------------------------------------------------------------- operations called from Python

local ops, scalar = E.ops, E.scalar

local function results(op, ...)
    for i = 1, select("#", ...) do
        local kind = type((select(i, ...)))
        if not scalar[kind] then
            return false, "the operation " .. op .. " returned a " .. kind .. ": only scalars leave Lua", "error", ""
        end
    end
    return true, ...
end

local function after_operation(op, ok, ...)
    resting = true
    bare.finish()
    if ok and not stop then return results(op, ...) end
    local message, kind, traceback, file, line = failure(...)
    if kind == "error" and message == guard.syntax_message then kind = "syntax" end
    clear()
    return false, message, kind, traceback, file, line
end

-- Rests while still protected: from here on nothing may raise.
local function rest(...)
    resting = true
    return ...
end

local function run(f, ...)
    return rest(f(...))
end

function E.enter(op, ...)
    local f = ops[op]
    if not f then return false, "no operation is named " .. tostring(op), "error", "" end
    clear()
    timeouts, overflowed, inner_message = 0, false, nil
    deadline = bare.begin(measure()) + seconds
    second = 0
    resting = false
    return after_operation(op, protect(for_engine, run, f, ...))
end

-- After an error that got past all of the above, in the instruction between a failed call and its clean-up, or because
-- there was no memory even for that.
function E.recover(message)
    seen = message ~= NO_MEMORY
    last_traceback, last_file, last_line = "", nil, nil
    return after_operation("", false, message)
end

function ops.ping()
    return 1
end

function ops.load_part(code)
    raw.assert(raw.loadstring(code))(E)
end

sethook(hook, "", STEP)
