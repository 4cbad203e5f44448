"""How sure we are of a component value."""

from __future__ import annotations

from enum import Enum


class Certainty(Enum):
    """How a component value is known. A result that leans on an ASSUMED one has to say so."""

    CERTAIN = "certain"  # read off the printed component, or stated in an official text
    LIKELY = "likely"  # independent secondary sources agree, or it follows from an official text
    ASSUMED = "assumed"  # no source: a default only
    REPLACED = "replaced"  # set by the user
