"""The harness of ui-mcp: a server or a bare session, driven by a test."""
