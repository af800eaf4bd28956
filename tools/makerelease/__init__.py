"""Makes `release/`: sdist, wheel, and for each platform one file that needs only Python.

    targets      the platforms and Python versions, as tables
    index        the package index, asked through pip
    wheelhouse   downloaded wheels, kept under .cache/
    resolve      which wheels a target needs
    zipapp       the archive of one target
    launcher     the first file that runs inside the archive, on the user's machine
    bootstrap    the second: unpacks, then becomes `ui-mcp`

`make release` calls `python -m tools.makerelease`.
"""
