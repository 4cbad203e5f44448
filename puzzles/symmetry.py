from __future__ import annotations


def standard_form(puzzle):
    return puzzle.position
