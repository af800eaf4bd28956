-- The variable tree: what browsers (and the session itself) have asked to see.
--
-- A variable belongs to a connection, except the root (id 1) and the ones the session made (negative ids), which
-- are shared. This part keeps the tree; requests.lua answers the wire, shared.lua has what the session makes, detect.lua
-- computes values and updates.lua turns what changed into messages. The only app code that runs here is a wrapper's destroy().
--
-- A variable's fields, in the order of their lives:
--   conn, id, parent, children, seq (age), depth           where it stands
--   path (compiled), access, props, prio (of the value), prop_prio
--   watchers, n_watchers, needed                           who looks; needed counts watchers and needed children
--   last, shape, nav                                       value, as objects.classify says; what child paths start from
--   key, special, fresh                                    one plain step; behind a wrapper; not computed yet
--   rank, lane, place                                      where schedule.lua has it
--   members, absent, moved; object, absent                 of an array with rows that follow their objects; of such a row
--   error, write_error                                     {code, description}
--   known, dirty                                           properties the server set; those not yet told

local E = ...
local raw = E.raw
local type, next, rawequal, rawlen = raw.type, raw.next, raw.rawequal, raw.rawlen
local match, find = raw.string.match, raw.string.find
local paths, json, schedule = E.paths, E.json, E.schedule

local variables = { SHARED = 0, ROOT = 1, DEEPEST = 1000 }
E.variables = variables

local SHARED = variables.SHARED
local ACCESS = { r = true, w = true, rw = true, action = true }
local DETECTS = { r = true, rw = true }
local LEVELS = { high = 1, med = 2, medium = 2, low = 3 }

-- No app comes near this, nor near DEEPEST. A path is compiled into one table per step, a branch walked by recursion.
local LONGEST_PATH = 10000

-- Stands for the tables that most variables never fill; nothing is written into it.
local NOTHING = {}
variables.NOTHING = NOTHING

-- Sets of one element, such as the connection that watches: most variables have no larger ones, and these are shared. So no set
-- is written into; `with` and `without` give another.
local alone = raw.setmetatable({}, { __mode = "v" })

local by_conn = { [SHARED] = {} }
local standard = {}
local last_seq = 0

-- Every variable by age; the dead among them go when the order is rebuilt.
variables.all, variables.n_all, variables.n_dead = {}, 0, 0
-- Set when the detection order no longer fits the tree.
variables.reorder = false
-- Present states to send whether or not they changed: connection, variable, connection, … in order of the asking.
variables.answers, variables.n_answers = {}, 0
-- Messages that are ready: JSON texts.
variables.outgoing, variables.n_outgoing = {}, 0

-- Queue a message.
local function send(text)
    local n = variables.n_outgoing + 1
    variables.outgoing[n], variables.n_outgoing = text, n
end
variables.send = send

function variables.send_error(conn, id, code, description)
    send(
        '["error",'
            .. conn
            .. ","
            .. json.scalar(id)
            .. ","
            .. json.string(code)
            .. ","
            .. json.string(description)
            .. "]"
    )
end

-- An error of the app at a variable, for the log and for whoever tests the app.
function variables.app_failed(v, doing, message, ...)
    E.rows.place(v)
    local path, owner = v.props.path or "", v.parent and v.parent.props.type
    E.host.app_failed(doing .. " " .. path .. (owner and " of " .. owner or ""), message, ...)
    E.host.log(2, "variable " .. v.id .. " (" .. path .. "): " .. message)
end

-- A present state is to be sent.
function variables.answer(conn, v)
    local list, n = variables.answers, variables.n_answers
    list[n + 1], list[n + 2], variables.n_answers = conn, v, n + 2
end

function variables.find(conn, id)
    local own = by_conn[conn]
    return own and own[id] or by_conn[SHARED][id]
end

function variables.owned(conn)
    return by_conn[conn]
end

-- A connection has gone.
function variables.forget(conn)
    by_conn[conn] = nil
end

function variables.standard(name)
    return standard[name]
end

function variables.name_standard(v)
    if v.standard then standard[v.standard] = v end
end

-- Take over a value.
local function set_value(v, value, shape)
    -- A getter may destroy the very variable it is read for.
    if v.dead then return end
    local nav, before = type(value) == "table" and value or false, v.shape
    v.last, v.shape = value, shape
    schedule.settle(v)
    if not rawequal(nav, v.nav) then
        v.nav = nav
        schedule.start_children(v)
    end
    if v.members and not rawequal(shape, before) then E.rows.follow(v) end
end
variables.set_value = set_value

-- needed: a variable is computed while somebody watches it or something below it. One that takes no part in
-- detection needs nothing above it: it is brought up to date when it is written.

local function need(v)
    v.needed = v.needed + 1
    if v.needed > 1 then return end
    v.fresh = true
    if not DETECTS[v.access] then return end
    if v.parent then need(v.parent) end
    if v.active then schedule.enlist(v) end
end
variables.need = need

local function release(v)
    while v do
        v.needed = v.needed - 1
        if v.needed > 0 then return end
        if not DETECTS[v.access] then return end
        schedule.delist(v)
        -- Nobody watches: keep no app object alive for it.
        if not v.unbound then set_value(v, nil, false) end
        v = v.parent
    end
end
variables.release = release

local function with(set, element)
    if set[element] then return set end
    if next(set) == nil then
        local single = alone[element]
        if not single then
            single = { [element] = true }
            alone[element] = single
        end
        return single
    end
    local result = { [element] = true }
    for other in next, set do
        result[other] = true
    end
    return result
end
variables.with = with

local function without(set, element)
    local result = NOTHING
    for other in next, set do
        if other ~= element then result = with(result, other) end
    end
    return result
end
variables.without = without

local function watch(conn, v)
    if v.watchers[conn] then return end
    v.watchers = with(v.watchers, conn)
    v.n_watchers = v.n_watchers + 1
    need(v)
end
variables.watch = watch

local function unwatch(conn, v)
    if not v.watchers[conn] then return end
    v.watchers = without(v.watchers, conn)
    v.n_watchers = v.n_watchers - 1
    release(v)
end
variables.unwatch = unwatch

local function note_known(v, name)
    v.known = with(v.known, name)
end
variables.note_known = note_known

-- Properties. A name may carry the priority of that property: "fallbackNamespace:high". It says when the property is
-- sent, and is cut off here: no message carries it.

local function split_name(name)
    if not find(name, ":", 1, true) then return name end -- nearly always
    local found = nil
    while true do
        local plain, level = match(name, "^(.*):(%a+)$")
        if not plain or not LEVELS[level] then return name, found end
        name, found = plain, found or LEVELS[level]
    end
end

-- Variables of one shape have one table of properties until one of them gets another.
local shared_props = raw.setmetatable({}, { __mode = "k" })

local function own_props(v)
    local props = v.props
    if not shared_props[props] then return props end
    local copy = {}
    for name, value in next, props do
        copy[name] = value
    end
    v.props = copy
    return copy
end
variables.own_props = own_props

local function store(v, name, value)
    local plain, level = split_name(name)
    own_props(v)[plain] = value
    if level then
        if v.prop_prio == NOTHING then v.prop_prio = {} end
        v.prop_prio[plain] = level
    end
    return plain
end
variables.store = store

-- A property that the server decides: stored, and told to whoever watches.
function variables.set_property(v, name, value)
    local plain = split_name(name)
    local old = v.props[plain]
    store(v, name, value)
    if old == value then return end
    note_known(v, plain)
    v.dirty = with(v.dirty or NOTHING, plain)
    variables.touch(v)
end

-- What is not so is left out, here and elsewhere: with more than 32 fields a variable takes twice the room, and longer.
local function shape_reads(v)
    local path = v.path
    local special = v.props.wrapper ~= nil or v.props.create ~= nil
    local key = not special and not v.unbound and v.parent and path and path.key or nil
    if special or v.special then v.special = special end
    if key ~= nil or v.key ~= nil then v.key = key end
    v.fresh = true
    v.prio = LEVELS[v.props.priority] or 2
end
variables.shape_reads = shape_reads

-- Is it computed, as far as it and those above it say?
function variables.is_active(v)
    local inactive = v.props.inactive
    if v.absent or inactive ~= nil and inactive ~= "false" then return false end
    return v.parent == nil or v.parent.active
end

-- Where a new variable stands in the order. One that is more urgent than its parent takes the parent along, which
-- moves others: then the whole order is made anew.
local function rank(v)
    local parent = v.parent
    v.rank = v.prio
    v.active = variables.is_active(v)
    if parent and v.rank < parent.rank then variables.reorder = true end
end

-- The query of a path becomes properties; nil, or what is wrong with path and access together.
local function bind(v)
    local text = v.props.path
    if v.unbound then
        v.path = nil
    else
        if text == nil or text == "" then return "path property required" end
        if rawlen(text) > LONGEST_PATH then
            return "the path has " .. rawlen(text) .. " bytes (at most " .. LONGEST_PATH .. " are allowed)"
        end
        local path = paths.compile(text)
        if path.text ~= text then
            for i = 1, rawlen(path.names) do
                local name = path.names[i]
                note_known(v, store(v, name, path.values[name]))
            end
            own_props(v).path = path.text
            note_known(v, "path")
            path = paths.compile(path.text)
        end
        if path.text == "" then return "path property required" end
        v.path = path
    end
    v.access = v.props.access or "rw"
    if not ACCESS[v.access] then return 'invalid access value "' .. v.access .. '" (must be r, w, rw, or action)' end
    return v.path and paths.access_error(v.path, v.access)
end
variables.bind = bind

-- A table of properties may be shared by all variables of a shape.
local function new_variable(conn, id, parent, props)
    last_seq = last_seq + 1
    return {
        conn = conn,
        id = id,
        parent = parent,
        children = NOTHING,
        seq = last_seq,
        depth = parent and parent.depth + 1 or 1,
        props = props or {},
        prop_prio = NOTHING,
        known = NOTHING,
        access = "rw",
        prio = 2,
        watchers = NOTHING,
        n_watchers = 0,
        needed = 0,
        changes = 0,
        nav = false,
        shape = false,
        fresh = true,
        active = true,
        rank = 2,
    }
end
variables.new_variable = new_variable

-- What variables of a shape (`ops.create_many`) are when they have the same properties: those are read once, here. nil where
-- each has to be looked at by itself, as `bind` and `store` do.
function variables.common(properties)
    for name in next, properties do
        if find(name, ":", 1, true) then return nil end
    end
    local text, access = properties.path, properties.access
    if not text or text == "" or rawlen(text) > LONGEST_PATH or not ACCESS[access] or properties.rowObject then
        return nil
    end
    if properties.wrapper ~= nil or properties.create ~= nil then return nil end
    local path = paths.compile(text)
    if path.text ~= text or paths.access_error(path, access) then return nil end
    shared_props[properties] = true
    return { path = path, access = access, prio = LEVELS[properties.priority] or 2 }
end

local function adopt(v)
    local own = by_conn[v.conn]
    if not own then
        own = {}
        by_conn[v.conn] = own
    end
    own[v.id] = v
    local parent = v.parent
    if parent then
        if parent.children == NOTHING then parent.children = {} end
        parent.children[v] = true
    end
    variables.n_all = variables.n_all + 1
    variables.all[variables.n_all] = v
    rank(v)
end
variables.adopt = adopt

-- A new variable is what `common` found out of its shape.
function variables.take_common(v, common)
    v.path, v.access, v.prio = common.path, common.access, common.prio
    if v.parent then v.key = common.path.key end
end

-- Destroying: children first, each told to those who watched (and to the owner).

local function children_of(v)
    local list, n = {}, 0
    for child in next, v.children do
        n = n + 1
        list[n] = child
    end
    raw.table.sort(list, function(a, b)
        return a.seq < b.seq
    end)
    return list, n
end
variables.children_of = children_of

local function take_out(v, told, gone)
    v.dead = true
    local list, n = children_of(v)
    for i = 1, n do
        take_out(list[i], told, gone)
    end
    if type(told) == "table" then
        told[rawlen(told) + 1] = json.number(v.id)
    elseif told then
        local audience = v.conn == SHARED and v.watchers or { [v.conn] = true }
        for conn in next, audience do
            send('["destroy",' .. conn .. "," .. json.number(v.id) .. "]")
        end
    end
    local watchers = v.watchers
    v.watchers = NOTHING
    for _ in next, watchers do
        release(v)
    end
    if v.parent then v.parent.children[v] = nil end
    if v.object then E.rows.leave(v) end
    by_conn[v.conn][v.id] = nil
    if v.standard and standard[v.standard] == v then standard[v.standard] = nil end
    schedule.delist(v)
    variables.n_dead = variables.n_dead + 1
    gone[rawlen(gone) + 1] = v
end

-- `told`: whether a message says so for each; a list takes their ids instead.
-- Wrappers go last: what the app does in a destroy() finds a tree without holes, and none of these in it.
local function remove(v, told)
    if v.dead then return end
    local gone = {}
    take_out(v, told, gone)
    for i = 1, rawlen(gone) do
        E.wrappers.part(gone[i])
    end
    -- They wait in the order of age until `close_holes`, and keep no app object alive meanwhile.
    for i = 1, rawlen(gone) do
        local v = gone[i]
        v.last, v.nav, v.object, v.members = nil, false, nil, nil
    end
end
variables.remove = remove

-- The dead leave gaps in the order of age.
function variables.close_holes()
    local all, n = variables.all, 0
    for i = 1, variables.n_all do
        local v = all[i]
        if not v.dead then
            n = n + 1
            all[n] = v
        end
    end
    for i = n + 1, variables.n_all do
        all[i] = nil
    end
    variables.n_all, variables.n_dead = n, 0
end

variables.DETECTS = DETECTS
