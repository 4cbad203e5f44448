"""How decisions are found: policies, simulation, search."""
