"""Toolset files: the tools of a target, kept, so that its specification is not needed again.

What the format always had is written as it was. What we need besides to send the same requests stands in keys of our
own (`style`, `body`, `servers`, …), which files of others may leave out. Tokens are never written.
"""

from pytest_uimcp.openapi.toolsets.reading import Toolset, read_toolset, read_toolset_file
from pytest_uimcp.openapi.toolsets.writing import save_toolset, toolset_of

__all__ = ["Toolset", "read_toolset", "read_toolset_file", "save_toolset", "toolset_of"]
