"""The Wizard's Tower, the first expansion of Castle Panic: its rows of the component tables, its part of the records, its rules and words.

`binding.py` lists which of its rules join the base game's and where.
"""
