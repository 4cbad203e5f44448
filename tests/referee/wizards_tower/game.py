"""The complete referee of The Wizard's Tower: its setup and turns around everything else."""

from __future__ import annotations

from collections import Counter

from referee.castle_panic import ARCS, ROUGH_START, TOKENS, Flow, Node, listed
from referee.wizards_tower.components import ALL_BOSSES, HEALTH, MIX_REMOVED
from referee.wizards_tower.wizard_cards import WizardCards


class WizardsTowerReferee(WizardCards):
    """One game of Castle Panic with The Wizard's Tower, from the setup to its end."""

    def _set_up(self) -> Flow[None]:
        yield from self._set_up_wizards_tower()
        yield from super()._set_up()

    def _set_up_wizards_tower(self) -> Flow[None]:
        if self.on("random setup"):
            self.wizards_tower = yield from self._roll()
        else:
            move = yield from self._choose("team", {("wizards tower", arc) for arc in ARCS})
            self.wizards_tower = move[1]

    def _set_up_monsters(self) -> Flow[None]:
        if self.on("random monster mix"):
            yield from self._remove_tokens_at_random()
        if self.on("rough start"):
            yield from self._start_roughly()
        else:
            for arc in ARCS:
                monsters = [token for token in self.pile if token in HEALTH and token not in ALL_BOSSES]
                if not monsters:
                    break
                move = yield Node(outcomes={("starts", token, arc): copies for token, copies in Counter(monsters).items()})
                self.pile.remove(move[1])
                self._place(move[1], "archer", arc)

    def _start_roughly(self) -> Flow[None]:
        if self.on("random monster mix"):
            self.start = Counter(self.pile) & Counter(ROUGH_START)
            self.pile = listed(Counter(self.pile) - self.start)
        for token in listed(self.start):
            arc = yield from self._roll()
            self._place(token, "archer", arc)

    def _remove_tokens_at_random(self) -> Flow[None]:
        for _ in range(MIX_REMOVED):
            core = Counter(token for token in self.pile if token in TOKENS)
            if not core:
                return
            move = yield Node(outcomes={("removed", token): copies for token, copies in core.items()})
            self.pile.remove(move[1])

    def _begin_turn(self) -> None:
        super()._begin_turn()
        self.ice = False
        self.berserk = False
