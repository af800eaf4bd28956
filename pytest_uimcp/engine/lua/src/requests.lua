-- The requests of the wire (docs/protocol.md): one operation `ops.NAME` per message type, called by wire/requests.py.
--
-- An operation checks the request, changes the tree in variables.lua, and returns. It sends no values: the change
-- detection that follows finds the answers. A request that cannot be done queues an `error` message for the
-- connection that asked and changes nothing.
--
--   create    invalid, exists and not-found are refused; else the variable is adopted into the tree, watched unless
--             the flag says no, and a value that came along is written. A write-only variable is computed once, here.
--   update    properties first (an empty one goes), then the value; without a value nothing is written. A property that says where or how to read (path, access, wrapper, …)
--             rebinds the variable; if the new combination is not possible, the old one comes back.
--   update_text   the same for a text that was typed: `base` is the text that it was made from. If it is another now, because
--             somebody else types too, both edits are done (texts.lua).
--   create_many, update_many, destroy_many   the same for many variables, with one entry into Lua.
--   watch, get   ask for the present state: `variables.answer` puts it on the list that updates.lua sends.
--   unwatch, destroy, disconnect   release what is not needed any more; an id that is gone already is no error.
--   refresh   asks for everything a connection watches, after a tab came back.
--
-- Writing (`write`) brings the parent up to date, then sets the value or calls the method at the end of the path. Here
-- app code runs. It may fail (lua-error); the path may lead nowhere (path-failure) or its access forbid it (unauthorized).
-- Such an error stays with the variable until a write succeeds. What the writer shows now is remembered, so that
-- detection sends back only what came out differently.
--
-- The root, variable 1, belongs to all connections: a client may say what shows it, and nothing else. The original's
-- clients also set its property `lua`, which runs code; here only with the option `lua_property`, because whoever can
-- open a page would be able to do whatever the server's user can.

local E = ...
local raw = E.raw
local next, select, rawlen, type, find_text = raw.next, raw.select, raw.rawlen, raw.type, raw.string.find
local objects, paths, json, schedule, variables, try = E.objects, E.paths, E.json, E.schedule, E.variables, E.guard.try
local find, answer, send, store, bind =
    variables.find, variables.answer, variables.send, variables.store, variables.bind
local watch, unwatch, set_value = variables.watch, variables.unwatch, variables.set_value

local ops = E.ops
local SHARED, ROOT, DEEPEST, DETECTS = variables.SHARED, variables.ROOT, variables.DEEPEST, variables.DETECTS
local WRITES = { w = true, rw = true, action = true }

-- Writing.

local function write(v, value)
    if not WRITES[v.access] then return "unauthorized", 'access "' .. v.access .. '" does not allow writing' end
    if v.unbound then
        v.cell = value
        return nil
    end
    E.detect.refresh(v.parent)
    E.rows.place(v)
    local ok, problem, kind, traceback, file, line = try(paths.write, v.path, v, value)
    E.detect.app_ran()
    if not ok then
        variables.app_failed(v, v.access == "action" and "calling" or "writing", problem, kind, traceback, file, line)
        return "lua-error", problem
    end
    if problem then return "path-failure", problem end
    return nil
end

-- Remember the written value as the one the writer shows.
local function remember(v, value)
    if not DETECTS[v.access] or v.special or v.error then return end
    set_value(v, objects.classify(value))
end

-- `shown` is what the writer shows, if that is not what is written.
local function write_from(conn, v, value, shown)
    local code, problem = write(v, value)
    if code then
        v.write_error = { code, problem }
        variables.send_error(conn, v.id, code, problem)
        return
    end
    if v.write_error then
        v.write_error = nil
        answer(conn, v)
    end
    if v.n_watchers <= 1 then remember(v, shown or value) end
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

-- Later, an empty property is one that goes.
local function change_props(v, ...)
    for i = 1, select("#", ...), 2 do
        local name, value = select(i, ...)
        if value == "" then value = nil end
        store(v, name, value)
    end
end

-- The operations.

-- A new variable that is not in the tree yet; nil when it is refused.
local function new_variable(conn, id, parent, flags, props)
    if id < 2 then
        return variables.send_error(conn, id, "invalid", "ids chosen by a client start at 2, got " .. json.number(id))
    end
    if find(conn, id) then
        return variables.send_error(conn, id, "exists", "variable " .. json.number(id) .. " exists already")
    end
    local above = find(conn, parent)
    if not above and parent ~= 0 then
        return variables.send_error(conn, id, "not-found", "no parent variable " .. json.number(parent))
    end
    local v = variables.new_variable(conn, id, above or nil, props)
    if v.depth > DEEPEST then
        return variables.send_error(conn, id, "invalid", "variables nest at most " .. DEEPEST .. " deep")
    end
    if flags >= 2 then v.unbound = true end
    return v
end

local function announce(conn, v, flags)
    variables.adopt(v)
    if v.props.rowObject then E.rows.join(v) end
    if flags % 2 == 0 then
        watch(conn, v)
        answer(conn, v)
    end
end

-- Its properties are there: let it in.
local function let_in(conn, v, flags, kind, value)
    local problem = bind(v)
    if problem then return variables.send_error(conn, v.id, "invalid", problem) end
    local decoded, malformed = decode_value(kind, value)
    if malformed then return variables.send_error(conn, v.id, "malformed", malformed) end
    variables.shape_reads(v)
    announce(conn, v, flags)
    if kind ~= 0 then write_from(conn, v, decoded) end
    if v.access == "w" then E.detect.compute_once(v) end
end

function ops.create(conn, id, parent, flags, kind, value, ...)
    local v = new_variable(conn, id, parent, flags)
    if not v then return end
    take_props(v, ...)
    let_in(conn, v, flags, kind, value)
end

-- The shapes of the last call: a frame that makes thousands of variables comes in many calls with the same.
local shapes_text, shapes = nil, nil

local function read_shapes(text)
    shapes_text, shapes = nil, json.decode(text)
    for i = 1, rawlen(shapes) do
        local shape = shapes[i]
        shape.n = rawlen(shape.varying)
        if shape.n == 0 and shape.flags < 2 then shape.common = variables.common(shape.properties) end
    end
    shapes_text = text
end

-- A variable with properties of its own: room for those that rows have is made at once.
local function create_with(conn, shape, flat, at)
    local props = {
        path = nil,
        access = nil,
        rowObject = nil,
        elementId = nil,
        type = nil,
        viewdef = nil,
        namespace = nil,
        fallbackNamespace = nil,
    }
    local v = new_variable(conn, flat[at + 1], flat[at + 2], shape.flags, props)
    if not v then return end
    for name, value in next, shape.properties do
        store(v, name, value)
    end
    for i = 1, shape.n do
        store(v, shape.varying[i], flat[at + 2 + i])
    end
    let_in(conn, v, shape.flags, 0)
end

local function create_alike(conn, shape, id, parent)
    local v = new_variable(conn, id, parent, shape.flags, shape.properties)
    if not v then return end
    variables.take_common(v, shape.common)
    announce(conn, v, shape.flags)
    if v.access == "w" then E.detect.compute_once(v) end
end

-- What follows are variables one after the other: the index of the shape, id, parent, and the varying properties.
function ops.create_many(conn, text, ...)
    if text ~= shapes_text then read_shapes(text) end
    local flat, at = { ... }, 1
    while flat[at] do
        local shape = shapes[flat[at] + 1]
        if shape.common then
            create_alike(conn, shape, flat[at + 1], flat[at + 2])
        else
            create_with(conn, shape, flat, at)
        end
        at = at + 3 + shape.n
    end
end

-- The properties that say where and how to read.
local SHAPING = { "path", "access", "inactive", "wrapper", "create", "priority" }
local shaping = {}
for _, name in raw.ipairs(SHAPING) do
    shaping[name] = true
end

-- Nearly all that a page changes later is what it says about its elements.
local function concerns_reading(...)
    for i = 1, select("#", ...), 2 do
        local name = select(i, ...)
        if shaping[name] or find_text(name, ":", 1, true) then return true end
    end
    return false
end

local function change_properties(v, ...)
    if not concerns_reading(...) then
        change_props(v, ...)
        return nil
    end
    local before = {}
    for _, name in raw.ipairs(SHAPING) do
        before[name] = v.props[name]
    end
    change_props(v, ...)
    for _, name in raw.ipairs(SHAPING) do
        if v.props[name] ~= before[name] then return before end
    end
    return nil
end

local function rebind(conn, v, before)
    local detected = DETECTS[v.access]
    local problem = bind(v) or E.rows.path_error(v)
    if problem then
        for _, name in raw.ipairs(SHAPING) do
            variables.own_props(v)[name] = before[name]
        end
        bind(v)
        return variables.send_error(conn, v.id, "invalid", problem)
    end
    if v.wrapper_object and v.props.wrapper ~= before.wrapper then E.wrappers.drop(v) end
    if v.needed > 0 and v.parent and detected ~= DETECTS[v.access] then
        if detected then
            variables.release(v.parent)
        else
            variables.need(v.parent)
        end
    end
    local fresh = v.fresh
    variables.shape_reads(v)
    -- A row that moves is answered only if its value differs.
    v.fresh = fresh
    if v.lane and v.prio == v.rank and v.props.inactive == before.inactive and v.props.access == before.access then
        schedule.rekey(v)
    else
        variables.reorder = true
    end
end

-- What a page says about the element that shows the root; only the debug page reads it.
local SHOWN_BY = { viewdef = true, elementId = true }

local function update_root(conn, root, kind, ...)
    local source, refused, lua_refused = nil, kind ~= 0, false
    for i = 1, select("#", ...), 2 do
        local name, text = select(i, ...)
        if name == "lua" and E.lua_property then
            source = text
        elseif name == "lua" then
            lua_refused = true
        elseif SHOWN_BY[name] then
            change_props(root, name, text)
        else
            refused = true
        end
    end
    if refused then
        variables.send_error(
            conn,
            ROOT,
            "unauthorized",
            "the root is the session's: a client may only set its properties viewdef and elementId"
        )
    end
    if lua_refused then
        variables.send_error(
            conn,
            ROOT,
            "unauthorized",
            "no connection may run Lua by the root's property lua, unless config.toml says lua-property = true"
        )
    end
    if source == nil then return end
    local ok, problem, kind, traceback, file, line = try(E.modules.run_property, source)
    E.detect.app_ran()
    if ok then return end
    variables.send_error(conn, ROOT, "lua-error", problem)
    E.host.app_failed("running the property lua", problem, kind, traceback, file, line)
end

function ops.update(conn, id, kind, value, ...)
    local v = find(conn, id)
    if not v then return variables.send_error(conn, id, "not-found", "no variable " .. json.number(id)) end
    if v.id == ROOT then return update_root(conn, v, kind, ...) end
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

local function joined(v, base, value)
    if not DETECTS[v.access] or v.unbound or v.error then return value end
    E.detect.refresh(v)
    local now = v.last
    if now == nil then now = "" end
    if type(now) ~= "string" or now == base then return value end
    return E.texts.merge(base, now, value)
end

function ops.update_text(conn, id, base, value, ...)
    local v = find(conn, id)
    if not v or v.id == ROOT then return ops.update(conn, id, 1, value, ...) end
    ops.update(conn, id, 0, nil, ...)
    write_from(conn, v, joined(v, base, value), value)
end

function ops.update_many(conn, list, ...)
    for _, id in raw.ipairs(json.decode(list)) do
        ops.update(conn, id, 0, nil, ...)
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
    if not v then return end
    unwatch(conn, v)
end

function ops.destroy(conn, id)
    local v = find(conn, id)
    if not v then return end
    if v.conn == SHARED then
        return variables.send_error(
            conn,
            id,
            "unauthorized",
            "variable " .. json.number(id) .. " belongs to the session"
        )
    end
    variables.remove(v, true)
end

-- The confirmation of all of them is one message.
function ops.destroy_many(conn, list)
    local gone = {}
    for _, id in raw.ipairs(json.decode(list)) do
        local v = find(conn, id)
        if v and v.conn ~= SHARED then
            variables.remove(v, gone)
        else
            ops.destroy(conn, id)
        end
    end
    if rawlen(gone) > 0 then send('["destroyed",' .. conn .. ",[" .. raw.table.concat(gone, ",") .. "]]") end
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
    local own = variables.owned(conn)
    if own then
        for _, v in next, own do
            if not v.dead and not (v.parent and v.parent.conn == conn) then variables.remove(v, false) end
        end
        variables.forget(conn)
    end
    for _, v in next, variables.owned(SHARED) do
        unwatch(conn, v)
    end
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
            for conn in next, v.watchers do
                send('["update",' .. conn .. "," .. json.number(v.id) .. ",{}]")
            end
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
