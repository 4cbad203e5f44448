"""Which castlewise this is, for records and results."""

from __future__ import annotations


def castlewise_version() -> str:
    from importlib import metadata  # not quick to import, and many ask for nothing that has a version in it

    try:
        return metadata.version("castlewise")
    except metadata.PackageNotFoundError:  # run from a folder that was never installed
        return "unknown"
