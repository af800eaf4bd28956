-- Toolbox: what the server tells over its tool API, asked with curl as scripts do.

Toolbox = session:prototype("Toolbox", { answer = "", problem = "" })

local function get(path)
    local address = "http://localhost:" .. mcp:status().mcp_port .. path
    local handle = io.popen("curl -s --max-time 10 '" .. address .. "'")
    local text = handle:read("*a")
    handle:close()
    return text
end

function Toolbox:status()
    local text = get("/api/ui_status")
    self.answer = text:match('"version"%s*:%s*"([^"]+)"') and "The server is running" or ""
    self.problem = self.answer == "" and text or ""
end

function Toolbox:readme(app)
    local text = get("/app/" .. app .. "/readme")
    self.answer = text:match("<h1[^>]*>([^<]+)</h1>") or ""
    self.problem = self.answer == "" and text or ""
end

function Toolbox:guide()
    self:readme("drafts")
end

function Toolbox:missing()
    self:readme("nothing")
end

function Toolbox:noProblem()
    return self.problem == ""
end

if not session.reloading then
    toolbox = Toolbox:new()
end
