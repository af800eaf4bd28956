"""Whether the tests and stories of the examples notice when their app is broken."""
