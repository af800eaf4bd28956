"""The platforms of a release, and their names for pip and markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms

__all__ = ["PYTHONS", "TARGETS", "Python", "Target"]


@dataclass(frozen=True)
class Python:
    """A minor version of CPython."""

    version: str

    @property
    def pair(self) -> tuple[int, int]:
        """The version as numbers."""
        major, minor = self.version.split(".")
        return int(major), int(minor)

    @property
    def tag(self) -> str:
        """Its name in wheel tags."""
        return "cp{}{}".format(*self.pair)


@dataclass(frozen=True)
class Target:
    """A platform, by its names in different contexts."""

    name: str
    system: str
    """`platform.system()`"""
    sys_platform: str
    os_name: str
    machine: str
    """`platform.machine()`"""
    platforms: tuple[str, ...]
    """Platform tags of wheels that run there, the best first."""

    def tags(self, python: Python) -> list[Tag]:
        """Tags of wheels that run there, the best first."""
        platforms = list(self.platforms)
        own = cpython_tags(python.pair, abis=[python.tag], platforms=platforms)
        return [*own, *compatible_tags(python.pair, python.tag, platforms)]

    def environments(self, python: Python) -> Iterator[dict[str, str]]:
        """Marker environments. Two, because a marker may tell early patch versions from late ones."""
        for patch in ("0", "99"):
            full = f"{python.version}.{patch}"
            yield {
                "implementation_name": "cpython",
                "implementation_version": full,
                "os_name": self.os_name,
                "platform_machine": self.machine,
                "platform_python_implementation": "CPython",
                "platform_release": "",
                "platform_system": self.system,
                "platform_version": "",
                "python_full_version": full,
                "python_version": python.version,
                "sys_platform": self.sys_platform,
            }


# glibc 2.28 is Debian 10's and RHEL 8's; older systems have no Python 3.11 of their own either.
_OLDEST_GLIBC, _NEWEST_GLIBC = 5, 28


def _linux(machine: str) -> tuple[str, ...]:
    glibcs = (f"manylinux_2_{minor}_{machine}" for minor in range(_NEWEST_GLIBC, _OLDEST_GLIBC - 1, -1))
    return (*glibcs, *(f"manylinux{year}_{machine}" for year in ("2014", "2010", "1")))


def _mac(machine: str) -> tuple[str, ...]:
    return tuple(mac_platforms((12, 0), machine))


PYTHONS = tuple(map(Python, ("3.11", "3.12", "3.13", "3.14")))

TARGETS = (
    Target("linux-amd64", "Linux", "linux", "posix", "x86_64", _linux("x86_64")),
    Target("linux-arm64", "Linux", "linux", "posix", "aarch64", _linux("aarch64")),
    Target("darwin-amd64", "Darwin", "darwin", "posix", "x86_64", _mac("x86_64")),
    Target("darwin-arm64", "Darwin", "darwin", "posix", "arm64", _mac("arm64")),
    Target("windows-amd64", "Windows", "win32", "nt", "AMD64", ("win_amd64",)),
)
