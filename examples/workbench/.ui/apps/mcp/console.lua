-- The console of the shell: Lua that a person types, and what it gives.

local MOST_LINES = 50

MCP.Line = session:prototype("MCP.Line", { code = "", result = "" })

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
    table.insert(
        self.lines,
        MCP.Line:new({ code = code, result = chunk and result(pcall(chunk)) or "Error: " .. problem })
    )
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
