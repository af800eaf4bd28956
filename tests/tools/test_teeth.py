"""The mutations of `make teeth` still apply, and the tool tells caught ones from survivors."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.teeth import __main__ as teeth
from tools.teeth.mutations import EXAMPLES, MUTATIONS, DoesNotApply, Mutation
from tools.teeth.trying import Outcome


@pytest.mark.parametrize("one", MUTATIONS, ids=lambda one: one.name)
def test_each_mutation_applies(one: Mutation, tmp_path: Path) -> None:
    copy = tmp_path / one.file
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(EXAMPLES / one.example / one.file, copy)
    one.apply(tmp_path)
    assert copy.read_bytes() != (EXAMPLES / one.example / one.file).read_bytes()


def test_there_are_thirty_of_one_app_with_names_of_their_own() -> None:
    assert len([one for one in MUTATIONS if one.example == "contacts"]) == 30
    assert len({one.name for one in MUTATIONS}) == len(MUTATIONS)


def test_a_text_that_is_not_there_once_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "app.lua").write_text("one one", encoding="utf-8")
    with pytest.raises(DoesNotApply, match=r"expected 'one' once in contacts/app\.lua, found 2"):
        Mutation("x", "contacts", "app.lua", "one", "two").apply(tmp_path)


@pytest.mark.parametrize(("survivors", "code"), [(len(MUTATIONS) - 28, 0), (len(MUTATIONS) - 27, 1)])
def test_fewer_than_28_are_too_few(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], survivors: int, code: int
) -> None:
    lost = MUTATIONS[:survivors]

    def tried(example: str, one: Mutation | None = None) -> Outcome:
        return Outcome(0, "", "") if one is None or one in lost else Outcome(1, "test_x", "")

    monkeypatch.setattr(teeth, "tried", tried)
    assert teeth.main([]) == code
    told = capsys.readouterr().out
    assert f"{len(MUTATIONS) - survivors} of {len(MUTATIONS)} caught" in told
    assert told.count("survived: ") == survivors


def test_a_run_that_could_not_begin_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = {None: Outcome(0, "", ""), MUTATIONS[0]: Outcome(4, "", "ERROR: usage")}
    monkeypatch.setattr(teeth, "tried", lambda _, one=None: outcomes[one])
    assert teeth.main([MUTATIONS[0].name]) == 2
    assert "drop the binding of a cell: the tests could not be run:\nERROR: usage" in capsys.readouterr().out


def test_examples_that_fail_without_a_mutation_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(teeth, "tried", lambda *_: Outcome(1, "test_x", "FAILED test_x"))
    assert teeth.main(["drop"]) == 2
    assert "fail before anything is broken:\nFAILED test_x" in capsys.readouterr().out
