"""What a test types into a password field, or passes as a token, is shown in no report."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.warm

SECRET = "hunter2-Wq9"
TOKEN = "q7Zr1VbN0xKp3LmT8sWd5YgH"
VIEW = """<template><div>
  <label>Password <input type="password" ui-value="password?keypress"></label>
  <p ui-value="message"></p>
</div></template>
"""
LUA = """
Door = session:prototype("Door", {password = "", message = ""})
function Door:open() self.message = "Opened with " .. self.password print("opened with " .. self.password) end
if not session.reloading then door = Door:new({}) end
"""
TEST = """
def test_the_door(uimcp, uimcp_page):
    uimcp_page.fill("Password", "{secret}")
    uimcp.tool("ui_run", code="door:open() return {{token = '{token}'}}")
    uimcp_page.see("Opened")
    uimcp_page.see("Closed")
"""


def test_no_secret_of_a_failing_test_is_in_its_sections_or_its_report(pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("ui") / "apps/door"
    (folder / "viewdefs").mkdir(parents=True)
    (folder / "app.lua").write_text(LUA, encoding="utf-8")
    (folder / "viewdefs/Door.DEFAULT.html").write_text(VIEW, encoding="utf-8")
    pytester.makepyfile(TEST.format(secret=SECRET, token=TOKEN))
    result = pytester.runpytest_subprocess("--uimcp-report", "report", "--uimcp-dir", "ui", "-vv")
    result.assert_outcomes(failed=1)
    # What the test's own code says stands in the traceback; what it led to does not.
    output = result.stdout.str().partition("NotSeen: see('Closed')")[2]
    assert "fill('Password', '***')" in output
    assert "Opened with ***" in output
    report = (pytester.path / "report/report.html").read_text(encoding="utf-8")
    assert "Opened with ***" in report
    for secret in (SECRET, TOKEN):
        assert secret not in output
        assert secret not in report
