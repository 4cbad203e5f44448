"""The best way to go on in one sentence: what is done, and which Towers and Walls are given up for it."""

from __future__ import annotations

from collections.abc import Sequence

from castlewise.solver.castle_panic.reasons import the_structures

Fallen = frozenset[tuple[str, int]]  # "tower" or "wall", and its arc

_NO_MORE = ("plays no more cards", "trades no more")  # said only of a way that does nothing else


def best_way(words: Sequence[str], fallen: Fallen, elsewhere: Sequence[Fallen], hope: str = "") -> str:
    """`fallen` is what the moves and the Move phase after them take, `elsewhere` what they take in the other ways that were compared.

    >>> best_way(["Brick and Mortar build the Wall of arc 6", "plays no more cards"], frozenset({("tower", 4)}), [frozenset()])
    'Brick and Mortar build the Wall of arc 6; this gives up the Tower in arc 4'
    >>> best_way(["plays no more cards"], frozenset({("wall", 1), ("wall", 3)}), [frozenset({("wall", 1)})])
    'plays no more cards; this gives up the Wall in arc 3; the Wall in arc 1 falls in every way that was compared'
    """
    done = [said for said in words if said not in _NO_MORE] or list(words[-1:])
    said = [", ".join(done)]
    if hope:
        said.append(hope)
    lost_anyway = fallen.intersection(*elsewhere)
    if given_up := fallen - lost_anyway:
        said.append(f"this gives up {_named(given_up)}")
    if lost_anyway:
        compared = " in every way that was compared" if elsewhere else ""
        said.append(f"{_named(lost_anyway)} {'fall' if len(lost_anyway) > 1 else 'falls'}{compared}")
    return "; ".join(said)


def _named(structures: Fallen) -> str:
    """Towers first."""
    kinds = ((kind, sorted(arc for one, arc in structures if one == kind)) for kind in ("tower", "wall"))
    return " and ".join(the_structures(kind, arcs) for kind, arcs in kinds if arcs)
