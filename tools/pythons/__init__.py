"""Runs the tests that need no browser on other Pythons, each in its own Debian system.

    machine      requirements of this machine: root, debootstrap, certificates, a Debian archive
    systems      a Debian system for each Python, kept under .cache/pythons
    namespace    a command in such a system, with mounts that no other process sees
    suite        the project, its dependencies and its tests in a system

`make pythons` calls `python -m tools.pythons`.
"""
