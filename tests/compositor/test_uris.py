from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.compositor.uris import exposed_uri, raw_uri

TABLE = [
    ("ui", "ui://chat/inbox", "ui://ui/chat/inbox"),
    ("p", "chat://head", "chat://p/head"),
    ("p", "chat://{name}", "chat://p/{name}"),
    ("p", "file:///a/b", "file://p//a/b"),
    ("p", "x://?q=1", "x://p/?q=1"),
    ("p", "urn:isbn:1", "urn:p/isbn:1"),
    ("p", "notes", "p/notes"),
    ("p", "x://", "x://p/"),
]


@pytest.mark.parametrize(("prefix", "own", "exposed"), TABLE)
def test_a_uri_has_the_prefix_after_its_scheme(prefix: str, own: str, exposed: str) -> None:
    assert exposed_uri(prefix, own) == exposed
    assert raw_uri(exposed) == (prefix, own)


@given(st.from_regex(r"[a-z][a-z0-9_]{0,49}", fullmatch=True), st.text())
def test_every_uri_survives_a_round_trip(prefix: str, uri: str) -> None:
    assert raw_uri(exposed_uri(prefix, uri)) == (prefix, uri)
