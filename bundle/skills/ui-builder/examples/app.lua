-- Contacts: a list to search, the chosen contact to edit, and a chat with the agent.

Contact = session:prototype("Contact", {
    firstName = "",
    lastName = "",
    email = "",
    phone = "",
    notes = "",
})

function Contact:fullName()
    local name = (self.firstName .. " " .. self.lastName):match("^%s*(.-)%s*$")
    return name ~= "" and name or "(no name)"
end

function Contact:matches(text)
    local all = table.concat({ self.firstName, self.lastName, self.email, self.phone }, " ")
    return all:lower():find(text:lower(), 1, true) ~= nil
end

function Contact:isCurrent()
    return contacts.current == self
end

function Contact:choose()
    contacts.current = self
end

ChatMessage = session:prototype("ChatMessage", {
    author = "",
    text = "",
})

function ChatMessage:isFromUser()
    return self.author == "You"
end

ContactApp = session:prototype("ContactApp", {
    search = "",
    current = EMPTY, -- the contact in the form; nil while none is chosen
    draft = "", -- the chat line being written
})

function ContactApp:new(instance)
    instance = session:create(ContactApp, instance or {})
    instance.contacts = instance.contacts or {}
    instance.messages = instance.messages or {}
    return instance
end

-- The list ------------------------------------------------------------------------------------------

function ContactApp:found()
    local found = {}
    for _, contact in ipairs(self.contacts) do
        if contact:matches(self.search) then
            table.insert(found, contact)
        end
    end
    table.sort(found, function(a, b)
        return a:fullName():lower() < b:fullName():lower()
    end)
    return found
end

function ContactApp:summary()
    local shown, all = #self:found(), #self.contacts
    if all == 0 then
        return "No contacts yet"
    end
    return shown == all and all .. (all == 1 and " contact" or " contacts") or shown .. " of " .. all
end

-- Adding and deleting -------------------------------------------------------------------------------

function ContactApp:add(fields)
    local contact = Contact:new(fields)
    table.insert(self.contacts, contact)
    return contact
end

function ContactApp:addNew()
    self.search = "" -- or the new one might be filtered away
    self.current = self:add({ firstName = "New" })
end

function ContactApp:deleteCurrent()
    for index, contact in ipairs(self.contacts) do
        if contact == self.current then
            table.remove(self.contacts, index)
            break
        end
    end
    self.current = nil
end

function ContactApp:nothingChosen()
    return self.current == nil
end

-- The chat ------------------------------------------------------------------------------------------

function ContactApp:send()
    local text = self.draft
    if not text:find("%S") then
        return
    end
    self.draft = ""
    self:say("You", text)
    -- The agent cannot see the screen: the event says what the user is looking at.
    local about = self.current and self.current:fullName() or nil
    mcp.pushState({ app = "contacts", event = "chat", text = text, about = about })
end

function ContactApp:say(author, text)
    table.insert(self.messages, ChatMessage:new({ author = author, text = text }))
end

-- For the agent, by ui_run.
function ContactApp:reply(text)
    self:say("Agent", text)
end

function ContactApp:agentStatus()
    return mcp:pollingEvents() and "The agent is listening" or "The agent is busy or away"
end

if not session.reloading then
    contacts = ContactApp:new()
end
