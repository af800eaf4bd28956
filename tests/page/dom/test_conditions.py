from __future__ import annotations

import pytest

from pytest_uimcp.page.dom.conditions import media_matches, supports


@pytest.mark.parametrize(
    ("query", "applies"),
    [
        ("", True), ("screen", True), ("print", False), ("only screen and (min-width: 768px)", True),
        ("not print", True), ("not all and (hover)", False), ("(100px < width <= 1280px)", True),
        ("(min-width: 40em) and (not (max-width: 2em))", True), ("print, (color)", True), ("screen and", False),
        ("(max-width: 1px) or (orientation: landscape)", True), ("(hover) and (grid) or (color)", False),
        ("(resolution: 2dppx)", None), ("not (resolution: 2dppx)", None), ("print and (resolution: 2dppx)", False),
    ],
)  # fmt: skip
def test_a_media_query_applies_or_not_or_is_not_known(query: str, applies: bool | None) -> None:
    assert media_matches(query) is applies


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(display: grid)", True), ("(display: nonsense)", False), ("not (display: grid)", False), ("(--a: b)", True),
        ("(display: grid) and (gap: 1px)", True), ("(display: x) or (not (display: y))", True),
        ("selector(:has(a))", True), ("selector(:nonsense)", False), ("(nonsense: 1)", False),
        ("(nonsense: 1) or (color: red)", True), ("(grid-template-rows: nonsense)", None),
        ("(grid-template-rows: nonsense) or (color: red)", True), ("(display: run-in)", False),
        ("font-tech(color-COLRv1)", True), ("font-tech(nonsense)", None), ("(height: 100dvh)", True),
    ],
)  # fmt: skip
def test_a_feature_is_there_or_not_or_not_known(condition: str, holds: bool | None) -> None:
    assert supports(condition) is holds
