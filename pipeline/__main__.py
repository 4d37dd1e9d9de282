"""`python -m rankpress` is the command `rankpress`."""

from __future__ import annotations

import sys

from rankpress.app.cli import main

sys.exit(main())
