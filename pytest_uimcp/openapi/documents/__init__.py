"""Text to data: JSON and YAML, as strict as a specification or a configuration needs them."""

from pytest_uimcp.openapi.documents.parse import decode, parse, parse_text

__all__ = ["decode", "parse", "parse_text"]
