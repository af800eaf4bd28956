"""What is another value in each run."""

from __future__ import annotations

import pytest

from pytest_uimcp.testing.recording.clients import result_of, steady_fields
from pytest_uimcp.testing.recording.varying import Varying


@pytest.fixture
def varying() -> Varying:
    made = Varying()
    made.add([("/home/ada/ui", "the base directory"), ("41234", "a port"), ("", "nothing")])
    return made


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ("see http://127.0.0.1:8000/x", "an address with a port"),
        ({"port": 41234}, "a port"),
        (["in /home/ada/ui/apps"], "the base directory"),
        ("2026-01-02T10:11:12Z", "a date with a time"),
        ("00:01.5", "a time"),
        ({"at": 1763000000}, "a number that is a time"),
        ("6f9619ff-8b86-d011-b42d-00cf4fc964ff", "an id"),
        ("table: 0x55d0c8a2f1b0", "an address in memory"),
    ],
)
def test_it_is_recognised(varying: Varying, data: object, what: str) -> None:
    assert varying.find(data) == what


@pytest.mark.parametrize("data", ["2 contacts", {"n": 412345}, [1, 2.5], "ratio 3:4", None, "/home/ada/uis"])
def test_steady_data_is_compared(varying: Varying, data: object) -> None:
    assert varying.find(data) is None


@pytest.mark.parametrize(
    ("text", "is_error", "said"),
    [
        ("3", False, {"returns": 3}),
        ('{"a": [1]}', False, {"returns": {"a": [1]}}),
        ("plain words", False, {"returns": "plain words"}),
        ("nil", False, {}),
        ("listens on 127.0.0.1:4000", False, {}),
        ("x" * 5000, False, {}),
        ("[" * 30 + "]" * 30, False, {}),
        ("no such app\nstack traceback:\n…", True, {"fails": "no such app"}),
        ("cannot reach 127.0.0.1:4000 from here", True, {"fails": "cannot reach"}),
    ],
)
def test_a_result_is_compared_as_far_as_it_is_the_same_in_each_run(
    varying: Varying, text: str, is_error: bool, said: dict[str, object]
) -> None:
    found, why = result_of("ui_run", text, is_error, varying)
    assert found == said
    assert bool(why) == (not said and text != "nil")


def test_fields_of_an_event_that_vary_are_left_out(varying: Varying) -> None:
    event = {"app": "desk", "event": "login", "at": 1763000000, "where": {"url": "http://localhost:41234"}}
    steady, others = steady_fields(event, varying)
    assert list(steady.items()) == [("event", "login"), ("app", "desk")]
    assert others == ["at", "where"]
