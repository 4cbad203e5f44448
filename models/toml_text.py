"""Values as TOML has them, for the files that castlewise writes. Our names are plain ASCII without quotes or backslashes."""

from __future__ import annotations

from collections.abc import Iterable


def quoted(text: str) -> str:
    return f'"{text}"'


def quoted_list(texts: Iterable[str]) -> str:
    """
    >>> print(quoted_list(["red archer", "2 brick"]))
    ["red archer", "2 brick"]
    """
    return f"[{', '.join(map(quoted, texts))}]"
