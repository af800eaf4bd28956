-- The shell: a frame around the app that is shown, with a menu of apps, a chat with the agent, a Lua console, notices and
-- themes. It is an app like any other, except that its object is the global `mcp`, which the server has made already.
--
-- Agents call mcp:addAgentMessage, mcp:addAgentThinking, mcp:notify, mcp:appProgress, mcp:appUpdated and
-- mcp:scanAvailableApps.

local PATIENCE = 5000 -- milliseconds after which an event that nobody has taken is worth a notice
local MOST_LINES = 50 -- of the console

-- What is shown ---------------------------------------------------------------------------------------------------

MCP.MenuItem = session:prototype("MCP.MenuItem", { name = "" })

function MCP.MenuItem:open()
    mcp.shell:open(self.name)
end

function MCP.MenuItem:current()
    return mcp.shell:isShown(self.name) and "page" or nil
end

MCP.Message = session:prototype("MCP.Message", { author = "", html = "" })

MCP.Notice = session:prototype("MCP.Notice", { text = "", variant = "primary" })

function MCP.Notice:dismiss()
    mcp.shell:dismiss(self)
end

MCP.Line = session:prototype("MCP.Line", { code = "", result = "" })

MCP.Theme = session:prototype("MCP.Theme", { name = "" })

MCP.Shell = session:prototype("MCP.Shell", {
    draft = "",        -- the message being written
    thinking = "",     -- what the agent is doing, until it says something
    command = "",      -- the Lua being written in the console
    theme = "base",
    chatHidden = false,
    consoleHidden = true,
    progress = EMPTY,  -- { app, percent, stage } while an agent builds an app
    items = EMPTY,
    messages = EMPTY,
    notices = EMPTY,
    lines = EMPTY,
    themes = EMPTY,
})

function MCP.Shell:new(instance)
    instance = session:create(MCP.Shell, instance or {})
    for _, list in ipairs({ "items", "messages", "notices", "lines", "themes" }) do
        instance[list] = instance[list] or {}
    end
    return instance
end

-- Apps ------------------------------------------------------------------------------------------------------------

-- The global that an app `my-app` sets: `myApp`.
local function globalName(name)
    local camel = name:gsub("[-_]+(%w)", string.upper)
    return (camel:gsub("^%u", string.lower))
end

local function quoted(path)
    return "'" .. path:gsub("'", "'\\''") .. "'"
end

-- The names of what a directory holds; nothing where an app may not read it.
local function entries(directory)
    local names = {}
    local readable, handle = pcall(io.popen, "ls -1 " .. quoted(directory) .. " 2>/dev/null")
    if readable and handle then
        for name in handle:lines() do
            table.insert(names, name)
        end
        handle:close()
    end
    return names
end

local function readFile(path)
    local readable, file = pcall(io.open, path)
    if not readable or not file then
        return nil
    end
    local text = file:read("*a")
    file:close()
    return text
end

function MCP.Shell:scan()
    self.items = {}
    local apps = mcp:status().base_dir .. "/apps/"
    for _, name in ipairs(entries(apps)) do
        if name ~= "mcp" and readFile(apps .. name .. "/app.lua") then
            table.insert(self.items, MCP.MenuItem:new({ name = name }))
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

function MCP.Shell:say(author, text)
    table.insert(self.messages, MCP.Message:new({ author = author, html = mcp:renderMarkdown(text) }))
end

function MCP.Shell:send()
    local text = self.draft
    if not text:find("%S") then
        return
    end
    self.draft = ""
    self:say("You", text)
    mcp:pushState({ app = self:shownName() or "mcp", event = "chat", text = text })
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

-- Whether the agent listens, for the line above the messages.
function MCP.Shell:presence()
    if mcp:pollingEvents() then
        self._warned = nil
        return "The agent is listening"
    end
    local waiting = mcp:pendingEventCount()
    if waiting == 0 then
        return "The agent is not listening"
    end
    return waiting == 1 and "1 event waits for the agent" or waiting .. " events wait for the agent"
end

function MCP.Shell:toggleChat()
    self.chatHidden = not self.chatHidden
end

function MCP.Shell:chatShown()
    return not self.chatHidden
end

-- The console -----------------------------------------------------------------------------------------------------

local function asText(...)
    local texts = {}
    for index = 1, select("#", ...) do
        texts[index] = tostring((select(index, ...)))
    end
    return table.concat(texts, ", ")
end

function MCP.Shell:run()
    local code = self.command
    if not code:find("%S") then
        return
    end
    self.command = ""
    local chunk, problem = loadstring("return " .. code, "=console")
    if not chunk then
        chunk, problem = loadstring(code, "=console")
    end
    local function result(ran, ...)
        return (ran and "" or "Error: ") .. asText(...)
    end
    table.insert(self.lines, MCP.Line:new({ code = code, result = chunk and result(pcall(chunk)) or "Error: " .. problem }))
    if #self.lines > MOST_LINES then
        table.remove(self.lines, 1)
    end
end

function MCP.Shell:toggleConsole()
    self.consoleHidden = not self.consoleHidden
end

function MCP.Shell:consoleShown()
    return not self.consoleHidden
end

-- Notices and progress --------------------------------------------------------------------------------------------

function MCP.Shell:notify(text, variant)
    table.insert(self.notices, MCP.Notice:new({ text = text, variant = variant }))
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

-- Themes ----------------------------------------------------------------------------------------------------------

local function settingsFile()
    return mcp:status().base_dir .. "/storage/settings.json"
end

function MCP.Shell:loadThemes()
    self.themes = { MCP.Theme:new({ name = "base" }) }
    for _, file in ipairs(entries(mcp:status().base_dir .. "/html/themes")) do
        local name = file:match("^([%w_-]+)%.css$")
        if name and name ~= "base" then
            table.insert(self.themes, MCP.Theme:new({ name = name }))
        end
    end
    self.theme = (readFile(settingsFile()) or ""):match('"theme"%s*:%s*"([%w_-]+)"') or "base"
end

-- Other settings of the file stay as they are.
local function withTheme(settings, theme)
    local entry = '"theme": "' .. theme .. '"'
    local changed, count = settings:gsub('"theme"%s*:%s*"[^"]*"', entry, 1)
    if count > 0 then
        return changed
    end
    local rest = settings:match("^%s*{%s*(.*)$")
    if not rest then
        return "{" .. entry .. "}"
    end
    return "{" .. entry .. (rest:find("^}") and "" or ", ") .. rest
end

function MCP.Shell:wear()
    local theme = self.theme:match("^[%w_-]+$")
    if not theme then
        return
    end
    local storage = mcp:status().base_dir .. "/storage"
    os.execute("mkdir -p " .. quoted(storage))
    local settings = withTheme(readFile(settingsFile()) or "", theme)
    local file, problem = io.open(settingsFile(), "w")
    if file then
        file:write(settings)
        file:close()
    else
        self:notify("The theme is not kept: " .. problem, "warning")
    end
    -- The number makes it run again for the same theme.
    self._worn = (self._worn or 0) + 1
    mcp.code = ("document.documentElement.className = 'theme-%s'; localStorage.theme = '%s' // %d"):format(
        theme, theme, self._worn)
    mcp:reinjectThemes()
end

-- What agents call ------------------------------------------------------------------------------------------------

function mcp:addAgentMessage(text)
    self.shell.thinking = ""
    self.shell:say("Agent", text)
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
