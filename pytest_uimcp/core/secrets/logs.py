from __future__ import annotations

import logging
import sys


class MaskingFormatter(logging.Formatter):
    """Lines of a log, tracebacks included, without what looks like a secret."""

    def format(self, record: logging.LogRecord) -> str:
        # Most runs log nothing, and importing the patterns takes longer than starting to log.
        from pytest_uimcp.core.secrets.masking import mask

        return mask(super().format(record))


def log_to_stderr(level: int, pattern: str) -> None:
    """Log to standard error from this level on; `pattern` says how a line looks."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(MaskingFormatter(pattern))
    logging.basicConfig(level=level, handlers=[handler])
