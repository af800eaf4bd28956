"""What type checkers know of the verbs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


# Where there is no cache, a minute of a processor.
@pytest.mark.timeout(1800)
@pytest.mark.slow
def test_type_checkers_know_what_verbs_take(tmp_path: Path) -> None:
    lines = {
        'page.click("x", nth=1, css="p", role="button", name="x")': None,
        'page.see("x", nth=-1)': None,
        'browser.press("n", "Note", css="p")': None,
        'page.click("x", nht=1)': 'Unexpected keyword argument "nht" for "click" of "Scope"',
        'browser.see("x", rolle="p")': 'Unexpected keyword argument "rolle" for "see" of "Scope"',
        'page.find(css="p").fill("x", nth="1")': (
            'Argument "nth" to "fill" of "Scope" has incompatible type "str"; expected "int"'
        ),
    }
    head = "from pytest_uimcp import Browser, Page\n\ndef test_it(page: Page, browser: Browser) -> None:"
    file = tmp_path / "small.py"
    file.write_text("\n".join([head, *(f"    {line}" for line in lines)]), encoding="utf-8")
    # In the project's directory, with its settings: there is a cache of the package if `make types` has run.
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1700, check=False)
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    expected = [(number, said) for number, said in enumerate(lines.values(), 4) if said]
    assert len(errors) == len(expected), done.stdout
    for line, (number, said) in zip(errors, expected, strict=True):
        assert f"small.py:{number}: error: {said}" in line
