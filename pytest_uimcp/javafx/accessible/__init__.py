"""The accessibility tree of a snapshot, in the format that pages have.

It is made of what the contract's snapshot says and of nothing else, so a JavaFX program that serves the contract has
the same tree as a scene in memory.
"""

from pytest_uimcp.javafx.accessible.seen import Seen, key_of
from pytest_uimcp.javafx.accessible.sight import StageSight, describe
from pytest_uimcp.javafx.accessible.tree import SNAPSHOT, read

__all__ = ["SNAPSHOT", "Seen", "StageSight", "describe", "key_of", "read"]
