"""Slips of an author, as a table over the sample apps: each is one change of one file, and what the checks must say.

`python -m tests.checks.mutations` plays them all and prints the table of docs/collecting.md.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pytest_uimcp import fixtures_dir
from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.checks.verdict import findings_of
from pytest_uimcp.engine.startup import Extension
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp

__all__ = ["DELETED", "MUTATIONS", "Mutation", "play", "table"]

# In place of new text: the file is deleted, or gets another name.
DELETED: Final = "(deleted)"
RENAMED: Final = "(renamed) "


class Mutation(NamedTuple):
    """One change: the app, the file, the text that is replaced, by what, and the rules that report it.

    Without a rule it is harmless, or a miss; then `why` says so.
    """

    app: str
    file: str
    old: str
    new: str
    rules: tuple[str, ...] = ()
    why: str = ""

    @property
    def text(self) -> str:
        if self.new == DELETED or self.new.startswith(RENAMED):
            return f"{self.file} {self.new}"
        return f"{self.old} → {self.new}"


_APP: Final = "viewdefs/ContactApp.DEFAULT.html"
_ROW: Final = "viewdefs/Contact.list-item.html"
_TASK: Final = "viewdefs/TaskRow.list-item.html"
_PROJECT: Final = "viewdefs/Project.list-item.html"
_TASKS: Final = "viewdefs/TasksApp.DEFAULT.html"
_WATCH: Final = "viewdefs/Stopwatch.DEFAULT.html"
_COUNT: Final = "viewdefs/Counter.DEFAULT.html"
_METHOD: Final = ("unknown-method",)
_FIELD: Final = ("unknown-field",)
_ACTION: Final = ("failing-action",)
_FORM: Final = "viewdefs/Contact.form.html"
_SUMMARY: Final = '<p role="status" ui-value="summary()"></p>'
_MINUS: Final = ">\u2212</button>"

MUTATIONS: Final = (
    # Paths.
    Mutation("contacts", _APP, 'ui-action="create()"', 'ui-action="craete()"', _METHOD),
    Mutation("contacts", _APP, 'ui-value="summary()"', 'ui-value="sumary()"', _METHOD),
    Mutation("tasks", _PROJECT, "progress()", "progres()", _METHOD),
    Mutation("contacts", _APP, 'ui-value="problem"', 'ui-value="problme"', ("unknown-property",)),
    Mutation("tasks", _TASK, "task.done", "task.doen", ("unknown-property",)),
    Mutation("counter", _COUNT, 'ui-value="count"', 'ui-value="cuont"', ("unknown-property",)),
    Mutation("contacts", _ROW, 'ui-value="email"', 'ui-value="problem"', ("unknown-property",)),
    Mutation("contacts", _APP, "found()", "found", ("method-as-property",)),
    Mutation("tasks", _TASK, "toggle()", "toggle", ("method-as-property",)),
    Mutation("contacts", _ROW, "edit()", "edit(self)", ("invalid-path",)),
    Mutation("contacts", _APP, "?keypress", "?keypres", ("unknown-option",)),
    Mutation("tasks", _PROJECT, "itemWrapper=TaskRow", "itemWrapper=TaskRwo", ("unknown-presenter",)),
    Mutation("contacts", _APP, 'ui-action="cancel()"', 'ui-action=""', ("empty-path",)),
    Mutation("contacts", _APP, 'ui-action="save()"', 'ui-action="save(_)"', ("missing-argument",)),
    # Attributes and events.
    Mutation("contacts", _APP, 'ui-viewlist="messages"', 'ui-viewlst="messages"', ("unknown-binding",)),
    Mutation("stopwatch", _WATCH, 'ui-value="display()"', 'ui-vaule="display()"', ("unknown-binding",)),
    Mutation("contacts", _APP, "ui-class-hidden", "ui-class-isHidden", ("upper-case",)),
    Mutation("contacts", _APP, "ui-event-keypress-enter", "ui-event-keypress-etner", ("unknown-event",)),
    Mutation("contacts", _APP, "ui-event-keypress-enter", "ui-event-keypres-enter", ("unknown-event",)),
    Mutation("tasks", _TASK, "ui-event-sl-change", "ui-event-sl-chnage", ("unknown-event",)),
    Mutation("tasks", _TASK, "ui-event-sl-change", "ui-event-sl-hide", ("unknown-event",)),
    Mutation("counter", _COUNT, 'ui-action="increment()"', 'ui-event-clik="increment()"', ("unknown-event",)),
    Mutation("contacts", _APP, "placeholder=", "plcaeholder=", ("unknown-attribute",)),
    Mutation("tasks", _PROJECT, 'label="New task"', 'lable="New task"', ("unknown-attribute",)),
    Mutation("tasks", _TASK, 'size="small"', 'size="smal"', ("unknown-word",)),
    # Elements.
    Mutation("contacts", _APP, "<button ui-action", "<buton ui-action", ("unknown-element",)),
    Mutation("tasks", _TASK, "sl-checkbox", "sl-chekbox", ("unknown-element",)),
    Mutation("contacts", _APP, "</section>\n    <section", "<section", ("unclosed-element",)),
    Mutation("contacts", _APP, 'found()"></div>', 'found()"/>', ("self-closed",)),
    Mutation("contacts", _ROW, '<div class="actions">', '<tr class="actions">', ("row-outside-table",)),
    Mutation("contacts", _APP, _SUMMARY, '<p><div ui-value="summary()"></div></p>', ("block-in-paragraph",)),
    Mutation("counter", _COUNT, _MINUS, f"><button{_MINUS}</button>", ("nested-element",)),
    Mutation("contacts", _ROW, '<div class="row"', '<div id="row" class="row"', ("repeated-id",)),
    # Views.
    Mutation("contacts", _APP, 'ui-namespace="form"', 'ui-namespace="fomr"', ("unknown-namespace",)),
    Mutation("contacts", "viewdefs/Contact.form.html", "", DELETED, ("unknown-namespace",)),
    Mutation("contacts", "viewdefs/ChatMessage.list-item.html", "", DELETED, ("unseen-object",)),
    Mutation("contacts", _ROW, "", f"{RENAMED}viewdefs/contacts.list-item.html", ("view-of-global",)),
    Mutation("contacts", _APP, "", f"{RENAMED}viewdefs/ContactAp.DEFAULT.html", ("unknown-type",)),
    Mutation("contacts", _APP, 'ui-view="form"', 'ui-view="search"', ("no-object",)),
    Mutation("tasks", _TASKS, 'ui-viewlist="projects"', 'ui-view="projects"', ("not-drawn",)),
    Mutation("stopwatch", _WATCH, 'ui-value="laps"', 'ui-viewlist="laps"', ("no-object",)),
    # Lua: names.
    Mutation("contacts", "app.lua", "contacts:edit(self)", "contacts:eidt(self)", ("failing-action",)),
    Mutation("contacts", "app.lua", "self:cancel()", "self:cancle()", _FIELD),
    Mutation("contacts", "app.lua", "ipairs(self.contacts)", "ipairs(self.contcats)", ("not-drawn",)),
    Mutation("counter", "app.lua", "= self.count + 1", "= self.cuont + 1", _FIELD),
    Mutation("tasks", "app.lua", "viewListItem.baseItem", "viewListItem.baseitem", _FIELD),
    Mutation("contacts", "app.lua", "return haystack:find", "return haystck:find", ("undefined-global",)),
    Mutation("contacts", "app.lua", "self.favourite = not", "self.favourit = not", ("unread-field",)),
    Mutation("contacts", "app.lua", "contact.name = form.name", "contact.nmae = form.name", ("unread-field",)),
    Mutation("contacts", "app.lua", "mcp.pushState(", "mcp.pushSate(", ("failing-action", "unknown-field")),
    Mutation("stopwatch", "app.lua", "math.floor(self", "math.flor(self", ("not-drawn",)),
    Mutation("stopwatch", "app.lua", "session:setInterval(", "session:setIntervall(", ("failing-action",)),
    Mutation("stopwatch", "app.lua", "self.tenths + 1", "self.tenths + step", ("undefined-global",)),
    Mutation("contacts", "app.lua", "    contacts = Contact", "    contact = Contact", ("no-global",)),
    # Lua: what it does.
    Mutation("contacts", "app.lua", 'problem = "",', 'problem = "", contacts = {},', ("shared-default",)),
    Mutation("contacts", "app.lua", "    instance.contacts = instance.contacts or {}\n", "", ("not-drawn",)),
    Mutation("contacts", "app.lua", "ChatMessage:new({ author = author, text = text })", "text", ("no-object",)),
    Mutation("contacts", "app.lua", "local shown,", 'self.problem = ""\n    local shown,', ("getter-with-effect",)),
    Mutation("tasks", "app.lua", "removeAt(self.row.index)", "removeAt(self.row.index + 1)", ("row-index",)),
    Mutation("stopwatch", "app.lua", '"%02d:%02d.%d"', '"%02d:%02d.%d.%d"', ("not-drawn",)),
    Mutation("contacts", "app.lua", "if not session.reloading then", "if true then", ("not-reloaded",)),
    Mutation("contacts", "app.lua", "return\n    end\n    self.draft", "return\n    self.draft", ("not-loaded",)),
    Mutation("contacts", "app.lua", "self:open(nil, nil)", "self:open({}, nil)", ("failing-action",)),
    # What comes from other languages: in Lua, …
    Mutation("contacts", "app.lua", "function Contact:edit()", "function Contact.edit()", ("undefined-global",)),
    Mutation("contacts", "app.lua", "self:open(Contact:new(), nil)", "self.open(Contact:new(), nil)", ("dot-call",)),
    Mutation("contacts", "app.lua", "#self:found()", "#self.found()", ("dot-call",)),
    Mutation("contacts", "app.lua", "self.name .. ", "self.name + ", ("text-sum",)),
    Mutation("contacts", "app.lua", 'or all .. " contacts"', 'or all + " contacts"', ("text-sum",)),
    Mutation("contacts", "app.lua", "_, contact in ipairs(", "contact in ipairs(", ("failing-action",)),
    Mutation("contacts", "app.lua", "in ipairs(self.contacts) do", "in self.contacts do", ("not-drawn",)),
    Mutation("contacts", "app.lua", "if all == 0 then", "if all = 0 then", ("not-loaded",)),
    Mutation("contacts", "app.lua", "~= nil\nend", "!= nil\nend", ("not-loaded",)),
    Mutation("contacts", "app.lua", "= not self.favourite", "= !self.favourite", ("not-loaded",)),
    Mutation("counter", "app.lua", "self.count = self.count + 1", "self.count += 1", ("not-loaded",)),
    Mutation("stopwatch", "app.lua", 'running and "Stop" or', 'running ? "Stop" :', ("not-loaded",)),
    Mutation("stopwatch", "app.lua", "self.running = true", "self.running = True", ("undefined-global",)),
    Mutation("contacts", "app.lua", "self.form = form", "this.form = form", ("undefined-global",)),
    Mutation("tasks", "app.lua", "#self.tasks", "self.tasks.length", ("failing-action",)),
    Mutation("tasks", "app.lua", "table.insert(self.projects, project)", "self.projects:insert(project)", _ACTION),
    Mutation("tasks", "app.lua", "table.insert(self.tasks, task)", "table.insert(self.tasks, task, 1)", _ACTION),
    Mutation("contacts", "app.lua", "text:lower(), 1, true", "text.lower(), 1, true", _ACTION),
    Mutation("stopwatch", "app.lua", "table.insert(self.laps, ", "self.laps[#self.laps] = (", ("last-index",)),
    Mutation("tasks", "app.lua", '        self.newTitle = ""', '        newTitle = ""', ("field-as-global",)),
    Mutation("contacts", "app.lua", "self:say(", "say(", _ACTION),
    Mutation("contacts", "app.lua", "mcp.pushState({", 'mcp.pushState("chat", {', _ACTION),
    # … in viewdefs and their style sheets.
    Mutation("contacts", _APP, 'ui-action="create()"', 'onclick="create()"', ("foreign-syntax",)),
    Mutation("contacts", _APP, 'ui-action="save()"', '@click="save()"', ("foreign-syntax",)),
    Mutation("contacts", _ROW, 'ui-value="name"></span>', ">{{name}}</span>", ("foreign-syntax",)),
    Mutation("contacts", _ROW, "ui-attr-aria-pressed", "ui-attr-aria-presed", ("unknown-attribute",)),
    Mutation("contacts", _APP, '<p role="status"', '<p role="staus"', ("unknown-word",)),
    Mutation("contacts", _FORM, "<label>Name", '<label for="nmae">Name', ("dangling-id",)),
    Mutation("contacts", _APP, "ui-class-hidden", "ui-class-hiden", ("broken-style",)),
    Mutation("contacts", _APP, "overflow-wrap: anywhere; }", "overflow-wrap: anywhere;", ("broken-style",)),
    Mutation("contacts", _APP, "var(--term-border)", "var(--term-boder)", ("broken-style",)),
    Mutation("contacts", _APP, 'ui-view="form"', 'ui-viewlist="form"', _ACTION),
    Mutation("contacts", _APP, '"create()">', '"create()>', ("unclosed-element",)),
    Mutation("contacts", _ROW, "<template>\n", "", ("malformed-viewdef",)),
    Mutation("contacts", _ROW, "", f"{RENAMED}viewdefs/Contact.listitem.html", ("unshown-view",)),
    Mutation("tasks", _TASK, 'ui-attr-checked="task.done"', 'ui-value="task.done?checked"', ("unknown-option",)),
    # What is left out, or is there twice.
    Mutation(
        "contacts", "app.lua", "    return contact\nend\n\nfunction ContactApp:r", "end\n\nfunction ContactApp:r",
        _ACTION,
    ),
    Mutation("contacts", "app.lua", "    return found\n", "", ("not-drawn",)),
    Mutation("contacts", "app.lua", "    return instance\n", "", ("no-global",)),
    Mutation("contacts", "app.lua", "instance.messages = instance.messages or {}", "", _ACTION),
    Mutation("tasks", "app.lua", "{ title = title }", "{ tilte = title }", ("unknown-key",)),
    Mutation("stopwatch", "app.lua", ", self.tenths % 10)", ")", ("not-drawn",)),
    Mutation(
        "contacts", "app.lua", "-- Talking with", 'function ContactApp:summary() return "" end\n-- ',
        ("repeated-method",),
    ),
    # Harmless, or not to be seen without knowing what was meant.
    Mutation(
        "tasks", "app.lua", "instance.tasks = instance.tasks or {}", "instance.tasks = {}",
        why="harmless: nothing makes a project with tasks",
    ),
    Mutation("contacts", _APP, 'type="search"', 'type="serach"', why="harmless: a browser shows a text field"),
    Mutation(
        "contacts", "app.lua", '= session:prototype("Contact"', '= session.prototype("Contact"',
        why="harmless: it is understood with a dot, too",
    ),
    Mutation("contacts", "app.lua", "mcp.pushState(", "mcp:pushState(", why="harmless: it is understood with both"),
    Mutation("stopwatch", "app.lua", "session:setInterval(", "setInterval(", why="harmless: there is such a global"),
    Mutation(
        "tasks", "app.lua", "self.task.done = not self.task.done", "self.done = not self.done",
        why="miss: a row could have a field done, as a task has",
    ),
    Mutation(
        "contacts", "app.lua", 'if text == "" then', 'if self.text == "" then',
        why="miss: a contact could have a field text, as a message has",
    ),
    Mutation(
        "contacts", _APP, 'ui-event-keypress-enter="send()"', 'ui-event-keydown="send()"',
        why="miss: only a test knows which keys send",
    ),
    Mutation(
        "stopwatch", "app.lua", "clearInterval(self._timer)", "clearInterval()",
        why="miss: only a test sees that it goes on",
    ),
    Mutation("stopwatch", "app.lua", "% 60", "% 6", why="miss: only a test knows the right number"),
    Mutation("counter", "app.lua", "count - 1", "count + 1", why="miss: only a test knows which way to count"),
)  # fmt: skip


def play(mutation: Mutation, project: Path) -> list[tuple[str, Finding]]:
    """What the checks find in a copy of the app with this change."""
    base = project / ".claude" / "ui"
    folder = base / "apps" / mutation.app
    shutil.copytree(fixtures_dir() / "apps" / mutation.app, folder)
    _change(mutation, folder)
    directory = AppDirectory(base)
    sandbox = Sandbox(directory, project, _extensions)
    try:
        return list(findings_of(App(mutation.app, directory, sandbox)))
    finally:
        sandbox.close()


def _change(mutation: Mutation, folder: Path) -> None:
    file = folder / mutation.file
    if mutation.new == DELETED:
        file.unlink()
    elif mutation.new.startswith(RENAMED):
        file.rename(folder / mutation.new.removeprefix(RENAMED))
    else:
        text = file.read_text(encoding="utf-8")
        assert mutation.old in text, mutation
        file.write_text(text.replace(mutation.old, mutation.new, 1), encoding="utf-8")


def _extensions(base_dir: Path) -> list[Extension]:
    return [StandaloneMcp(base_dir)]


def table() -> Iterator[str]:
    """The lines of the table in docs/collecting.md."""
    yield "| app | change | reported by |"
    yield "|---|---|---|"
    for mutation in MUTATIONS:
        text = " ".join(mutation.text.split()).replace("|", "\\|")
        result = mutation.why or " or ".join(f"`{rule}`" for rule in mutation.rules)
        yield f"| `{mutation.app}` | `{text}` | {result} |"


def main() -> None:
    """Play all and print the table."""
    for mutation in MUTATIONS:
        with tempfile.TemporaryDirectory() as place:
            rules = {finding.rule for _, finding in play(mutation, Path(place))}
        mark = "" if rules & set(mutation.rules) or (not rules and mutation.why) else "  <<<<"
        print(sorted(rules), mutation.text.replace("\n", " "), mark)  # noqa: T201 -- a program for the terminal
    print("\n".join(table()))  # noqa: T201 -- as above


if __name__ == "__main__":
    main()
