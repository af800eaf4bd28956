-- The globals `session` and `ui`, which apps use, and the operations behind Python's calls.
--
-- Every function can be called as `session.f(…)` and as `session:f(…)`.

local E = ...
local raw = E.raw
local type, next, tostring, rawequal = raw.type, raw.next, raw.tostring, raw.rawequal
local variables, prototypes, timers, modules, json = E.variables, E.prototypes, E.timers, E.modules, E.json

local session = { reloading = false }
local ui = {}
E.env.session, E.env.ui = session, ui
E.session = session

local function offer(object, name, fn)
    object[name] = function(first, ...)
        if rawequal(first, object) then return fn(...) end
        return fn(first, ...)
    end
end

-- Prototypes and instances.
offer(session, "prototype", prototypes.declare)
offer(session, "create", prototypes.create)
offer(session, "removePrototype", prototypes.remove)
offer(session, "metaTostring", prototypes.describe)
offer(session, "newVersion", prototypes.new_version)
offer(session, "getVersion", prototypes.version)
offer(session, "needsMutation", prototypes.needs_mutation)

-- Variables.

local function variable_for(id_or_object)
    local v = type(id_or_object) == "number" and variables.shared(id_or_object)
        or type(id_or_object) == "table" and variables.showing(id_or_object)
    if not v then
        E.fail(
            "no variable of this session: "
                .. tostring(id_or_object)
                .. " (an id that createVariable gave, or the object it shows)"
        )
    end
    return v
end

offer(session, "getApp", function()
    return variables.root.cell
end)

offer(session, "createAppVariable", function(object, props)
    variables.set_app(object, props)
    return variables.root.id
end)

offer(session, "createVariable", function(parent, object, props)
    local v = parent ~= nil and parent ~= 0 and variable_for(parent) or nil
    return variables.create_shared(v, object, props).id
end)

offer(session, "destroyVariable", function(id_or_object)
    local v = variable_for(id_or_object)
    if v == variables.root then E.fail("the app variable cannot be destroyed") end
    variables.destroy_shared(v)
end)

-- Modules.
offer(session, "unloadModule", modules.unload)
offer(session, "unloadDirectory", modules.unload_directory)

-- Timers, as methods and as globals.
for name, fn in
    next,
    {
        setImmediate = timers.immediate,
        setTimeout = timers.timeout,
        setInterval = timers.interval,
        clearImmediate = timers.clear,
        clearTimeout = timers.clear,
        clearInterval = timers.clear,
    }
do
    offer(session, name, fn)
    E.env[name] = fn
end

-- Logging: level 1 is an error, 2 a warning, 3 info, 4 debug.

local function log(level, message)
    if message == nil then
        level, message = 3, level
    end
    E.host.log(raw.tonumber(level) or 3, tostring(message))
end

offer(session, "log", log)
offer(ui, "log", log)

offer(ui, "registerPresenter", E.wrappers.register)
offer(ui, "registerWrapper", E.wrappers.register)

offer(ui, "json_encode", function(value)
    return E.marshal.text(value)
end)

offer(ui, "json_decode", function(text)
    return json.decode(text)
end)

-- Operations of Python.

local ops = E.ops

function ops.start(vended_id, base_dir, verbosity, lua_property)
    session._sessionID = vended_id
    E.base_dir, E.verbosity, E.lua_property = base_dir, verbosity, lua_property
end

function ops.begin_reload()
    session.reloading = true
end

function ops.end_reload()
    session.reloading = false
    E.detect.files_ran()
end

function ops.mutate()
    local failures = prototypes.mutate()
    local parts = {}
    for i = 1, raw.rawlen(failures) do
        local failure, words = failures[i], {}
        for j = 1, 5 do
            words[j] = json.scalar(failure[j])
        end
        parts[i] = "[" .. raw.table.concat(words, ",") .. "]"
    end
    return "[" .. raw.table.concat(parts, ",") .. "]"
end

function ops.eval(source, chunkname)
    E.detect.code_ran()
    local chunk, problem = E.load(source, chunkname)
    if not chunk then raw.error(problem, 0) end
    return E.marshal.result(chunk())
end

function ops.state()
    return E.marshal.state(variables.root.cell)
end

function ops.objects(conn, list)
    local parts = {}
    for _, id in raw.ipairs(json.decode(list) or {}) do
        local object = E.objects.get(id)
        if object == nil then
            variables.send_error(conn, nil, "not-found", "no object " .. json.number(id))
        else
            parts[raw.rawlen(parts) + 1] = json.string(json.number(id)) .. ":" .. E.marshal.fields(object)
        end
    end
    variables.send('["objects",' .. conn .. ",{" .. raw.table.concat(parts, ",") .. "}]")
end

-- The app variable is `mcp`, unless the app made its own or the option `shell_is_app` is off.
function ops.finish_open()
    local mcp = raw.rawget(E.env, "mcp")
    if variables.root.cell == nil and mcp ~= nil then variables.set_app(mcp) end
end
