from __future__ import annotations

from pathlib import Path

from pytest_uimcp.checks.findings import Finding, Findings


def test_a_finding_has_a_place_a_fault_similar_names_and_advice(tmp_path: Path) -> None:
    found = Finding("no such thing", tmp_path / "a" / "app.lua", 3, ("thing", "think"), "write it", " at 1\n at 2")
    assert found.headline(tmp_path) == "a/app.lua:3: no such thing"
    assert found.text(tmp_path, long=False).splitlines()[1:] == ["  near it: thing, think", "  write it"]
    assert found.text(tmp_path, long=True).splitlines()[3:] == ["  Lua was at:", "    at 1", "    at 2"]


def test_a_distant_file_is_named_in_full(tmp_path: Path) -> None:
    file = tmp_path / "app.lua"
    assert Finding("wrong", file).headline(tmp_path / "a" / "b") == f"{file}: wrong"
    assert Finding("wrong", file).headline(tmp_path / "a") == "../app.lua: wrong"
    assert Finding("wrong").headline(tmp_path) == "wrong"


def test_duplicate_findings_are_merged() -> None:
    assert Findings([Finding("a"), Finding("b"), Finding("a")]).found == (Finding("a"), Finding("b"))
