-- Mail: folders of threads of messages, with a presenter at every level that needs to know its row.

local Message = session:prototype("Message", { from = "", text = "", read = false })
local Tag = session:prototype("Tag", { name = "", colour = "teal" })
local Thread = session:prototype("Thread", { subject = "", starred = false })
local Folder = session:prototype("Folder", { name = "" })
Mail = session:prototype("Mail", {
    folder = EMPTY,
    thread = EMPTY,
    search = "",
    to = "",
    text = "",
    urgent = false,
    sent = 0,
})

function Thread:new(instance)
    instance = session:create(Thread, instance or {})
    instance.messages = instance.messages or {}
    instance.tags = instance.tags or {}
    return instance
end

function Thread:unread()
    local count = 0
    for _, message in ipairs(self.messages) do
        count = count + (message.read and 0 or 1)
    end
    return count
end

function Folder:new(instance)
    instance = session:create(Folder, instance or {})
    instance.threads = instance.threads or {}
    return instance
end

function Folder:choose()
    mail.folder, mail.thread = self, nil
end

function Folder:chosen()
    return mail.folder == self
end

function Folder:unread()
    local count = 0
    for _, thread in ipairs(self.threads) do
        count = count + thread:unread()
    end
    return count
end

-- A thread in the list: open or not, and what moves it.
ThreadRow = session:prototype("ThreadRow", { open = false })

function ThreadRow:new(row)
    return session:create(ThreadRow, { _row = row, thread = row.baseItem })
end

function ThreadRow:number()
    return self._row.index + 1
end
function ThreadRow:closed()
    return not self.open
end
function ThreadRow:toggle()
    self.open = not self.open
end
function ThreadRow:show()
    mail.thread = self.thread
end
function ThreadRow:star()
    self.thread.starred = not self.thread.starred
end
function ThreadRow:verb()
    return self.open and "Close" or "Open"
end

function ThreadRow:archive()
    local threads = mail.folder.threads
    for index, thread in ipairs(threads) do
        if thread == self.thread then
            table.insert(mail.folders[2].threads, 1, table.remove(threads, index))
            return
        end
    end
end

-- A message inside a thread of the list: a presenter inside a presenter.
MessageRow = session:prototype("MessageRow", {})

function MessageRow:new(row)
    return session:create(MessageRow, { _row = row, message = row.baseItem })
end

function MessageRow:number()
    return self._row.index + 1 .. " of " .. #self._row.list.items
end
function MessageRow:remove()
    self._row.list:removeAt(self._row.index)
end

-- What stands in front of the text on display: counts its words, keeps how often it had to.
WordCount = session:prototype("WordCount", { words = 0, counted = 0 })

function WordCount:new(variable)
    local wrapper = variable:getWrapper() or session:create(WordCount, {})
    wrapper._variable = variable
    return wrapper
end

function WordCount:sync()
    local _, words = (self._variable:getValue() or ""):gsub("%S+", "")
    self.words, self.counted = words, self.counted + 1
end

function Mail:new(instance)
    instance = session:create(Mail, instance or {})
    instance.folders = instance.folders or {}
    return instance
end

function Mail:found()
    local found = {}
    for _, thread in ipairs(self.folder.threads) do
        if thread.subject:lower():find(self.search:lower(), 1, true) then
            table.insert(found, thread)
        end
    end
    return found
end

function Mail:none()
    return #self:found() > 0
end

function Mail:waiting()
    return self.folders[1]:unread()
end

function Mail:nothingToSend()
    return self.text == "" or self.thread == nil
end

function Mail:send()
    if self:nothingToSend() then
        return
    end
    local text = (self.urgent and "URGENT " or "") .. self.text
    table.insert(self.thread.messages, Message:new({ from = "me to " .. self.to, text = text, read = true }))
    self.text, self.urgent, self.sent = "", false, self.sent + 1
end

if not session.reloading then
    local function thread(subject, tags, ...)
        local made = Thread:new({ subject = subject })
        for _, name in ipairs(tags) do
            table.insert(made.tags, Tag:new({ name = name }))
        end
        for index, text in ipairs({ ... }) do
            table.insert(made.messages, Message:new({ from = index % 2 == 1 and "Ada" or "Alan", text = text }))
        end
        return made
    end
    mail = Mail:new({
        folders = {
            Folder:new({
                name = "Inbox",
                threads = {
                    thread("Engine", { "work", "<b>" }, "It weaves & weaves.", "Does it halt?", "Ask Charles"),
                    thread("Tea", {}, "At five?"),
                    thread("Enigma \226\128\174", { "secret" }, "Wheels \240\159\142\161 turn", "Again"),
                },
            }),
            Folder:new({ name = "Archive" }),
        },
    })
    mail.folder = mail.folders[1]
    mail.to = "Ada"
end
