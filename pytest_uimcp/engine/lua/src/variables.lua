-- The variable tree: what browsers (and the session itself) have asked to see.
--
-- A variable belongs to a connection, except the root (id 1) and the ones the session made (negative ids), which
-- are shared. This part keeps the tree and answers the wire's requests; detect.lua computes values and words the
-- updates. App code runs here when something is written or called, and when a wrapper is taken leave of.
--
-- A variable's fields, in the order of their lives:
--   conn, id, parent, children, seq (age), depth           where it stands
--   path (compiled), access, props, prio (of the value), prop_prio
--   watchers, n_watchers, needed                           who looks; needed counts watchers and needed children
--   last, shape, nav                                       value, as objects.classify says; what child paths start from
--   key, special, fresh                                    one plain step; behind a wrapper; not computed yet
--   rank, lane, place, cell_no                             where lanes.lua has it
--   error, write_error                                     {code, description}
--   known, dirty                                           properties the server set; those not yet told

local E = ...
local raw = E.raw
local type, next, select, tostring, rawequal = raw.type, raw.next, raw.select, raw.tostring, raw.rawequal
local match = raw.string.match
local rawlen = raw.rawlen
local objects, paths, json, lanes, try = E.objects, E.paths, E.json, E.lanes, E.guard.try

local variables = {}
E.variables = variables

local SHARED = 0
local ROOT = 1
local ACCESS = { r = true, w = true, rw = true, action = true }
local DETECTS = { r = true, rw = true }
local WRITES = { w = true, rw = true, action = true }
local LEVELS = { high = 1, med = 2, medium = 2, low = 3 }

-- No app comes near these. A path is compiled into one table per step, and a branch is walked by recursion.
local LONGEST_PATH = 10000
local DEEPEST = 1000

local by_conn = { [SHARED] = {} }
local standard = {}
local last_seq, last_shared = 0, 0

-- Every variable by age; the dead among them go when the order is rebuilt.
variables.all, variables.n_all, variables.n_dead = {}, 0, 0
-- Set when the detection order no longer fits the tree.
variables.reorder = false
-- Present states to send whether or not they changed: {conn, variable} in order of the asking.
variables.answers = {}
-- Messages that are ready: JSON texts.
variables.outgoing = {}

local function send(text)
    local out = variables.outgoing
    out[rawlen(out) + 1] = text
end

function variables.send_error(conn, id, code, description)
    send('["error",' .. conn .. "," .. json.scalar(id) .. "," .. json.string(code) .. ","
        .. json.string(description) .. "]")
end

local function answer(conn, v)
    local list = variables.answers
    list[rawlen(list) + 1] = { conn, v }
end

function variables.find(conn, id)
    local own = by_conn[conn]
    return own and own[id] or by_conn[SHARED][id]
end
local find = variables.find

function variables.shared(id)
    return by_conn[SHARED][id]
end

function variables.standard(name)
    return standard[name]
end

-- Take over a value.
local function set_value(v, value, shape)
    -- A getter may destroy the very variable it is read for.
    if v.dead then return end
    v.last, v.shape = value, shape
    v.nav = type(value) == "table" and value or false
    lanes.settle(v)
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
    if v.active then lanes.enlist(v) end
end

local function release(v)
    while v do
        v.needed = v.needed - 1
        if v.needed > 0 then return end
        if not DETECTS[v.access] then return end
        lanes.delist(v)
        -- Nobody looks: keep no app object alive for it.
        if not v.unbound then set_value(v, nil, false) end
        v = v.parent
    end
end

local function watch(conn, v)
    if v.watchers[conn] then return end
    v.watchers[conn] = true
    v.n_watchers = v.n_watchers + 1
    need(v)
end

local function unwatch(conn, v)
    if not v.watchers[conn] then return end
    v.watchers[conn] = nil
    v.n_watchers = v.n_watchers - 1
    release(v)
end

-- Stands for the tables that most variables never fill; nothing is written into it.
local NOTHING = {}

local function note_known(v, name)
    if v.known == NOTHING then v.known = {} end
    v.known[name] = true
end
variables.note_known = note_known

-- Properties. A name may carry the priority of that property: "viewdefs:high".

local function split_name(name)
    local plain, level = match(name, "^(.*):(%a+)$")
    if plain and LEVELS[level] then return plain, LEVELS[level] end
    return name, nil
end

local function store(v, name, value)
    local plain, level = split_name(name)
    v.props[plain] = value
    if level then
        if v.prop_prio == NOTHING then v.prop_prio = {} end
        v.prop_prio[plain] = level
    end
    return plain
end

-- A property that the server decides: stored, and told to whoever watches.
function variables.set_property(v, name, value)
    local plain = split_name(name)
    local old = v.props[plain]
    store(v, name, value)
    if old == value then return end
    note_known(v, plain)
    v.dirty = v.dirty or {}
    v.dirty[plain] = true
    variables.touch(v)
end

local function shape_reads(v)
    local path = v.path
    v.special = v.props.wrapper ~= nil or v.props.create ~= nil
    v.key = not v.special and not v.unbound and v.parent and path and path.key or nil
    v.fresh = true
    v.prio = LEVELS[v.props.priority] or 2
end

-- Where a new variable stands in the order. One that is more urgent than its parent takes the parent along, which
-- moves others: then the whole order is made anew.
local function rank(v)
    local parent = v.parent
    v.rank = v.prio
    v.active = (v.props.inactive == nil or v.props.inactive == "false") and (parent == nil or parent.active)
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
                store(v, name, path.values[name])
                note_known(v, name)
            end
            v.props.path = path.text
            note_known(v, "path")
            path = paths.compile(path.text)
        end
        if path.text == "" then return "path property required" end
        v.path = path
    end
    v.access = v.props.access or "rw"
    if not ACCESS[v.access] then
        return 'invalid access value "' .. v.access .. '" (must be r, w, rw, or action)'
    end
    return v.path and paths.access_error(v.path, v.access)
end

local function new_variable(conn, id, parent)
    last_seq = last_seq + 1
    return {
        conn = conn, id = id, parent = parent, children = NOTHING, seq = last_seq,
        depth = parent and parent.depth + 1 or 1,
        props = {}, prop_prio = NOTHING, known = NOTHING, access = "rw", prio = 2,
        watchers = {}, n_watchers = 0, needed = 0, changes = 0,
        nav = false, shape = false, fresh = true, active = true, rank = 2,
    }
end

local function adopt(v)
    by_conn[v.conn] = by_conn[v.conn] or {}
    by_conn[v.conn][v.id] = v
    local parent = v.parent
    if parent then
        if parent.children == NOTHING then parent.children = {} end
        parent.children[v] = true
    end
    variables.n_all = variables.n_all + 1
    variables.all[variables.n_all] = v
    lanes.take_cell(v)
    rank(v)
end

-- Destroying: children first, each told to those who watched (and to the owner).

local function children_of(v)
    local list, n = {}, 0
    for child in next, v.children do
        n = n + 1
        list[n] = child
    end
    raw.table.sort(list, function(a, b) return a.seq < b.seq end)
    return list, n
end
variables.children_of = children_of

local function take_out(v, told, gone)
    v.dead = true
    local list, n = children_of(v)
    for i = 1, n do take_out(list[i], told, gone) end
    if told then
        local audience = v.conn == SHARED and v.watchers or { [v.conn] = true }
        for conn in next, audience do send('["destroy",' .. conn .. "," .. json.number(v.id) .. "]") end
    end
    for conn in next, v.watchers do
        v.watchers[conn] = nil
        release(v)
    end
    if v.parent then v.parent.children[v] = nil end
    by_conn[v.conn][v.id] = nil
    if v.standard and standard[v.standard] == v then standard[v.standard] = nil end
    lanes.delist(v)
    lanes.give_cell(v)
    variables.n_dead = variables.n_dead + 1
    gone[rawlen(gone) + 1] = v
end

-- Wrappers go last: what the app does in a destroy() finds a tree without holes, and none of these in it.
local function remove(v, told)
    if v.dead then return end
    local gone = {}
    take_out(v, told, gone)
    for i = 1, rawlen(gone) do E.wrappers.part(gone[i]) end
end

-- Writing.

local function write(v, value)
    if not WRITES[v.access] then return "unauthorized", 'access "' .. v.access .. '" does not allow writing' end
    if v.unbound then
        v.cell = value
        return nil
    end
    E.detect.refresh(v.parent)
    local ok, problem = try(paths.write, v.path, v, value)
    E.detect.app_ran()
    if not ok then return "lua-error", problem end
    if problem then return "path-failure", problem end
    return nil
end

-- What the writer now shows, so that detection sends back only what came out differently.
local function remember(v, value)
    if not DETECTS[v.access] or v.special or v.error then return end
    set_value(v, objects.classify(value))
end

local function write_from(conn, v, value)
    local code, problem = write(v, value)
    if code then
        v.write_error = { code, problem }
        variables.send_error(conn, v.id, code, problem)
        if code == "lua-error" then E.host.log(2, "variable " .. v.id .. " (" .. v.props.path .. "): " .. problem) end
        return
    end
    if v.write_error then
        v.write_error = nil
        answer(conn, v)
    end
    if v.n_watchers <= 1 then remember(v, value) end
end

local function decode_value(kind, value)
    if kind == 2 then
        local decoded, problem = json.decode(value)
        if problem then return nil, problem end
        return objects.from_wire(decoded)
    end
    return value
end

local function take_props(v, ...)
    for i = 1, select("#", ...), 2 do
        local name, value = select(i, ...)
        store(v, name, value)
    end
end

-- The operations of the wire. Each finds fault by queueing an `error` for the asking connection.

local ops = E.ops

local function invalid_parent(conn, parent)
    return parent ~= 0 and not find(conn, parent)
end

function ops.create(conn, id, parent, flags, kind, value, ...)
    if id < 2 then
        return variables.send_error(conn, id, "invalid", "ids chosen by a client start at 2, got " .. json.number(id))
    end
    if find(conn, id) then
        return variables.send_error(conn, id, "exists", "variable " .. json.number(id) .. " exists already")
    end
    if invalid_parent(conn, parent) then
        return variables.send_error(conn, id, "not-found", "no parent variable " .. json.number(parent))
    end
    local v = new_variable(conn, id, parent ~= 0 and find(conn, parent) or nil)
    if v.depth > DEEPEST then
        return variables.send_error(conn, id, "invalid", "variables nest at most " .. DEEPEST .. " deep")
    end
    v.unbound = flags >= 2 or nil
    take_props(v, ...)
    local problem = bind(v)
    if problem then return variables.send_error(conn, id, "invalid", problem) end
    local decoded, malformed = decode_value(kind, value)
    if malformed then return variables.send_error(conn, id, "malformed", malformed) end
    shape_reads(v)
    adopt(v)
    if flags % 2 == 0 then
        watch(conn, v)
        answer(conn, v)
    end
    if kind ~= 0 then write_from(conn, v, decoded) end
    if v.access == "w" then E.detect.compute_once(v) end
end

local function change_properties(v, ...)
    local before = { path = v.props.path, access = v.props.access, inactive = v.props.inactive,
        wrapper = v.props.wrapper, create = v.props.create, priority = v.props.priority }
    take_props(v, ...)
    for name, old in next, before do
        if v.props[name] ~= old then return before end
    end
    for _, name in raw.ipairs({ "path", "access", "inactive", "wrapper", "create", "priority" }) do
        if v.props[name] ~= before[name] then return before end
    end
    return nil
end

local function rebind(conn, v, before)
    local detected = DETECTS[v.access]
    local problem = bind(v)
    if problem then
        for _, name in raw.ipairs({ "path", "access", "inactive", "wrapper", "create", "priority" }) do
            v.props[name] = before[name]
        end
        bind(v)
        return variables.send_error(conn, v.id, "invalid", problem)
    end
    if v.wrapper_object and v.props.wrapper ~= before.wrapper then E.wrappers.drop(v) end
    if v.needed > 0 and v.parent and detected ~= DETECTS[v.access] then
        if detected then release(v.parent) else need(v.parent) end
    end
    local fresh = v.fresh
    shape_reads(v)
    -- A row that moves is answered only if its value differs.
    v.fresh = fresh
    if v.lane and v.prio == v.rank and v.props.inactive == before.inactive and v.props.access == before.access then
        v.lane.keys[v.place] = v.key ~= nil and v.key or false
        v.lane.lasts[v.place] = lanes.SLOW
        v.lane.metas[v.place] = false
    else
        variables.reorder = true
    end
end

-- The root belongs to all: a client may have it run Lua, no more.
local function update_root(conn, kind, ...)
    local source, refused = nil, kind ~= 0
    for i = 1, select("#", ...), 2 do
        local name, text = select(i, ...)
        if name == "lua" then source = text else refused = true end
    end
    if refused then
        variables.send_error(conn, ROOT, "unauthorized", "the root is the session's: a client may only set its property lua")
    end
    if source == nil then return end
    local ok, problem = try(E.modules.run_property, source)
    if not ok then variables.send_error(conn, ROOT, "lua-error", problem) end
end

function ops.update(conn, id, kind, value, ...)
    local v = find(conn, id)
    if not v then return variables.send_error(conn, id, "not-found", "no variable " .. json.number(id)) end
    if v.id == ROOT then return update_root(conn, kind, ...) end
    if select("#", ...) > 0 then
        local before = change_properties(v, ...)
        if before then rebind(conn, v, before) end
    end
    if kind ~= 0 then
        local decoded, malformed = decode_value(kind, value)
        if malformed then return variables.send_error(conn, id, "malformed", malformed) end
        write_from(conn, v, decoded)
    end
end

function ops.watch(conn, id)
    local v = find(conn, id)
    if not v then return variables.send_error(conn, id, "not-found", "no variable " .. json.number(id)) end
    watch(conn, v)
    answer(conn, v)
end

function ops.unwatch(conn, id)
    local v = find(conn, id)
    if not v then return variables.send_error(conn, id, "not-found", "no variable " .. json.number(id)) end
    unwatch(conn, v)
end

function ops.destroy(conn, id)
    local v = find(conn, id)
    if not v then return variables.send_error(conn, id, "not-found", "no variable " .. json.number(id)) end
    if v.conn == SHARED then
        return variables.send_error(conn, id, "unauthorized", "variable " .. json.number(id) .. " belongs to the session")
    end
    remove(v, true)
end

function ops.get(conn, list)
    for _, id in raw.ipairs(json.decode(list) or {}) do
        local v = find(conn, id)
        if v then
            if v.needed == 0 then E.detect.refresh(v) end
            answer(conn, v)
        else
            variables.send_error(conn, id, "not-found", "no variable " .. json.number(id))
        end
    end
end

function ops.disconnect(conn)
    local own = by_conn[conn]
    if own then
        for _, v in next, own do
            if not v.dead and not (v.parent and v.parent.conn == conn) then remove(v, false) end
        end
        by_conn[conn] = nil
    end
    for _, v in next, by_conn[SHARED] do unwatch(conn, v) end
end

function ops.refresh(conn)
    for i = 1, variables.n_all do
        local v = variables.all[i]
        if v and not v.dead and v.watchers[conn] then answer(conn, v) end
    end
end

function ops.resend_type(name)
    for i = 1, variables.n_all do
        local v = variables.all[i]
        if v and not v.dead and v.props.type == name then
            for conn in next, v.watchers do send('["update",' .. conn .. "," .. json.number(v.id) .. ",{}]") end
        end
    end
end

function ops.types(conn)
    local seen, names = {}, {}
    for i = 1, variables.n_all do
        local v = variables.all[i]
        local name = v and not v.dead and v.watchers[conn] and v.props.type
        if name and not seen[name] then
            seen[name] = true
            names[rawlen(names) + 1] = json.string(name)
        end
    end
    return "[" .. raw.table.concat(names, ",") .. "]"
end

-- Variables the session makes. Their value is a cell, unless they have a path.

local function shared_variable(id, parent, value, props)
    local v = new_variable(SHARED, id, parent)
    for name, property in next, props or {} do
        if name == "standard" then
            v.standard = property
        else
            store(v, tostring(name), tostring(property))
        end
    end
    v.unbound = v.props.path == nil or nil
    v.cell = value
    local problem = v.depth > DEEPEST and "variables nest at most " .. DEEPEST .. " deep" or bind(v)
    if problem then E.fail("cannot create a variable: " .. problem) end
    for name in next, v.props do note_known(v, name) end
    shape_reads(v)
    adopt(v)
    if v.standard then standard[v.standard] = v end
    return v
end

function variables.create_shared(parent, value, props)
    last_shared = last_shared - 1
    return shared_variable(last_shared, parent, value, props)
end

function variables.destroy_shared(v)
    remove(v, true)
end

-- The root stands from the start, so that a browser may watch it before there is an app.
variables.root = shared_variable(ROOT, nil, nil, {})

function variables.set_app(value, props)
    local root = variables.root
    root.cell = value
    for name, property in next, props or {} do
        variables.set_property(root, tostring(name), tostring(property))
    end
end

-- The shared variable that shows this object, if any.
function variables.showing(object)
    for _, v in next, by_conn[SHARED] do
        if rawequal(v.cell, object) or rawequal(v.last, object) then return v end
    end
    return nil
end

variables.DETECTS = DETECTS
