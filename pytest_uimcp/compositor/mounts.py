"""The mounted servers by prefix: adding and removing them, and the news of each."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final, Literal

import mcp_types as types

from pytest_uimcp.compositor.connecting import Era, Target
from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.mount import Mount, MountState
from pytest_uimcp.compositor.names import Collision, NameTable
from pytest_uimcp.compositor.naming import check_prefix, renamed
from pytest_uimcp.core.listeners import Listeners

log = logging.getLogger(__name__)
MountEvent = Literal["state", "mounted", "unmounted"]
ListKind = Literal["tools", "prompts", "resources"]


class Mounts:
    def __init__(self, start_seconds: float) -> None:
        self.tools: Final[NameTable[types.Tool]] = NameTable()
        self.prompts: Final[NameTable[types.Prompt]] = NameTable()
        self.events: Final[Listeners[tuple[str, MountEvent]]] = Listeners("the mounts")
        self.updates: Final[Listeners[tuple[str, str]]] = Listeners("updated resources")
        self.changed_lists: Final[Listeners[tuple[str, ListKind]]] = Listeners("changed lists")
        self._start_seconds = start_seconds
        self._mounts: dict[str, Mount] = {}

    def __iter__(self) -> Iterator[Mount]:
        return iter(tuple(self._mounts.values()))

    def running(self, capability: str) -> list[Mount]:
        return [mount for mount in self if mount.state is MountState.ACTIVE and mount.offers(capability)]

    def is_of_runtime(self, prefix: str) -> bool:
        mount = self.find(prefix)
        return mount is not None and mount.is_of_runtime

    def find(self, prefix: str) -> Mount | None:
        return self._mounts.get(prefix)

    def get(self, prefix: str) -> Mount:
        mount = self._mounts.get(prefix)
        if mount is None:
            prefixes = ", ".join(self._mounts) or "nothing"
            raise CompositorError("not_mounted", f"{str(prefix)[:100]!r} is not mounted; mounted: {prefixes}")
        return mount

    async def add(
        self,
        prefix: str,
        target: Target,
        *,
        pinned: bool = False,
        runtime: bool = False,
        era: Era = "auto",
        original: object = None,
        keep_failed: bool = False,
    ) -> Mount:
        """Mount a server. If that fails nothing is left of it; with `keep_failed` a mount that shows the error is."""
        if check_prefix(prefix) in self._mounts:
            raise CompositorError("already_mounted", f"{prefix} is already mounted; unmount it first")
        mount = Mount(prefix, target, self, pinned=pinned, runtime=runtime, era=era, original=original)
        # Before the first wait, so that of two that want the prefix only one gets it.
        self._mounts[prefix] = mount
        self.tools.reserve(prefix)
        self.prompts.reserve(prefix)
        try:
            await mount.start(self._start_seconds)
            self._offer(mount)
        except BaseException as error:
            # A cancelled caller wants nothing to be left, whatever it has asked for.
            if keep_failed and isinstance(error, Exception):
                self._keep(mount, error)
            else:
                await self._discard(mount)
            raise
        self._mounted(mount)
        return mount

    async def remove(self, prefix: str, *, even_pinned: bool = False) -> None:
        """Unmount a server; when this returns nothing of it is left, even if disconnecting failed."""
        mount = self.get(prefix)
        if mount.pinned and not even_pinned:
            raise CompositorError("pinned", f"{prefix} is pinned: it stays mounted as long as the compositor is open")
        try:
            await self._discard(mount)
        finally:
            self.events.tell((prefix, "unmounted"))
            self._tell_lists(prefix)

    async def remove_all(self, *, pinned: bool) -> list[Exception]:
        """Unmount all that are pinned, or all others, the newest first; what went wrong."""
        errors: list[Exception] = []
        # The newest first: a server may use one that was mounted before it.
        for mount in reversed(tuple(self)):
            if mount.pinned is pinned:
                try:
                    await self.remove(mount.prefix, even_pinned=True)
                except Exception as error:  # noqa: BLE001 - the others are to be unmounted all the same
                    errors.append(error)
        return errors

    def resource_updated(self, mount: Mount, uri: str) -> None:
        # News may come late, of a mount whose prefix another one has now.
        if self._is_mounted(mount):
            self.updates.tell((mount.prefix, uri))

    def list_changed(self, mount: Mount, kind: ListKind) -> None:
        if not self._is_mounted(mount):
            return
        # A server that is mounted already is not unmounted for a name: it goes without the tool, and the log says why.
        lost: list[Collision] = []
        if kind == "tools":
            lost = self.tools.replace(mount.prefix, mount.tools)
        if kind == "prompts":
            lost = self.prompts.replace(mount.prefix, mount.prompts)
        for collision in lost:
            log.warning("name_collision: %s; that of %s is not offered", collision, collision.loser)
        self.changed_lists.tell((mount.prefix, kind))

    def failed(self, mount: Mount) -> None:
        if self._is_mounted(mount):
            self.events.tell((mount.prefix, "state"))

    def _is_mounted(self, mount: Mount) -> bool:
        return self._mounts.get(mount.prefix) is mount

    def _offer(self, mount: Mount) -> None:
        if mount.state is not MountState.ACTIVE:  # unmounted, or failed, while it was being mounted
            raise mount.gone()
        lost = [
            *self.tools.replace(mount.prefix, mount.tools),
            *self.prompts.replace(mount.prefix, mount.prompts),
        ]
        if lost:
            names = "; ".join(map(str, lost))
            raise CompositorError("name_collision", f"{mount.prefix} cannot be mounted, as names collide: {names}")

    def _mounted(self, mount: Mount) -> None:
        self.events.tell((mount.prefix, "state"))
        self.events.tell((mount.prefix, "mounted"))
        self._tell_lists(mount.prefix)

    def _keep(self, mount: Mount, error: Exception) -> None:
        # Keep a mount that has failed, so that it can be seen; it offers nothing.
        self.tools.replace(mount.prefix, ())
        self.prompts.replace(mount.prefix, ())
        if mount.state is MountState.ACTIVE:
            mount.fail(str(error))  # which tells
        else:
            self.events.tell((mount.prefix, "state"))

    async def _discard(self, mount: Mount) -> None:
        # Gone for everybody before the first wait: nothing is to be called any more while it disconnects.
        if self._is_mounted(mount):
            del self._mounts[mount.prefix]
            self.tools.drop(mount.prefix)
            self.prompts.drop(mount.prefix)
        await mount.stop()

    def _tell_lists(self, prefix: str) -> None:
        for kind in ("tools", "resources", "prompts"):
            self.changed_lists.tell((prefix, kind))


def instructions_of(mounts: Mounts, *, with_runtime: bool = True) -> str:
    sections = [
        f"## {mount.prefix}\n\nIts tools begin with `{mount.prefix}_`.\n\n{text.strip()}"
        for mount in mounts
        if mount.state is MountState.ACTIVE
        and (with_runtime or not mount.is_of_runtime)
        and (text := _instructions(mounts, mount))
    ]
    if sections:
        return "\n\n".join(["# Servers", *sections])
    return ""


def _instructions(mounts: Mounts, mount: Mount) -> str:
    # What a server says, with the names of its tools as a model finds them in the list.
    if not (text := mount.session.instructions):
        return ""
    return renamed(text, {owned.item.name: owned.name for owned in mounts.tools.of(mount.prefix)})
