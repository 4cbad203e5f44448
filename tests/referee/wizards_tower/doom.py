"""Whether the attacks and breaths of a movement destroy every Tower whatever the players choose: then the game is lost and nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.castle_panic import clockwise
from referee.wizards_tower.board import BurnableMonster, Structure


@dataclass(frozen=True)
class Scene:
    """What stands with how many flames, what is attacked by whom, and who still breathes fire from which arc."""

    standing: dict[Structure, int]
    fortified: frozenset[int]
    attacks: dict[Structure, list[BurnableMonster]]
    breathers: dict[BurnableMonster, int]


def all_towers_fall(scene: Scene) -> bool:
    if not any(kind == "tower" for kind, _ in scene.standing):
        return True
    something_happens = bool(scene.attacks or scene.breathers)
    return something_happens and all(all_towers_fall(after) for after in _what_may_be_next(scene))


def _what_may_be_next(scene: Scene) -> Iterator[Scene]:
    for breather, arc in scene.breathers.items():
        others = {other: place for other, place in scene.breathers.items() if other is not breather}
        far = clockwise(arc, 3)
        path: list[Structure] = [("wall", arc), ("tower", arc), ("tower", far), ("wall", far)]
        hit = next((structure for structure in path if structure in scene.standing), None)
        after = replace(scene, breathers=others)
        yield after if hit is None else _on_fire(after, hit)
    for structure, attackers in scene.attacks.items():
        attacks = {other: who for other, who in scene.attacks.items() if other != structure}
        after = _destroyed(replace(scene, attacks=attacks), structure)
        slain = [m for m in attackers if m in scene.breathers and m.health == 1 and not scene.standing[structure]]
        if len(slain) < len(attackers):
            yield after
        for victim in slain:
            yield replace(after, breathers={other: arc for other, arc in after.breathers.items() if other is not victim})


def _on_fire(scene: Scene, structure: Structure) -> Scene:
    kind, arc = structure
    if kind == "wall" and arc in scene.fortified:
        return _destroyed(scene, structure)
    if scene.standing[structure] == 2:
        attacks = {other: who for other, who in scene.attacks.items() if other != structure}
        return _destroyed(replace(scene, attacks=attacks), structure)
    return replace(scene, standing=scene.standing | {structure: scene.standing[structure] + 1})


def _destroyed(scene: Scene, structure: Structure) -> Scene:
    kind, arc = structure
    if kind == "wall" and arc in scene.fortified:
        return replace(scene, fortified=scene.fortified - {arc})
    return replace(scene, standing={other: flames for other, flames in scene.standing.items() if other != structure})
