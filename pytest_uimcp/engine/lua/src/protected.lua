-- pcall, xpcall and the coroutine library for apps: an error that must end the script passes through them.
local E = ...
local raw, guard, errors, env = E.raw, E.guard, E.errors, E.env
local error, type, select = raw.error, raw.type, raw.select
local protect, leave, caught, set_seen, watch = guard.protect, guard.leave, guard.caught, guard.set_seen, guard.watch
local create, raw_resume, running, status =
    raw.coroutine.create, raw.coroutine.resume, raw.coroutine.running, raw.coroutine.status
local getinfo = raw.getinfo

function env.pcall(...)
    if select("#", ...) == 0 then error("bad argument #1 to 'pcall' (value expected)", 2) end
    return leave(protect(caught, ...))
end

function env.xpcall(f, handler)
    if type(handler) ~= "function" then
        error("bad argument #2 to 'xpcall' (function expected, got " .. type(handler) .. ")", 2)
    end
    local handling = false
    return leave(protect(function(e)
        e = caught(e)
        if guard.stopped() then return e end
        -- Lua would call the handler for its own errors until the C stack is full, and then say this.
        if handling then return "error in error handling" end
        handling = true
        if not guard.is_watching() then return e end
        set_seen(false)
        e = handler(e)
        set_seen(true)
        return e
    end, f))
end

local coroutine = { status = status, yield = raw.coroutine.yield }
env.coroutine = coroutine

local function new_thread(f, name)
    if type(f) ~= "function" or getinfo(f, "S").what == "C" then
        error("bad argument #1 to '" .. name .. "' (Lua function expected)", 3)
    end
    local thread = create(f)
    watch(thread)
    return thread
end

function coroutine.create(f)
    return new_thread(f, "create")
end

-- What 5.1 says of a coroutine that cannot be resumed is made outside of any protection unless it is there already.
E.kept_texts = { "C stack overflow", "cannot resume non-suspended coroutine", "error in error handling" }

-- The arguments move to the coroutine's stack, which is made larger outside of any protection if they do not fit.
local SPARE, SLOT = 16, 16 -- slots that every stack has left, bytes of one

-- 5.1 makes room for the arguments even on the stack of a coroutine that has ended.
local function resume(thread, ...)
    local state = status(thread)
    if state ~= "suspended" then return false, "cannot resume " .. state .. " coroutine" end
    local n = select("#", ...)
    if n > SPARE then guard.make_room(n * SLOT) end
    return raw_resume(thread, ...)
end

-- The body of a coroutine has no handler: look at the error here.
local function after_resume(thread, ok, ...)
    if ok then return leave(true, ...) end
    return leave(false, caught((...), thread))
end

function coroutine.resume(thread, ...)
    if type(thread) ~= "thread" then error("bad argument #1 to 'resume' (coroutine expected)", 2) end
    return after_resume(thread, resume(thread, ...))
end

function coroutine.running()
    local thread, main = running()
    if main then return nil end
    return thread
end

local function after_wrap(thread, ok, ...)
    if ok then return ... end
    local e = ...
    guard.left_coroutine(e, thread)
    error(e, 0)
end

function coroutine.wrap(f)
    local thread = new_thread(f, "wrap")
    return function(...)
        return after_wrap(thread, after_resume(thread, resume(thread, ...)))
    end
end
