-- The `mcp` global: the shell that shows one app at a time. The server adds what needs a server (events, status).
--
-- `mcp` is an ordinary table: apps add fields and methods, and wrap ours. So every method works with "." and ":".
-- `MCP` is another one, and empty: shells keep their prototypes in it ("MCP.Notification").

local E = ...
local raw = E.raw
local type, rawequal, rawget = raw.type, raw.rawequal, raw.rawget
local gsub, lower, upper = raw.string.gsub, raw.string.lower, raw.string.upper

local mcp = { type = "MCP" }
E.env.mcp, E.env.MCP = mcp, {}
E.shell = { mcp = mcp }

function E.shell.offer(name, fn)
    mcp[name] = function(first, ...)
        if rawequal(first, mcp) then return fn(...) end
        return fn(first, ...)
    end
end

-- my-cool-app, my_cool_app, MyCoolApp -> myCoolApp
local function global_name(app)
    return (gsub(gsub(app, "[-_]+(.?)", upper), "^.", lower))
end

local function describe(name, problem)
    return "failed to load app " .. name .. ": " .. problem
end

-- The app's object, loading its file if its global does not exist yet; or nil and the error.
local function load_app(name)
    if type(name) ~= "string" or name == "" then return nil, "app name required" end
    local global = global_name(name)
    -- Raw: an app may have made reading an undefined global an error.
    local app = rawget(E.env, global)
    if app ~= nil then return app end
    local loaded, problem = E.modules.load_app(name)
    if not loaded then return nil, describe(name, problem) end
    app = rawget(E.env, global)
    if app == nil then
        return nil,
            "app "
                .. name
                .. " has no global '"
                .. global
                .. "': its file ran but did not set it (expected: if not session.reloading then "
                .. global
                .. " = … end)"
    end
    return app
end

E.shell.offer("app", load_app)

E.shell.offer("display", function(name)
    local app, problem = load_app(name)
    if app == nil then return nil, problem end
    mcp.value = app
    return true
end)

-- For Python: the message when it failed, else nothing.
function E.ops.display(name)
    -- Called like from an app, because an app may have replaced the method.
    local ok, problem = mcp.display(mcp, name)
    if not ok then raw.error(problem or ("failed to display app: " .. name), 0) end
end

function E.ops.load_app(name)
    local app, problem = mcp.app(name)
    if app == nil then raw.error(problem, 0) end
end
