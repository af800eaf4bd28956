-- Contacts: a list to search, a form to edit one entry, and a line to the agent.

local Contact = session:prototype("Contact", {
    name = "",
    email = "",
    favourite = false,
})

function Contact:matches(text)
    local haystack = (self.name .. "\n" .. self.email):lower()
    return haystack:find(text:lower(), 1, true) ~= nil
end

function Contact:edit()
    contacts:edit(self)
end

function Contact:remove()
    contacts:remove(self)
end

function Contact:toggleFavourite()
    self.favourite = not self.favourite
end

local ChatMessage = session:prototype("ChatMessage", {
    author = "",
    text = "",
})

ContactApp = session:prototype("ContactApp", {
    search = "", -- shows only the contacts that hold this text
    form = EMPTY, -- the Contact in the form: a copy, so that cancelling has nothing to undo
    problem = "", -- why the form was not saved
    draft = "", -- the chat line being written
})

function ContactApp:new(instance)
    instance = session:create(ContactApp, instance or {})
    instance.contacts = instance.contacts or {}
    instance.messages = instance.messages or {}
    return instance
end

-- What the list shows -------------------------------------------------------------------------------

function ContactApp:found()
    local found = {}
    for _, contact in ipairs(self.contacts) do
        if contact:matches(self.search) then
            table.insert(found, contact)
        end
    end
    return found
end

function ContactApp:summary()
    local shown, all = #self:found(), #self.contacts
    if all == 0 then
        return "No contacts yet"
    elseif shown < all then
        return shown .. " of " .. all .. " contacts"
    end
    return all == 1 and "1 contact" or all .. " contacts"
end

-- Adding, editing, deleting -------------------------------------------------------------------------

function ContactApp:add(fields)
    local contact = Contact:new(fields)
    table.insert(self.contacts, contact)
    return contact
end

function ContactApp:remove(contact)
    for index, candidate in ipairs(self.contacts) do
        if candidate == contact then
            table.remove(self.contacts, index)
            break
        end
    end
    if self._original == contact then
        self:cancel()
    end
end

function ContactApp:create()
    self:open(Contact:new(), nil)
end

function ContactApp:edit(contact)
    self:open(Contact:new({ name = contact.name, email = contact.email }), contact)
end

function ContactApp:open(form, original)
    self.form = form
    self._original = original
    self.problem = ""
end

function ContactApp:save()
    local form = self.form
    if not form then
        return
    end
    if not form.name:find("%S") then
        self.problem = "A contact needs a name"
        return
    end
    local contact = self._original or self:add()
    contact.name = form.name
    contact.email = form.email
    self:cancel()
end

function ContactApp:cancel()
    self:open(nil, nil)
end

function ContactApp:formClosed()
    return self.form == nil
end

-- Talking with the agent ----------------------------------------------------------------------------

function ContactApp:send()
    local text = self.draft
    if text == "" then
        return
    end
    self.draft = ""
    self:say("You", text)
    -- Without a server nobody could receive the event.
    if mcp and mcp.pushState then
        mcp.pushState({ app = "contacts", event = "chat", text = text })
    end
end

function ContactApp:say(author, text)
    table.insert(self.messages, ChatMessage:new({ author = author, text = text }))
end

if not session.reloading then
    contacts = ContactApp:new()
end
