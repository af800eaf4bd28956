"""The browserless part of the suite on Pythons that this machine does not have, each in a Debian of its own.

    machine      what this machine must have and give: root, debootstrap, certificates, where Debian is
    systems      a Debian for each Python, made once and kept under .cache/matrix
    namespace    a command inside of such a system, with mounts that no other process sees
    suite        the project and its dependencies in there, and its tests

`make matrix` calls `python -m tools.matrix`.
"""
