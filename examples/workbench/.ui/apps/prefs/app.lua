-- Preferences: the theme of all pages, read from the theme files and kept in storage/settings.json.

Prefs = session:prototype("Prefs", { chosen = "base", saved = "" })
Prefs.Theme = session:prototype("Prefs.Theme", { name = "", description = "", accent = "" })

local Theme = Prefs.Theme

local function base()
    return mcp:status().base_dir
end

function Theme:pick()
    prefs:pick(self.name)
end

function Theme:isChosen()
    return prefs.chosen == self.name
end

function Theme:swatch()
    return "background: " .. self.accent .. "; display: inline-block; width: 1em; height: 1em"
end

function Prefs:new(instance)
    instance = session:create(Prefs, instance or {})
    instance.themes = {}
    for path in io.popen("ls '" .. base() .. "'/html/themes/*.css 2>/dev/null"):lines() do
        local file = io.open(path)
        local head = file:read(2048) or ""
        file:close()
        local name = head:match("@theme%s+([%w_-]+)")
        if name then
            table.insert(
                instance.themes,
                Theme:new({
                    name = name,
                    description = head:match("@description%s+([^\n]+)") or "",
                    accent = head:match("%-%-term%-accent:%s*(#%x+)") or "#888888",
                })
            )
        end
    end
    return instance
end

function Prefs:pick(name)
    self.chosen = name
    os.execute("mkdir -p '" .. base() .. "/storage'")
    local file = assert(io.open(base() .. "/storage/settings.json", "w"))
    file:write('{"theme": "', name, '"}')
    file:close()
    mcp.code = ("document.documentElement.className = 'theme-%s'; localStorage.theme = '%s'"):format(name, name)
    assert(mcp:reinjectThemes())
    self.saved = "The theme is " .. name
end

if not session.reloading then
    prefs = Prefs:new()
end
