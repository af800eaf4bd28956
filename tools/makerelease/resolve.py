"""Resolves the wheels of a target: follows Requires-Dist with the target's markers."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from .targets import Python, Target
from .wheelhouse import Wheelhouse, requirements_of

__all__ = ["LEFT_OUT", "resolve"]

# Imported only by `pytest --uimcp` and browser tests; the server does not need them.
_ONLY_TESTS = ("playwright", "pytest", "respx", "syrupy")
# Of the two HTML parsers every file carries the one in Python, whatever the markers say: one wheel for all systems
# and Pythons, where the other would be 7 MB in each file, and no file that cannot be built for want of a wheel.
_NATIVE_PARSER, _PURE_PARSER = "turbohtml", "justhtml"
LEFT_OUT = frozenset(map(canonicalize_name, (*_ONLY_TESTS, _NATIVE_PARSER)))


@dataclass
class _Walk:
    """The requirements so far, with all version constraints."""

    target: Target
    python: Python
    wanted: dict[NormalizedName, Requirement] = field(default_factory=dict)

    def want(self, requirements: Iterable[Requirement], extras: set[str]) -> None:
        for requirement in requirements:
            name = canonicalize_name(requirement.name)
            if name in LEFT_OUT or not self._applies(requirement, extras):
                continue
            known = self.wanted.setdefault(name, Requirement(name))
            known.specifier &= requirement.specifier
            known.extras |= requirement.extras

    def _applies(self, requirement: Requirement, extras: set[str]) -> bool:
        if requirement.marker is None or requirement.name == _PURE_PARSER:
            return True
        return any(
            requirement.marker.evaluate({**environment, "extra": extra})
            for environment in self.target.environments(self.python)
            for extra in extras or {""}
        )


def resolve(roots: Iterable[Requirement], target: Target, python: Python, house: Wheelhouse) -> list[Path]:
    """The wheels of the roots and of everything they require, in order of name."""
    walk = _Walk(target, python)
    walk.want(roots, set())
    house.fetch_ahead(_foreseen(walk, house), target, python)
    while True:
        wheels = house.provide(walk.wanted.values(), target, python)
        before = _state(walk)
        for name, wheel in wheels.items():
            walk.want(requirements_of(wheel), {"", *walk.wanted[name].extras})
        # Constraints only grow, so this ends; a wheel excluded by a later constraint is replaced above.
        if _state(walk) == before:
            return [wheels[name] for name in sorted(wheels)]


def _foreseen(walk: _Walk, house: Wheelhouse) -> list[Requirement]:
    """What the walk will probably want, judging by wheels that other targets have: one request instead of many."""
    guess = deepcopy(walk)
    before: dict[NormalizedName, str] = {}
    while _state(guess) != before:
        before = _state(guess)
        for requirement in list(guess.wanted.values()):
            if wheel := house.any_wheel(requirement):
                guess.want(requirements_of(wheel), {"", *requirement.extras})
    return list(guess.wanted.values())


def _state(walk: _Walk) -> dict[NormalizedName, str]:
    return {name: str(requirement) for name, requirement in walk.wanted.items()}
