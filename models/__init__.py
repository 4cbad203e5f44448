"""The games: components, state, rules, notation, and the encodings of their decisions."""
