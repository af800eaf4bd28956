"""Actions are called once on the copy; what is withheld from them is not held against them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.checking import VIEW, findings_in, rules_in, write_app

APP = """\
Notes = session:prototype("Notes", {{ text = "milk", draft = EMPTY }})
{methods}
if not session.reloading then notes = Notes:new() end
"""


def app(tmp_path: Path, methods: str, view: str = VIEW) -> Path:
    return write_app(tmp_path, APP.format(methods=methods), view)


def test_an_action_that_fails_is_told_with_its_line(tmp_path: Path) -> None:
    (finding,) = findings_in(app(tmp_path, "function Notes:clear() self.text = self.text + 1 end"))

    assert finding.rule == "failing-action"
    assert finding.line == 2
    assert 'when ui-action="clear()" of Notes.DEFAULT is called' in finding.message


@pytest.mark.parametrize(
    "effect",
    [
        'local pipe = io.popen("ls"); self.text = pipe:read("*a").missing.field',
        'os.execute("touch /tmp/never"); self.text = nil + 1',
        'local file = io.open("/etc/passwd"); self.text = file:read("*a")',
        'local file = io.open("not-there.txt"); self.text = file:read("*a")',
    ],
)
def test_an_error_behind_a_withheld_effect_is_dropped(tmp_path: Path, effect: str) -> None:
    assert rules_in(app(tmp_path, f"function Notes:clear() {effect} end")) == []


def test_commands_are_not_run_and_files_elsewhere_stay(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    command = f"os.execute('echo x > {outside}')"
    file = f"local file = io.open('{outside}', 'w'); if file then file:write('x'); file:close() end"

    assert rules_in(app(tmp_path, f"function Notes:clear() {command}; {file} end")) == []
    assert not outside.exists()


def test_events_of_actions_reach_nobody_and_are_not_counted(tmp_path: Path) -> None:
    lua = """\
function Notes:clear() mcp.pushState({ kind = "cleared" }) end
function Notes:waiting() return ({ [0] = "nothing waits" })[mcp:pendingEventCount()]:upper() end"""
    view = '<template><p ui-value="waiting()"></p><button ui-action="clear()">Clear</button></template>'

    assert rules_in(app(tmp_path, lua, view)) == []


def test_files_of_the_copy_are_written_and_read(tmp_path: Path) -> None:
    lua = """\
function Notes:clear()
    local file = io.open(".ui/apps/notes/kept.txt", "w")
    file:write("kept")
    file:close()
    self.text = io.open(".ui/apps/notes/kept.txt"):read("*a") + 1
end"""
    base_dir = app(tmp_path, lua)

    assert rules_in(base_dir) == ["failing-action"]
    assert not (base_dir / "apps" / "notes" / "kept.txt").exists()


def test_what_only_misses_something_counts_where_a_user_can_come(tmp_path: Path) -> None:
    methods = (
        "function Notes:clear() self.text = self.draft.text end\nfunction Notes:isEmpty() return not self.draft end"
    )
    hidden = VIEW.replace('ui-action="clear()"', 'ui-action="clear()" ui-attr-disabled="isEmpty()"')

    assert rules_in(app(tmp_path / "disabled", methods, hidden)) == []
    assert rules_in(app(tmp_path / "enabled", methods)) == ["failing-action"]


def test_each_action_begins_with_the_state_of_the_start(tmp_path: Path) -> None:
    methods = """\
local count = 0
function Notes:clear() count = count + 1; self.text = nil; self.other = true end
function Notes:again() assert(count == 0 and self.text == "milk" and not self.other) end"""
    view = VIEW.replace("</template>", '<button ui-action="again()">Again</button></template>')

    assert rules_in(app(tmp_path, methods, view)) == []


def test_a_comment_keeps_an_action_from_being_called(tmp_path: Path) -> None:
    failing = 'function Notes:clear() error("called") end'

    assert rules_in(app(tmp_path / "called", failing)) == ["failing-action"]
    assert rules_in(app(tmp_path / "lua", f"-- uimcp: not called\n{failing}")) == []
    view = VIEW.replace("  <button", "  <!-- uimcp: not called -->\n  <button")
    assert rules_in(app(tmp_path / "view", failing, view)) == []


def test_fields_are_filled_before(tmp_path: Path) -> None:
    methods = 'function Notes:clear() if self.mail == "ada@example.org" then error("filled") end end'
    view = VIEW.replace("<p ", '<input type="email" aria-label="Mail" ui-value="mail"><p ')
    lua = APP.format(methods=methods).replace("draft = EMPTY", 'mail = ""')

    (finding,) = findings_in(write_app(tmp_path, lua, view))

    assert "filled" in finding.message
