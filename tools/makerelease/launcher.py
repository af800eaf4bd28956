"""The `__main__.py` of the archive. Any Python, however old, must be able to read it and say what is wrong."""

import sys

OLDEST = (3, 11)

if sys.version_info[:2] < OLDEST:
    here = ".".join(map(str, sys.version_info[:2])) + ", " + sys.executable
    sys.stderr.write("ui-mcp: this needs Python 3.11 or newer and was started with " + here + "\n")
    sys.exit(1)

from bootstrap import main  # type: ignore[import-not-found]  # noqa: E402 -- beside it in the archive; an older Python could not even compile it

sys.exit(main(sys.path[0]))
