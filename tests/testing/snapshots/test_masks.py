from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.testing.snapshots.masks import MASKS, mask_keys, mask_text


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("http://127.0.0.1:43765/app", "http://127.0.0.1:<port>/app"),
        ("ws://localhost:80/ws", "ws://localhost:<port>/ws"),
        ("http://[::1]:8080/", "http://[::1]:<port>/"),
        ("at 2026-11-18T14:00:01.123Z", "at <time>"),
        ("2026-11-18 14:00:01+01:00, then", "<time>, then"),
        ("id 0F8FAD5B-D9CB-469F-A165-70867728950E", "id <id>"),
        ("/tmp/pytest-of-me/pytest-12/test_x0/project/ui", "<tmp>/project/ui"),
        ('"/private/var/x/pytest-of-me/pytest-1/popen-gw1/test_x0"', '"<tmp>"'),
        ("see /somewhere/else/test_y0/file", "see <tmp>/file"),
    ],
)
def test_values_that_vary_between_runs_are_masked(text: str, masked: str) -> None:
    assert mask_text(text, MASKS, Path("/somewhere/else")) == masked


@pytest.mark.parametrize(
    "text",
    [
        "10:30",
        "2026-11-18",
        "01:01.5",
        "call 1555123456",
        "version 1.0.0",
        "10.127.0.0.1:80",
        "example.org:8080",
        "ui-1",
    ],
)
def test_values_that_may_belong_to_the_app_are_not_masked(text: str) -> None:
    assert mask_text(text, MASKS) == text


def test_the_session_and_the_version_of_a_server_are_masked_where_the_server_reports_them() -> None:
    state = {"sessionId": "1", "value": {"sessionId": "mine", "version": "2"}, "events": []}
    assert mask_keys(state) == state | {"sessionId": "<id>"}
    assert mask_keys({"base_dir": "x", "version": "1"}) == {"base_dir": "x", "version": "<version>"}
    assert mask_keys({"version": "2"}) == {"version": "2"}
    assert mask_keys([1]) == [1]
