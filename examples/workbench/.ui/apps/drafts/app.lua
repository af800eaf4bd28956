-- Drafts: notes that are edited as drafts, kept or thrown away, written as apps of the original are.

Drafts = session:prototype("Drafts", {
    notes = EMPTY,
    filter = "all",
    draft = EMPTY, -- the Note being edited: a copy
    _current = EMPTY, -- the note it is a copy of
})
Drafts.Note = session:prototype("Drafts.Note", { title = "", text = "", kind = "idea", done = false })
-- What a list shows of a note; made by the wrapper lua.ViewList.
Drafts.NotePresenter = session:prototype("Drafts.NotePresenter", { item = EMPTY })

local Note, NotePresenter = Drafts.Note, Drafts.NotePresenter

function Note:toggle()
    self.done = not self.done
end

function Note:keep()
    drafts:keep()
end

function Note:discard()
    drafts:discard()
end

function Note:improve()
    mcp.pushState({ app = "drafts", event = "improve", title = self.title, text = self.text })
end

function NotePresenter:new(viewItem)
    return session:create(NotePresenter, { viewItem = viewItem, note = viewItem.baseItem })
end

function NotePresenter:edit()
    drafts:edit(self.note)
end

function NotePresenter:label()
    return self.note.title .. (self.note.done and " (done)" or "")
end

function Drafts:new(instance)
    instance = session:create(Drafts, instance or {})
    instance.notes = instance.notes or {}
    return instance
end

function Drafts:mutate()
    self.filter = self.filter or "all"
end

function Drafts:shown()
    local shown = {}
    for _, note in ipairs(self.notes) do
        if self.filter == "all" or note.kind == self.filter then
            table.insert(shown, note)
        end
    end
    return shown
end

function Drafts:add()
    self:edit(nil)
end

-- A draft is a copy; only Keep writes it back.
function Drafts:edit(note)
    self._current = note
    self.draft = Note:new(note and { title = note.title, text = note.text, kind = note.kind } or {})
end

function Drafts:hideDraft()
    return self.draft == nil
end

function Drafts:keep()
    local draft, note = self.draft, self._current
    if draft == nil or not draft.title:match("%S") then
        mcp:notify("A note needs a title", "warning")
        return
    end
    if note then
        note.title, note.text, note.kind = draft.title, draft.text, draft.kind
    else
        table.insert(self.notes, Note:new({ title = draft.title, text = draft.text, kind = draft.kind }))
    end
    self:discard()
end

function Drafts:discard()
    self.draft, self._current = nil, nil
end

if not session.reloading then
    drafts = Drafts:new()
end
