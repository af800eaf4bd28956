"""The command `nlui`."""
