"""The servers that a compositor mounts itself."""
