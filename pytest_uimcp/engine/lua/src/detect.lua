-- Change detection: after each unit of work one pass recomputes every watched variable.
--
-- Apps change plain Lua tables without notification, so the only way to find a change is to read again and compare.
-- Lua calls nobody when a field that is there is assigned: to hear of it, the field would have to be kept elsewhere, and
-- then `next`, `pairs` and `rawget` of the app give other results, a metatable per object stands between it and its class
-- (whose metamethods Lua looks up raw), and an array, whose `#` no metamethod can answer in 5.1, cannot be watched at all. So a
-- pass costs what its reading costs, and is made to cost little more: 100,000 fields of as many objects need 1.0 ms to be
-- read, 1.7 to be read and compared in a bare loop, 2.3 here.
--
-- The pass has three steps (E.ops.detect, at the end of this file):
--
--   make_order   Brings the schedule (schedule.lua) up to date when the tree has changed. Parents come before children,
--                and high priority before medium before low, so that a child reads its parent's new value.
--   sweep        Walks each of the three lanes and compares present values with previous ones. For most
--                variables that is one table access and one comparison, on the lane's arrays alone. Only values that look
--                different, or that the arrays cannot decide, go to `look_closer`, which reads through the path.
--   settle       Stores the new value of one variable: wrappers and presenters are asked, `type` is set, and the
--                variable goes on the list of what changed. updates.lua turns that list into messages.
--
-- Comparing: scalars by value, typed objects by identity and type, arrays element by element against a snapshot
-- (objects.lua). A getter that builds an equal array each time is no change; one that builds a new object each time is.
--
-- Errors: the sweep of a lane is one protected call, so protection costs nothing while nothing fails. A getter that
-- fails ends that call; the variable at `cursor` gets the error, and a new call goes on behind it. A getter that ran
-- into the limit on time or memory is suspended and tried again ever more rarely (`detect.failed`), or else every click
-- would wait for it.
--
-- Outside a pass, `detect.refresh` brings single variables up to date: before something is written through them, or
-- when they are read without being watched. `epoch` counts the times app code may have run, so that a frame that creates
-- a thousand rows refreshes their list once.
--
-- Getters may have effects: one gives a script once and "" from then on. So a getter is called once per pass, and what it
-- gave is what is sent. What was read in this epoch is not read again, and a refresh leaves a getter's value as it is.

local E = ...
local raw = E.raw
local type, rawequal = raw.type, raw.rawequal
local clock, max = raw.os.clock, raw.math.max
local objects, paths, variables, wrappers, schedule, rows =
    E.objects, E.paths, E.variables, E.wrappers, E.schedule, E.rows
local classify, same, type_of = objects.classify, objects.same, objects.type_of
local set_value, touch = variables.set_value, E.updates.touch
local try = E.guard.try

local detect = {}
E.detect = detect

local DETECTS = variables.DETECTS

-- The order, rebuilt when priorities or activity changed.

-- A child's priority applies to its ancestors too, because they must be computed first.
local function set_ranks()
    local all = variables.all
    for i = 1, variables.n_all do
        local v = all[i]
        v.active = variables.is_active(v)
        v.rank = v.prio
    end
    for i = variables.n_all, 1, -1 do
        local v = all[i]
        local parent = v.parent
        if parent and v.rank < parent.rank then parent.rank = v.rank end
    end
end

local function make_order()
    if variables.n_dead * 2 > variables.n_all then variables.close_holes() end
    if not variables.reorder then return schedule.tidy() end
    variables.reorder = false
    variables.close_holes()
    schedule.clear()
    set_ranks()
    for i = 1, variables.n_all do
        local v = variables.all[i]
        if v.active and v.needed > 0 and DETECTS[v.access] then schedule.enlist(v) end
    end
end

-- Has the value JSON changed? The new value is taken over either way: an equal array may be another table.
local function differs(held, x)
    local shape = held.shape
    if type(shape) == "table" and type(x) == "table" and not objects.type_of(x) and same(shape, x) then
        return false, x, shape
    end
    local value, new = classify(x)
    local changed = not rawequal(value, held.last) or new ~= shape
    if changed and type(new) == "table" and type(shape) == "table" then changed = objects.differ(shape, new) end
    return changed, value, new
end

-- `type` describes the present value. A null needs no view, so its type is not sent.
local function set_type(v, type_name)
    local props = v.props
    if props.type == type_name then return end
    if type_name == nil and v.last == nil then
        variables.own_props(v).type = nil
        v.known = variables.without(v.known, "type")
        return
    end
    variables.own_props(v).type = type_name
    variables.note_known(v, "type")
    v.dirty = variables.with(v.dirty or variables.NOTHING, "type")
    touch(v)
end

-- The value behind a wrapper or presenter: they are asked again only when it has changed.
local function through_wrapper(v, x)
    local stand_in = v.base_state
    if not stand_in then
        stand_in = { shape = false }
        v.base_state = stand_in
    end
    local changed
    changed, stand_in.last, stand_in.shape = differs(stand_in, x)
    if x == nil then
        if v.wrapper_object then wrappers.drop(v) end
        v.base, v.stood_in, v.stands = nil, nil, nil
        return nil
    end
    if changed or v.fresh or not v.stands then
        -- Forget the old wrapper first: an error in new() must not leave it looking up to date.
        v.base, v.stood_in, v.stands = x, nil, nil
        local y = x
        if v.props.create then y = wrappers.create(v, y) end
        if v.props.wrapper then y = wrappers.wrap(v, y) end
        v.stood_in, v.stands = y, true
    end
    v.base = x
    return v.stood_in
end

local function settle(v, x)
    if v.special then x = through_wrapper(v, x) end
    local changed, value, shape = differs(v, x)
    v.fresh = false
    if v.error then
        v.error, v.timeouts = nil, nil
        changed = true
    end
    set_value(v, value, shape)
    local name = type(shape) == "string" and shape or nil
    if not name and shape and v.wrapper_object ~= nil and rawequal(value, v.wrapper_object) then
        name = v.props.wrapper
    end
    set_type(v, name)
    if changed then
        v.changes = v.changes + 1
        v.changed = true
        touch(v)
    end
end

-- Reading the clock costs about as much as calling a getter: it is done once somebody has looked at the variables.
local timing = false

function detect.time_reads()
    timing = true
end

local function read(v)
    if v.unbound then return v.cell end
    if v.object then return v.parent.members[v.object] end
    if not timing then return paths.read(v.path, v) end
    local start = clock()
    local x = paths.read(v.path, v)
    v.took = clock() - start
    v.slowest = max(v.slowest or 0, v.took)
    return x
end

-- The variable that is being computed, for diag() and for timers that a getter sets.
local current, epoch = nil, 0

function detect.current()
    return current
end

local function begin_reading(v)
    current = v
    v.epoch = epoch
    if v.diags then v.diags = nil end
end

-- diag(level, message): a note about the variable that is being computed, for whoever looks at the variables. Notes above
-- the verbosity of the log are dropped.
local MOST_NOTES = 100

function E.env.diag(level, message)
    level = raw.tonumber(level) or 0
    if current == nil or level > E.verbosity then return end
    local notes = current.diags or {}
    current.diags = notes
    if raw.rawlen(notes) < MOST_NOTES then notes[raw.rawlen(notes) + 1] = raw.tostring(message) end
end

-- Decides what the lane's arrays cannot.
local function look_closer(v, in_lane, x)
    if v.dead or v.suspended then return end
    if not in_lane then
        if v.epoch == epoch then return end
        begin_reading(v)
        x = read(v)
    end
    if x == nil and v.object then return rows.leave_out(v) end
    if not (v.special or v.fresh or v.error) then
        local shape = v.shape
        -- Most getters give the scalar they gave before, and most objects are those that stood there before.
        if not shape and x == v.last and type(x) ~= "table" then return end
        if type(shape) == "string" and rawequal(x, v.last) and type_of(x) == shape then return end
    end
    settle(v, x)
end

local cursor = 0

local function sweep(lane)
    local order, navs, keys, lasts = lane.order, lane.navs, lane.keys, lane.lasts
    for i = cursor + 1, lane.n do
        cursor = i
        local x = navs[i][keys[i]]
        if x ~= lasts[i] then look_closer(order[i], keys[i] ~= false, x) end
    end
end

local function mark_error(v, description, ...)
    local before = v.error
    if v.last ~= nil or v.fresh then
        v.changed = true
        touch(v)
    end
    v.fresh = false
    v.error = { "lua-error", description }
    set_value(v, nil, false)
    if before and before[2] == description then return end
    v.error_news = true
    touch(v)
    variables.app_failed(v, "reading", description, ...)
end

-- A getter that ran into a limit is suspended until code is run on purpose. Each further failure suspends it for twice
-- as many runs, so that it cannot block the session while no agent is there to fix it; a reload tries it at once.
local runs, any_suspended = 0, false

function detect.failed(v, message, kind, ...)
    -- A getter may destroy its own variable before it fails.
    if v.dead then return end
    if kind ~= "error" then
        v.timeouts = (v.timeouts or 0) + 1
        v.retry_at = runs + 2 ^ (v.timeouts - 1)
        v.suspended, any_suspended = true, true
        schedule.rekey(v)
    end
    mark_error(v, message, kind, ...)
end

local function resume(is_due)
    if not any_suspended then return end
    any_suspended = false
    for i = 1, variables.n_all do
        local v = variables.all[i]
        if v.suspended and is_due(v) then
            v.suspended = nil
            variables.reorder = true
        end
        any_suspended = any_suspended or v.suspended ~= nil
    end
end

-- Code was run: suspended getters whose turn it is are tried again.
function detect.code_ran()
    runs = runs + 1
    resume(function(v)
        return v.retry_at <= runs
    end)
end

-- Files were reloaded, so the error may be fixed.
function detect.files_ran()
    resume(function()
        return true
    end)
end

local function compute()
    make_order()
    E.classes.check()
    schedule.check_classes()
    for rank = 1, 3 do
        local lane = schedule[rank]
        cursor = 0
        while cursor < lane.n do
            local ok, message, kind, traceback, file, line = try(sweep, lane)
            if not ok then detect.failed(lane.order[cursor], message, kind, traceback, file, line) end
        end
    end
    current = nil
end

local function renew(v)
    local x = read(v)
    if x == nil and v.object then return rows.leave_out(v) end
    settle(v, x)
end

function detect.app_ran()
    epoch = epoch + 1
end

-- Bring a variable and its ancestors up to date, once per epoch.
function detect.refresh(v)
    if not v or v.epoch == epoch then return end
    detect.refresh(v.parent)
    if v.suspended or v.absent or not DETECTS[v.access] then return end
    if v.lane and not v.fresh and v.path and v.path.calls then return end
    local outer = current
    begin_reading(v)
    local ok, message, kind, traceback, file, line = try(renew, v)
    current = outer
    if not ok then detect.failed(v, message, kind, traceback, file, line) end
end

-- A write-only variable is read once, when it is made.
function detect.compute_once(v)
    detect.refresh(v.parent)
    if paths.ends_in_value_call(v.path) then return end
    local ok, message, kind, traceback, file, line = try(function()
        settle(v, read(v))
    end)
    if not ok then mark_error(v, message, kind, traceback, file, line) end
end

function E.ops.detect()
    compute()
    detect.app_ran()
    local messages = E.updates.take()
    while rows.identify() do
        -- Still the same pass: what was read is not read again.
        epoch = epoch - 1
        compute()
        detect.app_ran()
        messages = E.updates.take(messages)
    end
    return messages
end
