-- Tickets: a small desk with what recipes need: a list, a dialog, keys, dragging, a file, a clock, an agent.

Ticket = session:prototype("Ticket", {
    title = "",
    urgent = false,
})

function Ticket:ask()
    tickets.candidate = self
end

function Ticket:lift()
    tickets.lifted = self
end

Tickets = session:prototype("Tickets", {
    title = "",
    candidate = EMPTY, -- the ticket that the dialog asks about
    lifted = EMPTY, -- the ticket that is being dragged
    attachment = "",
    saved = "",
    items = EMPTY,
    urgent = EMPTY,
})

function Tickets:new(instance)
    instance = session:create(Tickets, instance or {})
    instance.items = instance.items or {}
    return instance
end

function Tickets:add(title)
    table.insert(self.items, Ticket:new({ title = title or self.title }))
    self.title = ""
    self.saved = "Saving …"
    setTimeout(function()
        self.saved = "Saved"
    end, 2000)
end

function Tickets:asking()
    return self.candidate ~= nil
end

function Tickets:question()
    return self.candidate and "Delete " .. self.candidate.title .. "?" or ""
end

function Tickets:keep()
    self.candidate = nil
end

function Tickets:delete()
    for index, ticket in ipairs(self.items) do
        if ticket == self.candidate then
            table.remove(self.items, index)
            break
        end
    end
    self.candidate = nil
end

-- Dropped on the urgent tray.
function Tickets:drop()
    if self.lifted then
        self.lifted.urgent = true
        self.lifted = nil
    end
end

function Tickets:urgentOnes()
    local titles = {}
    for _, ticket in ipairs(self.items) do
        if ticket.urgent then
            table.insert(titles, ticket.title)
        end
    end
    return table.concat(titles, ", ")
end

function Tickets:help()
    mcp.pushState({ app = "tickets", event = "help", open = #self.items })
end

if not session.reloading then
    tickets = Tickets:new()
end
