"""Every case of the matrix on the page, against what was recorded in Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.page import NotModelled
from pytest_uimcp.page.gaps import noted_refusals, refuse
from tests.page.matrix import records
from tests.page.matrix.compare import difference, refusal
from tests.page.matrix.stage import PageStage, pages, play
from tests.page.matrix.tables import all_cases, cases_of, families
from tools import components

SHOWN = 5
COMPONENT = re.compile(r"<(sl-[\w-]+)>")
CONTROLS = {"date-parts": "input", "undo": "input", "pattern": "input", "select-popup": "select"}
"""The control that a refusal without the name of a component is about; sliders and open pickers may be refused."""
NEVER_REFUSED = frozenset(
    {"sl-button", "sl-checkbox", "sl-details", "sl-dialog", "sl-dropdown", "sl-input", "sl-menu", "sl-radio-group",
     "sl-select", "sl-switch", "sl-tab-group",
     "button", "checkbox", "details", "dialog", "input", "radio", "select", "textarea"}
)  # fmt: skip
MOST_REFUSED = 0.05
LEAST = 3000


def blamed(refused: NotModelled) -> str:
    """The component or control whose behaviour the page does not know; empty if it is about something else."""
    named = COMPONENT.search(str(refused))
    return named[1] if named else CONTROLS.get(refused.gap, "")


def differences(stage: PageStage, name: str) -> tuple[list[str], list[str]]:
    """What differs in a family's cases, each in words, and the ids of the cases that the page may refuse and does."""
    stored = records.read(name)
    failures: list[str] = []
    refused: list[str] = []
    for case in cases_of(name):
        mark, recorded = stored.get(case.id, ("", []))
        if mark != records.mark_of(case):
            failures.append(f"{case.id}: not recorded as it is now: make record-page ARGS={name}")
            continue
        with noted_refusals() as noted:
            for number, ours in enumerate(play(stage, case)):
                if refusal(ours):
                    refused.append(case.id)
                    failures += [
                        f"{case.id}: must not be refused: {one}" for one in noted if blamed(one) in NEVER_REFUSED
                    ]
                    break
                if found := difference(case, number, recorded[number], ours):
                    failures.append(found)
                    break
    return failures, refused


@pytest.mark.parametrize("name", families())
def test_the_page_does_what_chromium_did(
    name: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with pages(tmp_path) as stage:
        failures, refused = differences(stage, name)
    record_property("matrix on the page", len(cases_of(name)))
    if failures:
        more = len(failures) - SHOWN
        shown = "\n\n".join(failures[:SHOWN]) + (f"\n\nand {more} more cases" if more > 0 else "")
        pytest.fail(f"{len(failures)} of {len(cases_of(name))} cases differ\n\n{shown}", pytrace=False)
    listed = [case.id for case in cases_of(name) if case.id in records.refused()]
    assert refused == listed, "the page refuses other cases than those in refused.txt: make record-page ARGS=--refused"


def test_few_cases_are_refused_and_none_of_the_components_that_every_app_has() -> None:
    refused = records.refused()
    everything = [case.id for case in all_cases()]
    assert len(everything) >= LEAST
    assert set(refused) <= set(everything)
    assert len(refused) <= MOST_REFUSED * len(everything)
    assert not {case_id.split("/")[0] for case_id in refused} & NEVER_REFUSED


def test_the_table_of_elements_is_that_of_the_package() -> None:
    assert components.TABLE.read_text(encoding="utf-8") == components.text()


def test_a_refusal_is_blamed_on_the_component_or_control_that_it_names() -> None:
    found = {}
    refusals = [
        ("component", "sl-popup"),
        ("component-use", "how <sl-input> ends"),
        ("date-parts", "date"),
        ("link", "/x"),
    ]
    for gap, what in refusals:
        with pytest.raises(NotModelled) as refused:
            refuse(gap, what)
        found[gap] = blamed(refused.value)
    assert found == {"component": "sl-popup", "component-use": "sl-input", "date-parts": "input", "link": ""}
