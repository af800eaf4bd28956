"""Addresses of e-mail with letters of other alphabets; the values were seen in Chromium."""

from __future__ import annotations

import pytest

from pytest_uimcp.page.dom.input_values import ascii_address


@pytest.mark.parametrize(
    ("entered", "value"),
    [
        ("a@b.deQü", "a@b.xn--deq-joa"), ("a@straße.de", "a@strasse.de"), ("a@♥.de", "a@xn--g6h.de"),
        ("ü@b.de", "ü@b.de"), ("a@x..ü", "a@x..ü"), ("a@-ü", "a@-ü"), ("a@ü_x.de", "a@ü_x.de"), ("a@b@ü", "a@b@ü"),
        ("a@ü b", "a@ü b"), ("ü", "ü"), ("a@" + "ü" * 70 + ".de", "a@" + "ü" * 70 + ".de"),
    ],
)  # fmt: skip
def test_the_domain_is_written_in_ascii_if_it_can_be(entered: str, value: str) -> None:
    assert ascii_address(entered) == value
