-- Timers: setImmediate, setTimeout, setInterval. Python does the waiting; this part keeps the functions to call.
--
-- A timer that a file set while it ran (not later, from one of its functions) is cleared when that file runs again.

local E = ...
local raw = E.raw
local type, next, tonumber = raw.type, raw.next, raw.tonumber

local timers = {}
E.timers = timers

-- A script that sets timers in a loop would keep its session busy with them long after it was stopped.
local MOST = 10000

local waiting, count = {}, 0
local last = 0

-- How many are waiting.
function timers.count()
    return count
end

-- The handle of the latest one, and an end for all that were set since.
function timers.newest()
    return last
end

function timers.clear_newer(handle)
    for newer in next, waiting do
        if newer > handle then timers.clear(newer) end
    end
end

local function forget(handle)
    waiting[handle] = nil
    count = count - 1
end

local function set(name, fn, milliseconds, again)
    if type(fn) ~= "function" then E.fail(name .. ": a function expected, got " .. type(fn)) end
    if count >= MOST then
        E.fail(
            name
                .. ": this session has "
                .. MOST
                .. " timers waiting, and may have no more at a time: clear some, "
                .. "or set the next one when one has fired"
        )
    end
    local delay = tonumber(milliseconds) or 0
    if delay ~= delay or delay < 0 then delay = 0 end
    delay = raw.floor(delay)
    last = last + 1
    E.host.timer_set(last, delay, again)
    waiting[last] = { fn = fn, again = again, file = E.modules.running(), variable = E.detect.current() }
    count = count + 1
    return last
end

function timers.immediate(fn)
    return set("setImmediate", fn, 0, false)
end
function timers.timeout(fn, ms)
    return set("setTimeout", fn, ms, false)
end
function timers.interval(fn, ms)
    return set("setInterval", fn, ms, true)
end

function timers.clear(handle)
    if waiting[handle] == nil then return end
    forget(handle)
    E.host.timer_clear(handle)
end

function timers.clear_file(file)
    for handle, timer in next, waiting do
        if timer.file == file then
            forget(handle)
            E.host.timer_clear(handle)
        end
    end
end

local fired

-- An error of a timer that a getter set is shown with the getter's variable, until such a timer goes well.
local function mark(v, problem)
    if not v or v.dead then return end
    if problem == nil and v.timer_error == nil then return end
    v.timer_error = problem and { "lua-error", problem }
    v.write_error = v.timer_error
    for conn in next, v.watchers do
        if problem then
            E.variables.send_error(conn, v.id, "lua-error", problem)
        else
            E.variables.answer(conn, v)
        end
    end
end

function E.ops.fire(handle)
    local timer = waiting[handle]
    if not timer then return end
    if not timer.again then forget(handle) end
    fired = timer
    timer.fn()
    mark(timer.variable, nil)
end

-- The last one that fired failed.
function E.ops.timer_failed(problem)
    mark(fired and fired.variable, problem)
end
