from __future__ import annotations

from pytest_uimcp.console.console import main

raise SystemExit(main())
