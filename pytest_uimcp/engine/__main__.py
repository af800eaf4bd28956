"""`python -m pytest_uimcp.engine`: see `console`."""

from __future__ import annotations

from pytest_uimcp.engine.console import main

raise SystemExit(main())
