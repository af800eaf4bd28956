"""Which mount an exposed name belongs to.

Names are looked up and never taken apart: prefixes may contain underscores, so `policy_reader_evaluate` could belong
to `policy` or to `policy_reader`. The mount that offered a name first keeps it as long as it offers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pytest_uimcp.compositor.naming import aliases, exposed_name


class Named(Protocol):
    name: str


Item = TypeVar("Item", bound=Named)


@dataclass(frozen=True, slots=True)
class Owned(Generic[Item]):
    prefix: str
    name: str
    item: Item


@dataclass(frozen=True, slots=True)
class Collision:
    """Two tools or prompts with one exposed name; `loser` is the mount whose one is not offered."""

    name: str
    owner: str
    owner_item: str
    loser: str
    loser_item: str

    def __str__(self) -> str:
        return f"{self.name} is {self.owner_item!r} of {self.owner} and {self.loser_item!r} of {self.loser}"


class NameTable(Generic[Item]):
    def __init__(self) -> None:
        self._offers: dict[str, tuple[Item, ...]] = {}
        self._owned: dict[str, Owned[Item]] = {}
        self._aliases: dict[str, str] = {}

    def reserve(self, prefix: str) -> None:
        """Give a mount its place in the order; it offers nothing yet."""
        self._offers.setdefault(prefix, ())

    def replace(self, prefix: str, items: Sequence[Item]) -> list[Collision]:
        """Set what a mount offers now; the collisions in which it is the loser."""
        self._offers[prefix] = tuple(items)
        return [collision for collision in self._settle() if collision.loser == prefix]

    def drop(self, prefix: str) -> None:
        """Remove a mount; names that it held go to the next mount that offers them."""
        self._offers.pop(prefix, None)
        self._settle()

    def find(self, name: str) -> Owned[Item] | None:
        return self._owned.get(name) or self._owned.get(self._aliases.get(name, ""))

    def listed(self) -> list[Owned[Item]]:
        """Everything that is offered: mounts in their order, their items in the order of the mount."""
        # A server may list a name twice; then only the first one is offered, hence `is`.
        return [
            owned
            for prefix, items in self._offers.items()
            for item in items
            if (owned := self._owned[exposed_name(prefix, item.name)]).prefix == prefix and owned.item is item
        ]

    def of(self, prefix: str) -> list[Owned[Item]]:
        return [owned for owned in self.listed() if owned.prefix == prefix]

    def _settle(self) -> list[Collision]:
        # Gives every name to one mount, from the beginning each time: with thousands of tools this takes milliseconds,
        # and it cannot leave a name with a mount that is gone. Returns the collisions.
        owned: dict[str, Owned[Item]] = {}
        collisions: list[Collision] = []
        for offer in self._offers_by_precedence():
            owner = owned.setdefault(offer.name, offer)
            if owner is not offer:
                collisions.append(Collision(offer.name, owner.prefix, owner.item.name, offer.prefix, offer.item.name))
        self._owned = owned
        self._aliases = _aliases(owned)
        return collisions

    def _offers_by_precedence(self) -> list[Owned[Item]]:
        # All offers, those first that had their name already: a server that is mounted later, or lists another tool,
        # takes no name from one that an agent may be about to call.
        offers = [
            Owned(prefix, exposed_name(prefix, item.name), item)
            for prefix, items in self._offers.items()
            for item in items
        ]
        held = [offer for offer in offers if self._is_held_by(offer)]
        return held + [offer for offer in offers if not self._is_held_by(offer)]

    def _is_held_by(self, offer: Owned[Item]) -> bool:
        owner = self._owned.get(offer.name)
        return owner is not None and (owner.prefix, owner.item.name) == (offer.prefix, offer.item.name)


def _aliases(owned: dict[str, Owned[Item]]) -> dict[str, str]:
    # The aliases of all names. One that could mean two tools stands for neither.
    names_by_alias: dict[str, set[str]] = {}
    for name, entry in owned.items():
        for alias in aliases(entry.prefix, entry.item.name) - owned.keys():
            names_by_alias.setdefault(alias, set()).add(name)
    return {alias: names.pop() for alias, names in names_by_alias.items() if len(names) == 1}
