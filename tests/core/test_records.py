"""What a class is like that `core/records.py` has made, beside one of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field

import pytest

from pytest_uimcp.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    file: str
    line: int = 1
    note: str = field(default="", compare=False)
    names: list[str] = field(default_factory=list, repr=False, compare=False)


@dataclass
class Draft:
    text: str
    inner: object = None


@dataclass(slots=True, eq=False)
class Node:
    name: str


@dataclass(frozen=True, slots=True)
class Other:
    file: str
    line: int = 1


def test_objects_are_compared_hashed_and_shown_by_their_fields() -> None:
    assert Place("a") == Place("a", 1, "said") != Place("b")
    assert len({Place("a"), Place("a", note="other"), Place("a", 2)}) == 2
    assert repr(Place("a", 2, "x")) == "Place(file='a', line=2, note='x')"


def test_objects_of_two_classes_are_different() -> None:
    assert Place("a") != Other("a")


def test_what_may_change_has_no_hash_unless_it_is_compared_by_identity() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Draft("a"))
    assert Node("a") != Node("a")
    assert len({Node("a"), Node("a")}) == 2


def test_an_object_within_itself_is_shown() -> None:
    draft = Draft("a")
    draft.inner = draft
    assert repr(draft) == "Draft(text='a', inner=...)"


def test_the_standard_library_takes_them_for_its_own() -> None:
    assert [field.name for field in dataclasses.fields(Place)] == ["file", "line", "note", "names"]
    assert dataclasses.replace(Place("a"), line=3) == Place("a", 3)
    assert dataclasses.asdict(Other("a")) == {"file": "a", "line": 1}
    assert Place.__match_args__ == ("file", "line", "note", "names")


def test_objects_can_be_copied_and_stored() -> None:
    assert copy.deepcopy(Place("a", 2)) == pickle.loads(pickle.dumps(Place("a", 2))) == Place("a", 2)


def test_the_lists_of_two_objects_are_two() -> None:
    assert Place("a").names is not Place("a").names
