"""`ui-mcp stories`: every app, view and example state of a directory as a gallery, each drawn live."""
