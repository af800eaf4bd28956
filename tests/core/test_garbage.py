from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from pytest_uimcp.core.garbage import ImportedWorld, collector_paused
from tests.openapi.making import get, target


def test_the_collector_is_on_again_after_the_block_even_if_that_fails() -> None:
    with pytest.raises(ZeroDivisionError), collector_paused():
        _ = 1 // gc.isenabled()
    assert gc.isenabled()


def test_whoever_has_turned_it_off_finds_it_off() -> None:
    with collector_paused():
        with collector_paused():
            pass
        assert not gc.isenabled()


def test_no_garbage_is_collected_while_a_list_of_tools_is_made() -> None:
    document = get("/things")
    document["paths"] = {f"/things{number}": document["paths"]["/things"] for number in range(300)}
    tools = target(document).tools
    collections = []

    def note(phase: str, _info: dict[str, int]) -> None:
        collections.append(phase)

    usual = gc.get_threshold()
    gc.callbacks.append(note)
    try:
        gc.set_threshold(10)
        tools.listed()
        during = len(collections)
    finally:
        gc.set_threshold(*usual)
        gc.callbacks.remove(note)
    # Before and after the block there are a few objects too.
    assert during <= 20


class Knot:
    """Garbage as soon as nobody knows it, which only the collector finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def nothing_aside() -> Iterator[None]:
    """The run of this test may have set its own world aside."""
    gc.unfreeze()
    with collector_paused():
        yield
    gc.unfreeze()


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_aside")
def test_the_imported_world_is_set_aside_after_a_full_collection_and_comes_back() -> None:
    world = ImportedWorld()
    world.set_aside()
    assert gc.get_freeze_count() == 0
    gc.collect()
    world.set_aside()
    aside = gc.get_freeze_count()
    assert aside > len(gc.get_objects())
    # As long as nothing more is imported, what is made later remains the collector's.
    later = [Knot() for _ in range(10)]
    gc.collect()
    world.set_aside()
    assert gc.get_freeze_count() <= aside
    assert later[0] in gc.get_objects()
    world.take_back()
    assert gc.get_freeze_count() == 0


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_aside")
def test_garbage_is_collected_before_the_world_is_set_aside() -> None:
    world = ImportedWorld()
    gc.collect()
    garbage = weakref.ref(Knot())
    assert garbage() is not None
    world.set_aside()
    assert garbage() is None


@pytest.mark.usefixtures("nothing_aside")
def test_what_somebody_else_has_set_aside_stays_aside() -> None:
    gc.freeze()
    world = ImportedWorld()
    gc.collect()
    world.set_aside()
    world.take_back()
    assert gc.get_freeze_count() > 0
