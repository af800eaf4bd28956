"""The ways in which the examples are broken, a row each: a text of one file, which is there once, becomes another."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["EXAMPLES", "MUTATIONS", "DoesNotApply", "Mutation"]

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "examples"


class DoesNotApply(Exception):
    """The text that a mutation replaces is not there exactly once."""


class Mutation(NamedTuple):
    """One way to break an example."""

    name: str
    example: str
    file: str
    before: str
    after: str

    def apply(self, folder: Path) -> None:
        """Break a copy of the example."""
        path = folder / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.before) != 1 or self.before == self.after:
            times = text.count(self.before)
            raise DoesNotApply(
                f"{self.name}: expected {self.before!r} once in {self.example}/{self.file}, found {times}"
            )
        path.write_text(text.replace(self.before, self.after), encoding="utf-8")


_FOLDER: Final = ".claude/ui/apps/contacts"
_LUA: Final = f"{_FOLDER}/app.lua"
_PAGE: Final = f"{_FOLDER}/viewdefs/ContactApp.DEFAULT.html"
_ITEM: Final = f"{_FOLDER}/viewdefs/Contact.list-item.html"
_FORM: Final = f"{_FOLDER}/viewdefs/Contact.form.html"
_LINE: Final = f"{_FOLDER}/viewdefs/ChatMessage.list-item.html"
_SAVED: Final = "    contact.{0} = form.name\n    contact.{1} = form.email\n"
_COPY: Final = "Contact:new({ name = contact.name, email = contact.email })"
_SENT: Final = '        mcp.pushState({ app = "contacts", event = "chat", text = text })\n'

_CONTACTS: Final = (
    ("drop the binding of a cell", _ITEM, '<span ui-value="email">', "<span>"),
    ("drop the binding of the search", _PAGE, ' ui-value="search?keypress"', ""),
    ("drop the binding of the list", _PAGE, ' ui-viewlist="found()"', ""),
    ("drop the binding of a state", _ITEM, ' ui-attr-aria-pressed="favourite"', ""),
    ("drop the handler of a key", _PAGE, ' ui-event-keypress-enter="send()"', ""),
    ("bind a button to another method", _ITEM, 'ui-action="remove()"', 'ui-action="edit()"'),
    ("name another namespace", _PAGE, 'ui-namespace="form"', 'ui-namespace="list-item"'),
    ("rename a method", _LUA, "function ContactApp:save()", "function ContactApp:store()"),
    ("rename a type", _LUA, 'session:prototype("Contact", {', 'session:prototype("Person", {'),
    ("lose an event", _LUA, _SENT, ""),
    ("name an event otherwise", _LUA, 'event = "chat"', 'event = "message"'),
    ("send an event without its text", _LUA, 'event = "chat", text = text', 'event = "chat", text = self.draft'),
    ("be off by one in a count", _LUA, "all == 1 and", "all <= 2 and"),
    (
        "be off by one in a removal",
        _LUA,
        "table.remove(self.contacts, index)",
        "table.remove(self.contacts, index + 1)",
    ),
    ("invert the search", _LUA, ":find(text:lower(), 1, true) ~= nil", ":find(text:lower(), 1, true) == nil"),
    ("search with case", _LUA, ":find(text:lower(), 1, true)", ":find(text, 1, true)"),
    ("search one field only", _LUA, '(self.name .. "\\n" .. self.email)', "self.name"),
    ("swap two fields", _LUA, _SAVED.format("name", "email"), _SAVED.format("email", "name")),
    ("remove a validation", _LUA, 'if not form.name:find("%S") then', "if false then"),
    ("weaken a validation", _LUA, 'not form.name:find("%S")', 'form.name == ""'),
    ("keep an old message", _LUA, '    self.problem = ""\nend', "end"),
    ("remove a guard", _LUA, 'if text == "" then', "if false then"),
    ("edit without a copy", _LUA, f"self:open({_COPY}, contact)", "self:open(contact, contact)"),
    ("forget what is edited", _LUA, f"self:open({_COPY}, contact)", f"self:open({_COPY}, nil)"),
    ("invert a condition", _LUA, "if self._original == contact then", "if self._original ~= contact then"),
    ("turn round the order", _LUA, "table.insert(self.contacts, contact)", "table.insert(self.contacts, 1, contact)"),
    ("switch on only", _LUA, "self.favourite = not self.favourite", "self.favourite = true"),
    ("remove a label", _FORM, "<label>Email <input", "<label><input"),
    ("remove a role", _PAGE, ' role="alert"', ""),
    ("swap who and what", _LINE, '<b ui-value="author">', '<b ui-value="text">'),
)
_APPROVALS: Final = (
    ("invert an approval", "policy.yaml", "    decision: ask\n", "    decision: allow\n    destructive: true\n"),
    ("ask about something else", "policy.yaml", "{contains: remove}", "{contains: delete}"),
    (
        "ask about everything",
        "policy.yaml",
        "    decision: allow\n    destructive",
        "    decision: ask\n    destructive",
    ),
    ("remove another contact", _LUA, "if candidate == contact then", "if candidate ~= contact then"),
)

MUTATIONS: Final = (
    *(Mutation(name, "contacts", *row) for name, *row in _CONTACTS),
    *(Mutation(name, "approvals", *row) for name, *row in _APPROVALS),
)
