"""Puzzles: generated, proved fair, rated, stored and packed. `puzzle.py` is what a puzzle is, `kinds.py` lists the kinds there are."""
