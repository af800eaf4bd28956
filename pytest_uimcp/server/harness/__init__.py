"""A ui-mcp server, or a bare session, in the hands of a test."""
