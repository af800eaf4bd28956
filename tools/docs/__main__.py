"""`python -m tools.docs`."""

from tools.docs import main

raise SystemExit(main())
