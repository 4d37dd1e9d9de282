"""Passwords in the URLs of databases, which no output may show."""

from __future__ import annotations

import re

HIDDEN = "***"
# What stands between the colon after a user and the last @, which a password may hold too.
_PASSWORD = re.compile(r"(?<=://)(?P<user>[^:/?#@\s]*):(?P<secret>.*)(?=@)")
_PARAMETER = re.compile(
    r"(?P<user>[?&;][^=&\s]*(?:pass|pwd|token|secret|key)[^=&\s]*)=(?P<secret>[^&\s\"']+)", re.IGNORECASE
)


def without_passwords(text: str) -> str:
    """A URL, or a line of text that holds one, with its password hidden."""
    text = _PASSWORD.sub(rf"\g<user>:{HIDDEN}", text)
    return _PARAMETER.sub(rf"\g<user>={HIDDEN}", text)


def with_no_password(url: str) -> str:
    """A URL without its password, which the client of the database then looks for where it always does."""
    return _PASSWORD.sub(r"\g<user>", url)
