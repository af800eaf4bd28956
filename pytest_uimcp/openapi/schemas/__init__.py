"""OpenAPI's schemas as the JSON Schema that a tool shows its arguments with."""
