-- Change detection: one pass recomputes every variable somebody watches and words what changed.
--
-- The pass runs as one protected call over a lane (lanes.lua). A getter that fails ends that call; the variable at
-- the cursor is marked and the call starts again behind it, so protection costs nothing while nothing fails.

local E = ...
local raw = E.raw
local type, next, rawlen, rawequal, getmetatable, clock = raw.type, raw.next, raw.rawlen, raw.rawequal,
    raw.getmetatable, raw.os.clock
local concat, sort, max = raw.table.concat, raw.table.sort, raw.math.max
local objects, paths, json, variables, wrappers, lanes = E.objects, E.paths, E.json, E.variables, E.wrappers,
    E.lanes
local classify, same, set_value = objects.classify, objects.same, variables.set_value
local NIL = lanes.NIL
local try = E.guard.try

local detect = {}
E.detect = detect

local DETECTS = variables.DETECTS

-- Bytes of a string, or elements of an array: what is smaller is not to blame when memory does not suffice.
local LARGE = 10000

-- Making the order anew, when priorities or activity changed.

local function close_holes()
    local all, n = variables.all, 0
    for i = 1, variables.n_all do
        local v = all[i]
        if not v.dead then
            n = n + 1
            all[n] = v
        end
    end
    for i = n + 1, variables.n_all do all[i] = nil end
    variables.n_all, variables.n_dead = n, 0
end

-- A child lends its priority to those above it: they must be computed first.
local function set_ranks()
    local all = variables.all
    for i = 1, variables.n_all do
        local v = all[i]
        v.active = (v.props.inactive == nil or v.props.inactive == "false")
            and (v.parent == nil or v.parent.active)
        v.rank = v.prio
    end
    for i = variables.n_all, 1, -1 do
        local v = all[i]
        local parent = v.parent
        if parent and v.rank < parent.rank then parent.rank = v.rank end
    end
end

local function make_order()
    if variables.n_dead * 2 > variables.n_all then close_holes() end
    if not variables.reorder then return lanes.tidy() end
    variables.reorder = false
    close_holes()
    lanes.clear()
    set_ranks()
    for i = 1, variables.n_all do
        local v = variables.all[i]
        if v.active and v.needed > 0 and DETECTS[v.access] then lanes.enlist(v) end
    end
end

-- What a pass has to say: variables in the order they were computed.

local touched, n_touched = {}, 0

local function touch(v)
    if v.touched then return end
    v.touched = true
    n_touched = n_touched + 1
    touched[n_touched] = v
end
variables.touch = touch

-- Has the value JSON changed? The new value is taken over either way: an equal array may be another table.
local function differs(held, x)
    local shape = held.shape
    if type(shape) == "table" and type(x) == "table" and not objects.type_of(x) and same(shape, x) then
        return false, x, shape
    end
    local value, new = classify(x)
    local changed = not rawequal(value, held.last) or new ~= shape
    if changed and type(new) == "table" and type(shape) == "table" then
        changed = objects.json(value, new) ~= objects.json(held.last, shape)
    end
    return changed, value, new
end

-- `type` describes the present value. A null needs no view, so nothing is said about its type.
local function set_type(v, type_name)
    local props = v.props
    if props.type == type_name then return end
    if type_name == nil and v.last == nil then
        props.type = nil
        if v.known.type then v.known.type = nil end
        return
    end
    props.type = type_name
    variables.note_known(v, "type")
    v.dirty = v.dirty or {}
    v.dirty.type = true
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
        -- Until the new one stands, nothing stands: an error in new() must not leave the old one looking fresh.
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

local function read(v)
    if v.unbound then return v.cell end
    return paths.read(v.path, v)
end

-- What cannot be told from the lane's arrays.
local function look_closer(v, in_lane, x)
    if v.dead or v.suspended then return end
    if not in_lane then x = read(v) end
    -- Most getters give the scalar they gave before.
    if not v.shape and not v.special and not v.fresh and not v.error and x == v.last and type(x) ~= "table" then
        return
    end
    settle(v, x)
end

local cursor = 0

local function sweep(lane)
    local navs, own, own_type = lanes.navs, lanes.OWN, lanes.own_type
    local order, keys, up, lasts, metas, types = lane.order, lane.keys, lane.up, lane.lasts, lane.metas, lane.types
    for i = cursor + 1, lane.n do
        cursor = i
        local key = keys[i]
        if key then
            local nav, x = navs[up[i]], nil
            if nav then x = nav[key] end
            if x == nil then x = NIL end
            local meta = metas[i]
            if meta then
                -- Typed objects are compared raw: an app's __eq must not hide a change.
                if not rawequal(x, lasts[i])
                    or meta == own and own_type(x) ~= types[i]
                    or meta ~= own and (getmetatable(x) ~= meta or meta.type ~= types[i]) then
                    if x == NIL then x = nil end
                    look_closer(order[i], true, x)
                end
            elseif x ~= lasts[i] then
                if x == NIL then x = nil end
                look_closer(order[i], true, x)
            end
        else
            look_closer(order[i], false)
        end
    end
end

local function mark_error(v, code, description)
    local before = v.error
    if v.last ~= nil or v.fresh then
        v.changed = true
        touch(v)
    end
    v.fresh = false
    v.error = { code, description }
    set_value(v, nil, false)
    if before and before[1] == code and before[2] == description then return end
    v.error_news = true
    touch(v)
    E.host.log(2, "variable " .. v.id .. " (" .. (v.props.path or "") .. "): " .. description)
end

-- A getter that ran into a limit is not called again before code is run on purpose: otherwise every click
-- would wait for it. Each time it fails again it is left alone for twice as many runs, so that it cannot take the
-- session from an agent that is not there to mend it; a reload tries it at once.
local runs, any_suspended = 0, false

local function failed(v, message, kind)
    -- A getter may destroy its own variable before it fails.
    if v.dead then return end
    if kind ~= "error" then
        v.timeouts = (v.timeouts or 0) + 1
        v.retry_at = runs + 2 ^ (v.timeouts - 1)
        v.suspended, any_suspended = true, true
        if v.lane then v.lane.keys[v.place] = false end
    end
    mark_error(v, "lua-error", message)
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

-- Code has been run on purpose.
function detect.code_ran()
    runs = runs + 1
    resume(function(v) return v.retry_at <= runs end)
end

-- Files have been loaded again: whatever was wrong may be mended.
function detect.files_ran()
    resume(function() return true end)
end

local function compute()
    make_order()
    for rank = 1, 3 do
        local lane = lanes[rank]
        cursor = 0
        while cursor < lane.n do
            local ok, message, kind = try(sweep, lane)
            if not ok then failed(lane.order[cursor], message, kind) end
        end
    end
end

local function renew(v)
    settle(v, read(v))
end

-- Grows whenever app code may have run: what was brought up to date at this epoch need not be again.
local epoch = 0

function detect.app_ran()
    epoch = epoch + 1
end

-- Bring a variable and all above it up to date, outside a pass: before something is written through them, or read
-- though nobody watches. Once per epoch: a frame that creates a thousand rows looks at their list once.
function detect.refresh(v)
    if not v or v.epoch == epoch then return end
    v.epoch = epoch
    detect.refresh(v.parent)
    if v.suspended or not DETECTS[v.access] then return end
    local ok, message, kind = try(renew, v)
    if not ok then failed(v, message, kind) end
end

-- A write-only variable is read once, when it is made.
function detect.compute_once(v)
    detect.refresh(v.parent)
    if paths.ends_in_value_call(v.path) then return end
    local ok, message = try(function() settle(v, read(v)) end)
    if not ok then mark_error(v, "lua-error", message) end
end

-- Words.

local function value_json(v)
    return objects.json(v.last, v.shape)
end

local function property_names(v, names_of, level)
    local names, n = {}, 0
    for name in next, names_of do
        if (v.prop_prio[name] or v.prio) == level then
            n = n + 1
            names[n] = name
        end
    end
    sort(names)
    return names, n
end

local function update_json(v, conn, with_value, names)
    local parts, n = {}, 0
    if with_value then
        n = n + 1
        parts[n] = '"value":' .. value_json(v)
    end
    if rawlen(names) > 0 then
        local values = {}
        for i = 1, rawlen(names) do values[names[i]] = v.props[names[i]] or "" end
        n = n + 1
        parts[n] = '"properties":' .. json.properties(names, values)
    end
    return '["update",' .. conn .. "," .. json.number(v.id) .. ",{" .. concat(parts, ",") .. "}]"
end

local function say(text)
    local out = variables.outgoing
    out[rawlen(out) + 1] = text
end

local function say_error(v, conn)
    if v.error then variables.send_error(conn, v.id, v.error[1], v.error[2]) end
end

-- The present state for those who asked, everything else for those who watch.
local function say_level(v, level)
    local answers = v.answers
    if v.changed or v.dirty then
        local names, n = property_names(v, v.dirty or {}, level)
        local with_value = v.changed and v.prio == level
        if with_value or n > 0 then
            for conn in next, v.watchers do
                if not (answers and answers[conn]) then say(update_json(v, conn, with_value, names)) end
            end
        end
    end
    if answers then
        local names, n = property_names(v, v.known, level)
        if v.prio == level or n > 0 then
            for conn in next, answers do say(update_json(v, conn, v.prio == level, names)) end
        end
    end
end

local function say_errors(v)
    for conn in next, v.watchers do
        if v.error_news or v.changed then
            if not (v.answers and v.answers[conn]) then say_error(v, conn) end
        end
    end
    if v.answers then
        for conn in next, v.answers do say_error(v, conn) end
    end
end

local function take_answers()
    local asked = variables.answers
    if asked[1] == nil then return end
    variables.answers = {}
    for i = 1, rawlen(asked) do
        local conn, v = asked[i][1], asked[i][2]
        if not v.dead then
            v.answers = v.answers or {}
            v.answers[conn] = true
            touch(v)
        end
    end
end

local function say_all(queued)
    for i = 1, rawlen(queued) do say(queued[i]) end
    for level = 1, 3 do
        for i = 1, n_touched do
            if not touched[i].dead then say_level(touched[i], level) end
        end
    end
    for i = 1, n_touched do
        if not touched[i].dead then say_errors(touched[i]) end
    end
    return "[" .. concat(variables.outgoing, ",") .. "]"
end

-- Nothing is forgotten before all of it has become text; what has been said in vain is dropped at once, since it is
-- what fills the memory.
local function word()
    local queued = variables.outgoing
    variables.outgoing = {}
    local ok, text = raw.pcall(say_all, queued)
    variables.outgoing = queued
    if not ok then raw.error(text, 0) end
    variables.outgoing = {}
    for i = 1, n_touched do
        local v = touched[i]
        v.touched, v.changed, v.dirty, v.answers, v.error_news = nil, nil, nil, nil, nil
    end
    touched, n_touched = {}, 0
    return text
end

local function size(v)
    if type(v.last) == "string" then return rawlen(v.last) end
    return type(v.shape) == "table" and v.shape.n or 0
end

-- Leave out the values that are far larger than others; false if there are none.
local function leave_out_largest(problem, kind)
    local most = 0
    for i = 1, n_touched do
        if not touched[i].dead then most = max(most, size(touched[i])) end
    end
    if most < LARGE then return false end
    for i = 1, n_touched do
        local v = touched[i]
        if not v.dead and size(v) * 2 >= most then failed(v, "the value is too large to be sent: " .. problem, kind) end
    end
    return true
end

-- Wording needs memory of its own, several times that of the values. Where a value is too large for that, its
-- variable says so and everything else goes out.
local function word_within_limits()
    local tried = false
    while true do
        local ok, text, kind = try(word)
        if ok then return text end
        -- What came before may have used up time and memory, which there is again now.
        if not leave_out_largest(text, kind) then
            if tried then raw.error(text, 0) end
            tried = true
        end
    end
end

function E.ops.detect()
    compute()
    detect.app_ran()
    take_answers()
    if n_touched == 0 and variables.outgoing[1] == nil then return "[]" end
    return word_within_limits()
end

-- The debug pages' rows.

local function timed(v)
    if not DETECTS[v.access] or not v.path or v.suspended then return 0 end
    local start = clock()
    try(paths.read, v.path, v)
    return (clock() - start) * 1000
end

local function child_ids(v)
    local list, n = variables.children_of(v)
    local ids = {}
    for i = 1, n do ids[i] = json.number(list[i].id) end
    return "[" .. concat(ids, ",") .. "]"
end

local function all_properties(v)
    local names = {}
    for name in next, v.props do names[rawlen(names) + 1] = name end
    sort(names)
    return json.properties(names, v.props)
end

local function row(v, depths)
    local depth = v.parent and depths[v.parent] + 1 or 0
    depths[v] = depth
    local fault = v.error or v.write_error
    return concat({
        '{"id":', json.number(v.id), ',"parentId":', json.number(v.parent and v.parent.id or 0), ',"connection":', v.conn,
        ',"type":', json.string(v.props.type or ""), ',"path":', json.string(v.props.path or ""),
        ',"value":', value_json(v), ',"properties":', all_properties(v), ',"childIds":', child_ids(v),
        ',"access":', json.string(v.access), ',"active":', v.active and "true" or "false",
        ',"error":', fault and '{"code":' .. json.string(fault[1]) .. ',"description":' .. json.string(fault[2]) .. "}"
            or "null",
        ',"changeCount":', v.changes, ',"depth":', depth, ',"computeTime":', json.number(timed(v)), "}",
    })
end

-- Parents before children: by age.
function E.ops.variables()
    close_holes()
    local rows, depths = {}, {}
    for i = 1, variables.n_all do rows[i] = row(variables.all[i], depths) end
    return "[" .. concat(rows, ",") .. "]"
end
