-- What the checks ask of a session: its globals, its objects and their types, and to show one object alone.
--
-- Objects made by session:create are remembered weakly, in the order of their making; others are found by going
-- through what the app's globals hold.

local E = ...
local raw = E.raw
local type, next, rawget, rawequal, rawlen = raw.type, raw.next, raw.rawget, raw.rawequal, raw.rawlen
local getmetatable, setmetatable, tostring, sort = raw.getmetatable, raw.setmetatable, raw.tostring, raw.table.sort
local env, prototypes, json, ops, callable = E.env, E.prototypes, E.json, E.ops, E.paths.callable

local MOST = 50000
local OURS = { _G = true, EMPTY = true, session = true, ui = true, lua = true, package = true }
for name, value in next, raw do
    if type(value) == "table" then OURS[name] = true end
end

local made, count = setmetatable({}, { __mode = "k" }), 0

local function remember(object, ...)
    if type(object) == "table" and not made[object] then
        count = count + 1
        -- Where, is only of interest for what a second run makes.
        made[object] = { n = count, from = env.session.reloading and E.errors.traceback() or "" }
    end
    return object, ...
end

for _, place in next, { prototypes, env.session } do
    local create = place.create
    place.create = function(...)
        return remember(create(...))
    end
end

local function list(names)
    sort(names)
    local parts = {}
    for i = 1, rawlen(names) do
        parts[i] = json.string(names[i])
    end
    return "[" .. raw.table.concat(parts, ",") .. "]"
end

local function keys_of(set)
    local names = {}
    for name in next, set do
        if type(name) == "string" then names[rawlen(names) + 1] = name end
    end
    return names
end

local function class_of(name)
    return prototypes.find(name) or E.wrappers.class(name)
end

local function is_class(t)
    return rawequal(rawget(t, "__index"), t) or rawequal(prototypes.find(rawget(t, "type")), t)
end

local function sorted_keys(t)
    local keys = {}
    for k in next, t do
        keys[rawlen(keys) + 1] = k
    end
    sort(keys, function(a, b)
        if type(a) == type(b) and (type(a) == "number" or type(a) == "string") then return a < b end
        return type(a) < type(b)
    end)
    return keys
end

-- Every table that the app's globals lead to, nearest first: `first` (a global) and what it holds before all others.
local function reachable(first)
    local seen, queue = {}, {}
    local function add(value)
        if type(value) == "table" and not seen[value] and rawlen(queue) < MOST then
            seen[value] = true
            queue[rawlen(queue) + 1] = value
        end
    end
    local at = 1
    local function walk()
        while queue[at] do
            local t = queue[at]
            at = at + 1
            local keys = sorted_keys(t)
            for i = 1, rawlen(keys) do
                add(rawget(t, keys[i]))
            end
        end
    end
    add(rawget(env, first))
    walk()
    local names = keys_of(env)
    sort(names)
    for i = 1, rawlen(names) do
        if not OURS[names[i]] then add(rawget(env, names[i])) end
    end
    walk()
    return queue
end

-- The objects among them, then those that only the app's closures know.
local function objects(first)
    local found, seen = {}, {}
    local all = reachable(first)
    for i = 1, rawlen(all) do
        if not is_class(all[i]) then found[rawlen(found) + 1] = all[i] end
        seen[all[i]] = true
    end
    local hidden = {}
    for object in next, made do
        if not seen[object] then hidden[rawlen(hidden) + 1] = object end
    end
    sort(hidden, function(a, b)
        return made[a].n < made[b].n
    end)
    for i = 1, rawlen(hidden) do
        found[rawlen(found) + 1] = hidden[i]
    end
    return found
end

-- What can be read from a table: its own fields and those of its metatables; `dynamic` when a function answers.
local function members(t, into)
    local depth = 0
    while type(t) == "table" and depth < 100 do
        depth = depth + 1
        for name, value in next, t do
            if type(name) == "string" then
                if callable(value) then into.methods[name] = true end
                if type(value) ~= "function" then into.fields[name] = true end
            end
        end
        for name in next, prototypes.defaults(setmetatable({}, t)) or {} do
            if not into.methods[name] then into.fields[name] = true end
        end
        local meta = getmetatable(t)
        t = type(meta) == "table" and meta.__index or nil
        if type(t) == "function" then into.dynamic = true end
    end
end

local function collect_garbage()
    raw.collectgarbage()
    raw.collectgarbage()
end

-- A prototype, or a table that holds nothing else.
local function is_namespace(value, depth)
    if type(value) ~= "table" or depth > 10 then return false end
    if is_class(value) then return true end
    for _, inner in next, value do
        if not is_namespace(inner, depth + 1) then return false end
    end
    return next(value) ~= nil
end

-- What an app is: the contents of everything that can be reached from the globals, by the fields of tables, by metatables,
-- and by the variables that the app's functions close over. A session is still as it was when the app had been loaded if
-- none of it has changed; what calling an action has changed is put back.
local remembered

local function is_of_app(f)
    local source = raw.getinfo(f, "S").source
    return source ~= "=[C]" and raw.string.sub(source, 1, 7) ~= "=uimcp/"
end

local function content_of(t)
    local content = {}
    for k, v in next, t do
        content[k] = v
    end
    return content
end

-- The state now, nearest first; nil if there is too much of it.
local function snapshot()
    local tables, contents, metas, n_tables = { env }, {}, {}, 1
    local functions, places, values, n_values = {}, {}, {}, 0
    local seen, closures, n_closures = { [env] = true }, {}, 0
    local function meet(value)
        local kind = type(value)
        if kind == "table" then
            if not seen[value] then
                seen[value] = true
                n_tables = n_tables + 1
                tables[n_tables] = value
            end
        elseif kind == "function" and not seen[value] and is_of_app(value) then
            seen[value] = true
            n_closures = n_closures + 1
            closures[n_closures] = value
        end
    end
    local at_table, at_closure = 0, 0
    while at_table < n_tables or at_closure < n_closures do
        if at_table + at_closure > MOST then return nil end
        if at_table < n_tables then
            at_table = at_table + 1
            local t = tables[at_table]
            local content = content_of(t)
            contents[at_table], metas[at_table] = content, getmetatable(t) or false
            for k, v in next, content do
                meet(k)
                meet(v)
            end
            meet(metas[at_table])
        else
            at_closure = at_closure + 1
            local closure = closures[at_closure]
            local i, name, value = 1, raw.debug.getupvalue(closure, 1)
            while name do
                n_values = n_values + 1
                functions[n_values], places[n_values], values[n_values] = closure, i, value
                meet(value)
                i = i + 1
                name, value = raw.debug.getupvalue(closure, i)
            end
        end
    end
    return {
        tables = tables,
        contents = contents,
        metas = metas,
        functions = functions,
        places = places,
        values = values,
        n_values = n_values,
    }
end

-- The order of a table's keys may have changed: it is not what the app is.
local function has_content(t, content)
    for k, v in next, t do
        if not rawequal(content[k], v) then return false end
    end
    for k in next, content do
        if rawget(t, k) == nil then return false end
    end
    return true
end

local function is_as_in(state)
    for i = 1, rawlen(state.tables) do
        local t = state.tables[i]
        if (getmetatable(t) or false) ~= state.metas[i] or not has_content(t, state.contents[i]) then return false end
    end
    for i = 1, state.n_values do
        local _, value = raw.debug.getupvalue(state.functions[i], state.places[i])
        if not rawequal(value, state.values[i]) then return false end
    end
    return true
end

-- Whether an object that was made later is still alive: nothing of the app need lead to it for it to be found.
local function is_any_newer(number)
    if count == number then return false end
    for _ = 1, 2 do
        raw.collectgarbage()
        local lives = false
        for _, record in next, made do
            lives = lives or record.n > number
        end
        if not lives then return false end
        -- What a finalizer holds goes with the second collection.
    end
    return true
end

function ops.check_remember()
    local shell = rawget(env, "mcp")
    remembered = { state = snapshot(), count = count, app = E.variables.root.cell }
    remembered.shown = type(shell) == "table" and rawget(shell, "value")
end

-- What checks display. The objects of a page are only let go when the engine has looked at what is displayed now.
function ops.check_put_back()
    local shell = rawget(env, "mcp")
    if type(shell) == "table" then raw.rawset(shell, "value", remembered.shown or nil) end
    E.variables.set_app(remembered.app)
end

function ops.check_is_as_remembered()
    local state = remembered.state
    if not state or is_any_newer(remembered.count) then return false end
    -- Those that were made until now are gone, and need not be looked for again.
    remembered.count = count
    return is_as_in(state)
end

-- The globals that are not prototypes.
function ops.check_values()
    local names = {}
    for name, value in next, env do
        if type(name) == "string" and not is_namespace(value, 0) then names[name] = true end
    end
    return list(keys_of(names))
end

-- As the shell loads an app, but an error comes with its traceback.
-- Says whether the app's global is there then; what the app is now is remembered.
function ops.check_load(name, global)
    if rawget(env, global) == nil then E.modules.run_app(name) end
    if rawget(env, global) == nil then return false end
    ops.check_remember()
    return true
end

-- The type of an object, or of the first one in an array; nil for anything else.
local function type_held(value)
    if type(value) ~= "table" then return nil end
    local name = E.objects.type_of(value)
    if name then return name end
    local item = rawget(value, 1)
    return type(item) == "table" and E.objects.type_of(item) or nil
end

-- Adds to `holds` what the fields of an object hold: types by field, as `field Type`.
local function note_held(object, holds)
    for name, value in next, object do
        local held = type(name) == "string" and type_held(value)
        if held then holds[name .. " " .. held] = true end
    end
end

-- A type: whether there is such a class, how many objects it has now, what they can be asked, and what they hold.
function ops.check_type(first, name)
    local class = class_of(name)
    local into, holds = { methods = {}, fields = {} }, {}
    if class then members(class, into) end
    local n, all = 0, objects(first)
    for i = 1, rawlen(all) do
        if E.objects.type_of(all[i]) == name then
            n = n + 1
            members(all[i], into)
            note_held(all[i], holds)
        end
    end
    return '{"known":'
        .. tostring(class ~= nil or n > 0)
        .. ',"live":'
        .. n
        .. ',"dynamic":'
        .. tostring(into.dynamic == true)
        .. ',"methods":'
        .. list(keys_of(into.methods))
        .. ',"fields":'
        .. list(keys_of(into.fields))
        .. ',"holds":'
        .. list(keys_of(holds))
        .. "}"
end

-- The names of the fields of all objects, and those of the server's status.
function ops.check_fields(first)
    local names, all = {}, objects(first)
    for name in next, json.decode(E.host.server_status()) do
        names[name] = true
    end
    for i = 1, rawlen(all) do
        for name in next, all[i] do
            names[name] = true
        end
    end
    return list(keys_of(names))
end

-- All globals.
function ops.check_globals()
    return list(keys_of(env))
end

-- What the libraries, the session and the shell have: names that belong to no type of the app.
function ops.check_members()
    local names = {}
    for name, value in next, env do
        if type(value) == "table" and (OURS[name] or name == "mcp" or name == "MCP") then
            for member in next, value do
                names[member] = true
            end
            local meta = getmetatable(value)
            if type(meta) == "table" and type(meta.__index) == "table" then
                for member in next, meta.__index do
                    names[member] = true
                end
            end
        end
    end
    return list(keys_of(names))
end

function ops.check_has_module(name)
    return env.package.preload[name] ~= nil
        or env.package.loaded[name] ~= nil
        or (E.host.find_module(name)) and true
        or false
end

-- What is wrong with a value where a view or a list of views is: "" if nothing is.
local function judge(kind, value)
    if value == nil or value == false then return "" end
    if type(value) ~= "table" then return kind == "view" and "scalar" or "" end
    if kind == "view" or E.objects.type_of(value) then return "" end
    local n, last = 0, 0
    for k, item in next, value do
        if type(k) ~= "number" then return "" end
        n = n + 1
        if k > last then last = k end
        if type(item) ~= "table" then return "texts" end
    end
    return n ~= last and "holes" or ""
end

-- For each line "Type kind path" (of a place that shows an object or a list of them): what is wrong with the value
-- for the first objects of the type.
local MOST_SHOWN = 10

function ops.check_shown(first, lines)
    local problems, places, counts = {}, {}, {}
    for name, kind, path in raw.string.gmatch(lines, "(%S+) (%S+) ([^\n]*)") do
        local n = rawlen(problems) + 1
        problems[n] = ""
        places[name] = places[name] or {}
        places[name][rawlen(places[name]) + 1] = { n, kind, E.paths.compile(path) }
    end
    local all = objects(first)
    for i = 1, rawlen(all) do
        local name = E.objects.type_of(all[i])
        local of_type = name and places[name]
        if of_type and (counts[name] or 0) < MOST_SHOWN then
            counts[name] = (counts[name] or 0) + 1
            local variable = { parent = { nav = all[i], last = all[i] } }
            for k = 1, rawlen(of_type) do
                local n, kind, path = of_type[k][1], of_type[k][2], of_type[k][3]
                if problems[n] == "" then
                    local ok, value = E.guard.try(E.paths.read, path, variable)
                    if ok then problems[n] = judge(kind, value) end
                end
            end
        end
    end
    local parts = {}
    for i = 1, rawlen(problems) do
        parts[i] = json.string(problems[i])
    end
    return "[" .. raw.table.concat(parts, ",") .. "]"
end

function ops.check_class(name)
    local class = class_of(name)
    return class ~= nil and class.new ~= nil
end

-- Showing one thing alone: the app variable becomes an object of a type that only the checks have a viewdef for.
-- Another one each time: what was drawn with one is not there for the next.
-- It is kept by what is displayed, and not here: objects that are still there tell that a check has changed the app.
local shown = setmetatable({}, { __mode = "v" })

local function show(object)
    shown.object = object
    E.variables.set_app({ type = "uimcp.Probe", object = object, stand_ins = { {} }, stand_in = {} })
end

function ops.check_show_live(first, name, n)
    local all = objects(first)
    for i = 1, rawlen(all) do
        if E.objects.type_of(all[i]) == name then
            n = n - 1
            if n == 0 then
                show(all[i])
                return true
            end
        end
    end
    return false
end

-- An object made for the purpose; the error of new() passes through.
function ops.check_show_new(name)
    local class = class_of(name)
    if not class or not class.new then return false end
    local object = class:new()
    if type(object) ~= "table" then return false end
    show(object)
    return true
end

-- An example state: an object of the type with these fields, or what a piece of Lua returns.
function ops.check_show_example(name, fields)
    local class = class_of(name)
    if not class then return false end
    fields = json.decode(fields)
    local object
    if class.new then
        object = class:new(fields)
    else
        object = env.session:create(class, fields)
    end
    if type(object) ~= "table" then return false end
    -- A new() that takes no fields has made an object without them.
    for key, value in next, fields do
        object[key] = value
    end
    show(object)
    return true
end

function ops.check_show_lua(name, code, place)
    local chunk, problem = E.load(code, "=" .. place)
    if not chunk then error(problem, 0) end
    -- With the type, whose name may be a local of the app.
    local object = chunk(class_of(name))
    if type(object) ~= "table" then return false end
    show(object)
    return true
end

-- The app itself, as people see it first.
function ops.check_show_app(global)
    shown.object = rawget(env, global)
    E.variables.set_app(shown.object)
end

function ops.check_show_nothing()
    show(nil)
end

-- What can be typed into what is shown: its fields that are texts, numbers or booleans, by name.
local TYPED = { string = true, number = true, boolean = true }

function ops.check_shown_fields()
    local into = { fields = {}, methods = {} }
    local object = shown.object
    members(object, into)
    local names, parts = keys_of(into.fields), {}
    sort(names)
    for i = 1, rawlen(names) do
        local value = object[names[i]]
        if TYPED[type(value)] and names[i] ~= "type" and raw.string.sub(names[i], 1, 1) ~= "_" then
            parts[rawlen(parts) + 1] = "[" .. json.string(names[i]) .. "," .. json.scalar(value) .. "]"
        end
    end
    return "[" .. raw.table.concat(parts, ",") .. "]"
end

function ops.check_set_shown(fields)
    local object = shown.object
    if type(object) ~= "table" then return end
    for name, value in next, json.decode(fields) do
        object[name] = value
    end
end

-- Calling actions: what they change is put back, and what reaches beyond the copy of the directory is withheld.

local originals = nil
-- The states to which an action is put back, by their names: as the page was first, and as it is after another action.
local saved = {}

local function withhold(what)
    E.host.check_withheld()
    return what
end

function ops.check_withhold()
    if originals then return end
    local host, files, raw_io = E.host, E.files, raw.io
    originals = { cleared = files.cleared, open = raw_io.open, push_event = host.push_event }
    for _, name in next, { "execute", "room", "open", "read", "write", "flush", "close", "forget", "reap" } do
        originals["process_" .. name] = host["process_" .. name]
    end
    files.cleared = function(name, path)
        local real, problem = originals.cleared(name, path)
        if real and not host.check_is_inside(real) then
            withhold()
            return nil, path .. ": the checks let an action reach only the copy of the directory"
        end
        return real, problem
    end
    -- What is beside the directory, and what a command would have written, is not in the copy.
    raw_io.open = function(...)
        local file, problem, code = originals.open(...)
        if not file then withhold() end
        return file, problem, code
    end
    -- Events go nowhere: an app that counts the unread ones is as it was for the views that are drawn afterwards. No
    -- error comes of it, so nothing counts as withheld.
    if host.push_event then host.push_event = function() end end
    host.process_execute = function()
        return withhold(0)
    end
    host.process_room = function()
        return withhold(1)
    end
    for _, name in next, { "open", "read", "write", "flush", "close", "forget", "reap" } do
        host["process_" .. name] = function() end
    end
end

function ops.check_release()
    saved = {}
    if not originals then return end
    for name, f in next, originals do
        if name == "cleared" then
            E.files.cleared = f
        elseif name == "open" then
            raw.io.open = f
        else
            E.host[name] = f
        end
    end
    originals = nil
end

function ops.check_has_timers()
    return E.timers.count() > 0
end

function ops.check_save(name)
    local state = snapshot()
    saved[name] = state and { state = state, timer = E.timers.newest() }
    return state ~= nil
end

function ops.check_restore(name)
    local state = saved[name].state
    E.timers.clear_newer(saved[name].timer)
    for i = 1, rawlen(state.tables) do
        local t, content = state.tables[i], state.contents[i]
        for k in next, t do
            if content[k] == nil then raw.rawset(t, k, nil) end
        end
        for k, v in next, content do
            if not rawequal(rawget(t, k), v) then raw.rawset(t, k, v) end
        end
    end
    for i = 1, state.n_values do
        raw.debug.setupvalue(state.functions[i], state.places[i], state.values[i])
    end
    return true
end

-- Reloading: which object the app's global is, and all objects that are alive, by type.
local before

function ops.check_mark(first)
    collect_garbage()
    before = { app = rawget(env, first), fields = {} }
    if type(before.app) == "table" then
        for name, value in next, before.app do
            before.fields[name] = value
        end
    end
    before.types = {}
    for object in next, made do
        local name = E.objects.type_of(object) or "table"
        before.types[name] = (before.types[name] or 0) + 1
    end
    before.count = count
end

-- The sort of a value that may not get lost.
local function weight(value)
    if type(value) ~= "table" then return 1 end
    return E.objects.type_of(value) and 1 or rawlen(value)
end

-- {same app, lost fields, [[type, before, now, traceback of the first new one], …]}
function ops.check_compare(first)
    collect_garbage()
    local app = rawget(env, first)
    local lost = {}
    if rawequal(app, before.app) and type(app) == "table" then
        for name, value in next, before.fields do
            local now = rawget(app, name)
            if type(name) == "string" and (now == nil or type(now) == "table" and weight(now) < weight(value)) then
                lost[rawlen(lost) + 1] = name
            end
        end
    end
    before.fields = {}
    local same = rawequal(app, before.app)
    before.app = nil
    local now, new = {}, {}
    for object, record in next, made do
        local name = E.objects.type_of(object) or "table"
        now[name] = (now[name] or 0) + 1
        if record.n > before.count and (not new[name] or record.n < new[name].n) then new[name] = record end
    end
    local names, parts = keys_of(new), {}
    sort(names)
    for i = 1, rawlen(names) do
        local name = names[i]
        parts[i] = "["
            .. json.string(name)
            .. ","
            .. (before.types[name] or 0)
            .. ","
            .. now[name]
            .. ","
            .. json.string(new[name].from)
            .. "]"
    end
    return "[" .. tostring(same) .. "," .. list(lost) .. ",[" .. raw.table.concat(parts, ",") .. "]]"
end
