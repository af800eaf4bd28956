"""Finding one tool among thousands: an index of words, a ranking, and three tools in place of all the others."""

from pytest_uimcp.openapi.search.index import Hit, Index
from pytest_uimcp.openapi.search.tools import search_tools

__all__ = ["Hit", "Index", "search_tools"]
