-- Jobs: a board of job offers. A bookmarklet publishes the page of an offer; the board keeps its text as a file below
-- html/, so that it can be shown in a frame.

Jobs = session:prototype("Jobs", { offers = EMPTY, shown = EMPTY })
Jobs.Offer = session:prototype("Jobs.Offer", { id = 0, title = "", url = "", state = "new" })

local Offer = Jobs.Offer
local STATES = { new = "applied", applied = "rejected", rejected = "new" }

local function directory()
    return mcp:status().base_dir .. "/storage/jobs"
end

function Offer:advance()
    self.state = STATES[self.state]
end

function Offer:show()
    jobs.shown = self
end

-- The address on the MCP port, which serves files for frames.
function Offer:address()
    return "http://localhost:" .. mcp:status().mcp_port .. "/jobs-storage/" .. self.id .. ".md"
end

function Jobs:new(instance)
    instance = session:create(Jobs, instance or {})
    instance.offers = instance.offers or {}
    return instance
end

-- Called by init.lua with what was published: data from a stranger's page.
function Jobs:receive(page)
    local offer = Offer:new({ id = #self.offers + 1, title = page.title or page.url, url = page.url })
    local file = assert(io.open(directory() .. "/" .. offer.id .. ".md", "w"))
    file:write("# ", offer.title, "\n\n", page.text or "", "\n")
    file:close()
    table.insert(self.offers, offer)
    mcp:notify("New offer: " .. offer.title, "success")
    mcp.pushState({ app = "jobs", event = "offer", id = offer.id, title = offer.title })
end

function Jobs:summary()
    local counted = {}
    for _, offer in ipairs(self.offers) do
        counted[offer.state] = (counted[offer.state] or 0) + 1
    end
    return ("%d new, %d applied, %d rejected"):format(counted.new or 0, counted.applied or 0, counted.rejected or 0)
end

function Jobs:hidePreview()
    return self.shown == nil
end

if not session.reloading then
    os.execute(
        ("mkdir -p '%s' '%s/html' && ln -sfn ../storage/jobs '%s/html/jobs-storage'"):format(
            directory(),
            mcp:status().base_dir,
            mcp:status().base_dir
        )
    )
    jobs = Jobs:new()
end
