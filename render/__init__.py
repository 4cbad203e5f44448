"""Boards and castles to look at. No rules, no search."""
