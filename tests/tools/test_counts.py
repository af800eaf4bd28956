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


def test_dense_lines_count_as_opened(module: Path) -> None:
    result = counts.count([module])
    assert (result.statements, result.opened_statements) == (11, 11 + 2 + 2 + 1)


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


def test_a_small_module_that_one_other_imports_counts(module: Path, tmp_path: Path) -> None:
    user = tmp_path / "user.py"
    user.write_text("from module import work\n", encoding="utf-8")
    assert [place.path.name for place in counts.count([module, user]).splinters] == ["module.py"]
    second = tmp_path / "second.py"
    second.write_text("import module\n", encoding="utf-8")
    assert counts.count([module, user, second]).splinters == []


def test_a_class_name_with_a_reason_may_stand_in_several_modules(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.py"
    other.write_text("class Thing: ...\n", encoding="utf-8")
    monkeypatch.setattr(counts, "SHARED_NAMES", {"Thing": "each field has one"})
    assert counts.count([module, other]).repeated_classes == []


def test_folders_have_a_row_each_and_the_package_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = tmp_path / "pytest_uimcp" / "room"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text("first = 1 if True else 2\n", encoding="utf-8")
    (room.parent / "module.py").write_text(SOURCE, encoding="utf-8")
    assert counts.main(["--rooms", str(tmp_path)]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:4] for row in rows[1:]] == [["room", "1", "1", "3"], ["pytest_uimcp", "12", "12", "19"]]
