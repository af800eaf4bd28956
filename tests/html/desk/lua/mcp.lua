-- The shell: a menu of the apps that registered themselves, and a word about what was shown last.

local Entry = session:prototype("ShellEntry", {
    name = "",
    title = "",
    visits = 0,
})

function Entry:open()
    mcp:display(self.name)
end

function Entry:isCurrent()
    return mcp.current == self.name
end

function Entry:badge()
    local app = self.visits > 0 and _G[self.name]
    local count = app and app.waiting and app:waiting() or 0
    return count > 0 and tostring(count) or nil
end

mcp.menuOpen = mcp.menuOpen or false
mcp.current = mcp.current or ""
mcp.entries = mcp.entries or {}

function mcp:register(name, title)
    for _, entry in ipairs(mcp.entries) do
        if entry.name == name then
            entry.title = title
            return
        end
    end
    table.insert(mcp.entries, Entry:new({ name = name, title = title }))
end

function mcp:toggleMenu()
    self.menuOpen = not self.menuOpen
end

function mcp:menuClosed()
    return not self.menuOpen
end

-- This file may run again: what is wrapped is always the platform's own.
mcp.showApp = mcp.showApp or mcp.display
function mcp.display(...)
    local ok, problem = mcp.showApp(...)
    local name = select(select("#", ...), ...)
    mcp.menuOpen = false
    if ok then
        mcp.current, mcp.problem = name, nil
        for _, entry in ipairs(mcp.entries) do
            if entry.name == name then
                entry.visits = entry.visits + 1
            end
        end
    else
        mcp.problem = "There is no " .. tostring(name)
    end
    return ok, problem
end
