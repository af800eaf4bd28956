-- The themes of the shell: the style sheets in html/themes/, and which one pages wear, in storage/settings.json.

local files = require("mcp.files")

MCP.Theme = session:prototype("MCP.Theme", { name = "" })

local function settingsFile()
    return mcp:status().base_dir .. "/storage/settings.json"
end

function MCP.Shell:loadThemes()
    self.themes = { MCP.Theme:new({ name = "base" }) }
    for _, file in ipairs(files.entries(mcp:status().base_dir .. "/html/themes")) do
        local name = file:match("^([%w_-]+)%.css$")
        if name and name ~= "base" then
            table.insert(self.themes, MCP.Theme:new({ name = name }))
        end
    end
    self.theme = (files.read(settingsFile()) or ""):match('"theme"%s*:%s*"([%w_-]+)"') or "base"
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
    os.execute("mkdir -p " .. files.quoted(storage))
    local settings = withTheme(files.read(settingsFile()) or "", theme)
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
        theme,
        theme,
        self._worn
    )
    mcp:reinjectThemes()
end
