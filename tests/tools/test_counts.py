from __future__ import annotations

from pathlib import Path

import pytest

from tools import counts

SOURCE = '''
"""A module."""
TABLE = {"a": 1}
NAMES: Final = {"b"}
__all__ = ["work"]

# A reason.
def work(found, name):
    here = name if found else None
    a, b = 1, 2
    a, b = b, a
    return sorted(here, key=lambda item: item)


class Thing: ...
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(counts, "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_every_kind_is_counted_with_its_place(module: Path) -> None:
    result = counts.count([module])
    assert [str(place) for place in result.bare_names] == ["module.py:8 found", "module.py:9 here"]
    assert [str(place) for place in result.mutable_globals] == ["module.py:3 TABLE"]
    assert (len(result.conditionals), len(result.lambdas), len(result.parallel), result.comments) == (1, 1, 1, 1)


def test_a_class_of_the_same_name_in_another_module_counts(module: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text("class Thing: ...\nclass _Thing: ...\n", encoding="utf-8")
    assert [place.text for place in counts.count([module, other]).repeated_classes] == ["Thing"]


def test_a_limit_that_is_passed_names_the_files(
    module: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "PACKAGE", module.parent)
    assert counts.main() == 1
    output = capsys.readouterr().out
    assert "WORSE lambdas per 1,000 lines" in output
    assert "lambdas per 1,000 lines, by file:\n     1 module.py\n" in output
