"""What a secret looks like, and how it is masked: one home for recordings, reports, logs and errors.

The patterns take a while to compile, so they are imported when the first text is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uimcp.core.lazy import lazy_names

if TYPE_CHECKING:
    from pytest_uimcp.core.secrets.logs import MaskingFormatter, log_to_stderr
    from pytest_uimcp.core.secrets.masking import MASK, SecretStore, mask
    from pytest_uimcp.core.secrets.names import SecretNames

__all__ = ["MASK", "MaskingFormatter", "SecretNames", "SecretStore", "log_to_stderr", "mask"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "MASK": "masking",
        "MaskingFormatter": "logs",
        "SecretNames": "names",
        "SecretStore": "masking",
        "log_to_stderr": "logs",
        "mask": "masking",
    },
)
