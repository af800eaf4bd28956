"""Errors in groups: a task group wraps what is raised in it, even a single error."""

from __future__ import annotations


def only_error(error: BaseException) -> BaseException:
    """The error of a group of one, or of groups of one within each other; any other error as it is."""
    # A task group within another one wraps a second time.
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
