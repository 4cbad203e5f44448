"""Castellion: tiles, ordeals, state, rules, notation."""
