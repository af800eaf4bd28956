from __future__ import annotations

from pytest_uimcp.core.printable import printable, printable_lines


def test_what_commands_a_terminal_is_shown_as_an_escape() -> None:
    assert printable("a\x1b[31mb\x9b2J\r\n") == r"a\x1b[31mb\x9b2J\r\n"
    assert printable("\u202egnp.exe \udcff") == r"\u202egnp.exe \udcff"


def test_other_text_stays() -> None:
    assert printable("Grüße, 世界 😀 \u200d") == "Grüße, 世界 😀 \u200d"


def test_lines_stay_lines() -> None:
    assert printable_lines("a\n\tb\n") == "a\n\\tb\n"
