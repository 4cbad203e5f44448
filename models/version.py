"""Which castlewise this is, for records and results."""

from __future__ import annotations

from importlib import metadata


def castlewise_version() -> str:
    try:
        return metadata.version("castlewise")
    except metadata.PackageNotFoundError:  # run from a folder that was never installed
        return "unknown"
