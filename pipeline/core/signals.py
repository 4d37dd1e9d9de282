"""The signals that ask a process to end."""

import signal

# SIGTERM is what job schedulers and containers send; SIGHUP comes when a terminal is closed.
ASKING_TO_END = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
