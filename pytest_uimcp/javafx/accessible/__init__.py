"""The accessibility tree of a snapshot, in the format that pages have.

It is made of what the contract's snapshot says and of nothing else, so a JavaFX program that serves the contract has
the same tree as a scene in memory.
"""

from .seen import Seen, key_of
from .sight import StageSight
from .tree import SNAPSHOT, read

__all__ = ["SNAPSHOT", "Seen", "StageSight", "key_of", "read"]
