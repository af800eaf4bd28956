-- `mcp:welcome()`: what the page shows while no app is displayed, as an object for the viewdef MCP.Welcome.DEFAULT.

local E = ...
local raw = E.raw
local gmatch = raw.string.gmatch

local mcp = E.shell.mcp
local welcome = { type = "MCP.Welcome", problem = "" }
local known, choices = nil, {}

local function choice(name)
    local app = { type = "MCP.Choice", name = name }
    function app.open()
        local shown, problem = mcp.display(mcp, name)
        welcome.problem = shown and "" or problem or ("failed to display app: " .. name)
    end
    return app
end

function welcome.choices()
    local names = E.host.app_names()
    if names ~= known then
        known, choices = names, {}
        for name in gmatch(names, "[^\n]+") do
            choices[#choices + 1] = choice(name)
        end
    end
    return choices
end

function welcome.someApps()
    return #welcome.choices() > 0
end

function welcome.noApps()
    return #welcome.choices() == 0
end

function welcome.shellCommand()
    return E.host.shell_command()
end

function welcome.agentConfiguration()
    return E.host.agent_configuration()
end

function welcome.appCommand()
    return E.host.app_command()
end

function welcome.install()
    welcome.problem = E.host.install_shell() or ""
end

function welcome.tutorial()
    return E.host.tutorial()
end

function welcome.folder()
    return E.host.first_app_folder()
end

function welcome.make()
    welcome.problem = E.host.make_first_app() or ""
    if welcome.problem == "" then choice("hello").open() end
end

E.shell.offer("welcome", function()
    if mcp.value ~= nil or not E.host.has_welcome() then return nil end
    return welcome
end)
