"""A second implementation of The Wizard's Tower, written from the rulebooks alone; see tests/referee/castle_panic.py."""
