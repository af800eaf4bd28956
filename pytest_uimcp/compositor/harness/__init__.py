"""The harness of a compositor: servers mounted by a test, behind the real gate."""
