-- The shell: a frame around the app that is shown, with a menu of apps, a chat with the agent and its todos, the variables
-- of the page, a Lua console, notices and themes. It is an app like any other, except that its object is the global `mcp`,
-- which the server has made already.
--
-- Agents call mcp:addAgentMessage, mcp:addRichMessage, mcp:addAgentThinking, mcp:notify, mcp:appProgress, mcp:appUpdated,
-- mcp:scanAvailableApps, and what todos.lua defines.

local files = require("mcp.files")

local PATIENCE = 5000 -- milliseconds after which an event that nobody has taken is worth a notice
local MOST_NOTICES = 4

-- What is shown ---------------------------------------------------------------------------------------------------

MCP.MenuItem = session:prototype("MCP.MenuItem", { name = "", icon = "" })

function MCP.MenuItem:open()
    mcp.shell:open(self.name)
end

function MCP.MenuItem:current()
    return mcp.shell:isShown(self.name) and "page" or nil
end

-- The letter that stands for an app without an icon.
function MCP.MenuItem:initial()
    return self.icon == "" and self.name:sub(1, 1):upper() or ""
end

MCP.Message = session:prototype("MCP.Message", { author = "", html = "", images = EMPTY })

MCP.Notice = session:prototype("MCP.Notice", { text = "", variant = "primary" })

function MCP.Notice:dismiss()
    mcp.shell:dismiss(self)
end

MCP.Shell = session:prototype("MCP.Shell", {
    draft = "", -- the message being written
    thinking = "", -- what the agent is doing, until it says something
    command = "", -- the Lua being written in the console
    theme = "base",
    chatHidden = false,
    consoleHidden = true,
    variablesHidden = true,
    picked = "", -- an image that the page hands over
    progress = EMPTY, -- { app, percent, stage } while an agent builds an app
    items = EMPTY,
    messages = EMPTY,
    notices = EMPTY,
    lines = EMPTY,
    themes = EMPTY,
    todos = EMPTY,
    images = EMPTY, -- of the message being written
})

function MCP.Shell:new(instance)
    instance = session:create(MCP.Shell, instance or {})
    for _, list in ipairs({ "items", "messages", "notices", "lines", "themes", "todos", "images" }) do
        instance[list] = instance[list] or {}
    end
    return instance
end

-- What belongs to its parts is in files of their own.
require("mcp.console")
require("mcp.images")
require("mcp.todos")
require("mcp.themes")

-- Apps ------------------------------------------------------------------------------------------------------------

-- The global that an app `my-app` sets: `myApp`.
local function globalName(name)
    local camel = name:gsub("[-_]+(%w)", string.upper)
    return (camel:gsub("^%u", string.lower))
end

function MCP.Shell:scan()
    self.items = {}
    local apps = mcp:status().base_dir .. "/apps/"
    for _, name in ipairs(files.entries(apps)) do
        if name ~= "mcp" and files.read(apps .. name .. "/app.lua") then
            local icon = files.read(apps .. name .. "/icon.html") or ""
            table.insert(self.items, MCP.MenuItem:new({ name = name, icon = icon }))
        end
    end
end

function MCP.Shell:open(name)
    local shown, problem = mcp:display(name)
    if not shown then
        self:notify(problem, "danger")
    end
end

function MCP.Shell:isShown(name)
    return mcp.value ~= nil and rawget(_G, globalName(name)) == mcp.value
end

function MCP.Shell:shownName()
    for _, item in ipairs(self.items) do
        if self:isShown(item.name) then
            return item.name
        end
    end
    return nil
end

function MCP.Shell:title()
    return self:shownName() or "Choose an app"
end

function MCP.Shell:somethingShown()
    return mcp.value ~= nil
end

function MCP.Shell:someApps()
    return #self.items > 0
end

-- The chat --------------------------------------------------------------------------------------------------------

function MCP.Shell:say(author, html, images)
    table.insert(self.messages, MCP.Message:new({ author = author, html = html, images = images or {} }))
end

function MCP.Shell:send()
    local text = self.draft
    if not text:find("%S") and #self.images == 0 then
        return
    end
    self.draft = ""
    local images, paths = self:takeImages()
    self:say("You", mcp:renderMarkdown(text), images)
    local name = self:shownName()
    mcp:pushState({
        app = name or "mcp",
        event = "chat",
        text = text,
        images = paths,
        mcp_port = mcp:status().mcp_port,
        note = name and "The app " .. name .. " is shown." or "No app is shown.",
    })
    setTimeout(function()
        self:warnIfUnheard()
    end, PATIENCE)
end

function MCP.Shell:warnIfUnheard()
    if mcp:pendingEventCount() == 0 or mcp:pollingEvents() or self._warned then
        return
    end
    self._warned = true
    self:notify("The agent has not taken your message yet", "warning")
end

-- What the agent does, or whether it listens, for the line above the messages.
function MCP.Shell:presence()
    local listening = mcp:pollingEvents()
    if listening then
        self._warned = nil
    end
    if self.thinking ~= "" then
        return self.thinking
    end
    if listening then
        return "The agent is listening"
    end
    local waiting = mcp:pendingEventCount()
    if waiting == 0 then
        return "The agent is not listening"
    end
    return waiting == 1 and "1 event waits for the agent" or waiting .. " events wait for the agent"
end

-- The colour of that line's dot.
function MCP.Shell:presenceState()
    if self.thinking ~= "" then
        return "thinking"
    end
    if mcp:pollingEvents() then
        return "listening"
    end
    return mcp:pendingEventCount() > 0 and "waiting" or "away"
end

function MCP.Shell:toggleChat()
    self.chatHidden = not self.chatHidden
end

function MCP.Shell:chatShown()
    return not self.chatHidden
end

function MCP.Shell:toggleVariables()
    self.variablesHidden = not self.variablesHidden
end

function MCP.Shell:variablesShown()
    return not self.variablesHidden
end

-- Nothing is loaded while nobody looks.
function MCP.Shell:variablesPage()
    return self.variablesHidden and "" or '<iframe title="Variables of the page" src="/variables"></iframe>'
end

-- Notices and progress --------------------------------------------------------------------------------------------

function MCP.Shell:notify(text, variant)
    table.insert(self.notices, MCP.Notice:new({ text = text, variant = variant or "primary" }))
    if #self.notices > MOST_NOTICES then
        table.remove(self.notices, 1)
    end
end

function MCP.Shell:dismiss(notice)
    for index, candidate in ipairs(self.notices) do
        if candidate == notice then
            table.remove(self.notices, index)
            return
        end
    end
end

function MCP.Shell:idle()
    return self.progress == nil
end

function MCP.Shell:progressText()
    return self.progress and self.progress.app .. ": " .. self.progress.stage or ""
end

function MCP.Shell:progressPercent()
    return self.progress and self.progress.percent or 0
end

-- What agents call ------------------------------------------------------------------------------------------------

function mcp:addAgentMessage(text)
    self.shell.thinking = ""
    self.shell:say("Agent", mcp:renderMarkdown(text))
end

-- A message in HTML, for what Markdown cannot say.
function mcp:addRichMessage(html)
    self.shell.thinking = ""
    self.shell:say("Agent", html)
end

function mcp:addAgentThinking(text)
    self.shell.thinking = text
end

function mcp:notify(text, variant)
    self.shell:notify(text, variant)
end

function mcp:appProgress(app, percent, stage)
    self.shell.progress = { app = app, percent = percent, stage = stage }
end

function mcp:appUpdated(app)
    self.shell.progress = nil
    self.shell:scan()
    self.shell:notify(app .. " is ready", "success")
end

function mcp:scanAvailableApps()
    self.shell:scan()
end

if not session.reloading then
    mcp.shell = MCP.Shell:new()
    mcp.shell:scan()
    mcp.shell:loadThemes()
end
