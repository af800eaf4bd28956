"""`nlui.yaml`: what it may say, as a table, and how it is read."""

from pytest_uimcp.openapi.config.load import find_config, load_config, read_config
from pytest_uimcp.openapi.config.models import (
    AuthConfig,
    ChildConfig,
    Config,
    McpConfig,
    ServeConfig,
    TargetConfig,
)

__all__ = [
    "AuthConfig",
    "ChildConfig",
    "Config",
    "McpConfig",
    "ServeConfig",
    "TargetConfig",
    "find_config",
    "load_config",
    "read_config",
]
