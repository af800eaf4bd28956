"""What a secret looks like, and how it is masked: one home for recordings, reports, logs and errors."""

from pytest_uimcp.core.secrets.masking import MASK, MaskingFormatter, SecretStore, mask
from pytest_uimcp.core.secrets.names import SecretNames

__all__ = ["MASK", "MaskingFormatter", "SecretNames", "SecretStore", "mask"]
