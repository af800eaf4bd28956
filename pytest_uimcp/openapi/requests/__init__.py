"""A call as an HTTP request, and what came of it."""
