from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.compositor.policy.predicates import OPERATORS, fault, holds

ARGUMENTS: dict[str, Any] = {
    "path": "/srv/data/a.txt",
    "force": True,
    "count": 3,
    "ratio": 0.5,
    "none": None,
    "cmd": ["ls", "-la"],
    "target": {"name": "x", "list": [{"deep": 1}]},
    "a.b": 1,
}


@pytest.mark.parametrize(
    ("path", "condition", "expected"),
    [
        ("path", "/srv/data/a.txt", True),
        ("path", "/srv", False),
        ("force", True, True),
        ("force", 1, False),
        ("count", True, False),
        ("count", 3, True),
        ("count", 3.0, True),
        ("none", None, True),
        ("missing", None, False),
        ("count", [1, 3], True),
        ("count", [1, 2], False),
        ("cmd.0", "ls", True),
        ("cmd.1", {"glob": "-*"}, True),
        ("cmd.2", {"exists": False}, True),
        ("cmd.x", {"exists": False}, True),
        ("cmd.-1", {"exists": False}, True),
        ("cmd", {"contains": "ls"}, True),
        ("cmd", {"contains": "l"}, False),
        ("path", {"contains": "data"}, True),
        ("path", {"contains": 5}, False),
        ("count", {"contains": 3}, False),
        ("target.name", "x", True),
        ("target.list.0.deep", {"at_least": 1, "at_most": 1}, True),
        ("target.name.x", {"exists": False}, True),
        ("count", {"at_least": 4}, False),
        ("count", {"at_most": 2.5}, False),
        ("ratio", {"at_most": 1}, True),
        ("force", {"at_least": 0}, False),
        ("path", {"at_least": 0}, False),
        ("path", {"glob": "*.txt"}, True),
        ("path", {"glob": "*.TXT"}, False),
        ("count", {"glob": "*"}, False),
        ("path", {"not_glob": "*.key", "under": "/srv/data"}, True),
        ("path", {"under": "/srv/dat"}, False),
        ("path", {"under": "/srv/data/"}, True),
        ("path", {"under": "/"}, True),
        ("count", {"under": "/"}, False),
        ("force", {"is": True}, True),
        ("force", {"is_not": True}, False),
        ("count", {"in": [1, 2, 3]}, True),
        ("count", {"not_in": [1, 2, 3]}, False),
        ("none", {"exists": True}, True),
        ("none", {"exists": False}, False),
        ("missing", {"exists": True}, False),
        ("missing", {"is_not": 1}, True),
        ("missing", {"not_in": [1]}, True),
        ("missing", {"not_glob": "*"}, True),
        ("missing", {"not_under": "/"}, None),
        ("count", {"not_under": "/"}, None),
        ("cmd", {"under": "/srv"}, None),
        ("path", {"not_under": "/etc", "glob": "*.key"}, False),
        ("missing", {"under": "/"}, False),
        ("missing", {"is": None}, False),
        ("missing", {"in": [None]}, False),
        ("missing", {"contains": None}, False),
        ("missing", {"at_most": 5}, False),
    ],
)
def test_a_condition_holds_of_an_argument_or_not(path: str, condition: Any, expected: bool | None) -> None:
    assert fault(condition) is None
    assert holds({path: condition}, ARGUMENTS) is expected


@pytest.mark.parametrize(
    "path", ["/srv/data/../etc/passwd", "/srv/data/../../etc", "/srv/database", "srv/data/x", "..", ""]
)
def test_a_path_that_leads_out_of_a_directory_is_not_under_it(path: str) -> None:
    assert not holds({"path": {"under": "/srv/data"}}, {"path": path})


def test_every_condition_must_hold() -> None:
    assert holds({"force": True, "count": 3}, ARGUMENTS)
    assert not holds({"force": True, "count": 4}, ARGUMENTS)
    assert holds({}, None)
    assert not holds({"force": True}, None)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({"equals": 1}, "unknown operator 'equals'; expected one of is, is_not, in,"),
        ({"in": "abc"}, "in takes a list, got 'abc'"),
        ({"glob": 5}, "glob takes a pattern such as *.txt, got 5"),
        ({"under": None}, "under takes a directory, got None"),
        ({"under": ""}, "under takes a directory, got ''"),
        ({"not_under": " "}, "not_under takes a directory, got ' '"),
        ({}, "it is empty; expected one of is, is_not,"),
        ({"at_least": True}, "at_least takes a number, got True"),
        ({"exists": 1}, "exists takes true or false, got 1"),
        ({5: 1}, "unknown operator 5"),
    ],
)
def test_a_condition_that_makes_no_sense_is_explained(condition: Any, message: str) -> None:
    assert message in (fault(condition) or "")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, st.sampled_from(sorted(OPERATORS)), JSON)
def test_an_operator_and_its_negation_never_agree_and_never_fail(value: Any, name: str, wanted: Any) -> None:
    if fault({name: wanted}) is not None:
        return
    truth = holds({"x": {name: wanted}}, {"x": value})
    opposite = {"is": "is_not", "in": "not_in", "glob": "not_glob", "under": "not_under"}.get(name)
    if opposite:
        # Where a path leads may be unknown to both.
        assert truth is None or holds({"x": {opposite: wanted}}, {"x": value}) is not truth
