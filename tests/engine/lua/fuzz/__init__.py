"""Random calls of the library in a process of their own: whatever a script calls, the server lives on."""
