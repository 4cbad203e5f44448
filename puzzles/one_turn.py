"""*Slay them all* and *Hold the wall*: a goal for this turn, decided before any token is drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from castlewise.models.castle_panic.board import ARCHER, CASTLE, KNIGHT, SWORDSMAN
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.components import title as component_title
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal
from castlewise.puzzles.boards import (
    CARDS,
    PLAYABLE,
    Foe,
    Hand,
    foes_of,
    in_the_field,
    line,
    rule_set,
    self_play,
    some_foe,
    some_structures,
    structures_of,
    threatens,
    too_many,
)
from castlewise.puzzles.component_words import words_beside, words_of_pile
from castlewise.puzzles.kind import CASTLE_PANIC, Kind, Rejected, Rung
from castlewise.puzzles.ladder import always, at_random, greedily, one_at_a_time
from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.sheet import Sheet, castle_panic_board, castle_panic_hands, castle_panic_rules
from castlewise.puzzles.table import Lines
from castlewise.puzzles.turn_proofs import shown_by_cpsat, shown_by_z3
from castlewise.puzzles.turn_table import END, State, TurnTable, after_move_phase, deeds, listed, lost_words, structures
from castlewise.puzzles.wizards_boards import with_other_cards, wizards_line

FROM_GAMES = 3  # every so many-th candidate has a board of a game that was played


class CastlePanicKind(Kind):
    """What the kinds of one turn share: their drawing, and a card exchanged for another as a repair."""

    game = CASTLE_PANIC

    def sheet(self, puzzle: Puzzle) -> Sheet:
        position = Position.read(puzzle.position)
        coming = self.coming_words(puzzle)
        return Sheet(
            self.title,
            self.question(puzzle),
            tuple(castle_panic_board(position)),
            tuple(castle_panic_hands(position)),
            (*castle_panic_rules(position), *coming),
            (*words_beside(position), *(words_of_pile(position) if coming and not puzzle.printed else ())),
        )

    def coming_words(self, puzzle: Puzzle) -> list[str]:
        """What is known of the tokens that come; nothing where the puzzle is over before."""
        return []

    def drawing(self, puzzle: Puzzle) -> str:
        from castlewise.render.castle_panic_svg import board_svg

        return board_svg(Position.read(puzzle.position), below=())

    def svg(self, puzzle: Puzzle) -> str:
        from castlewise.render.castle_panic_svg import board_svg

        sheet = self.sheet(puzzle)
        return board_svg(Position.read(puzzle.position), title=sheet.title, above=sheet.task, below=sheet.beside)

    def solution_drawings(self, puzzle: Puzzle) -> list[str]:
        """A board for each turn, with its plays."""
        from castlewise.render.castle_panic_svg import board_svg

        table: Any = self.table(puzzle)
        state, turns = table.start, []
        begun, moves = state[0], []
        for text in puzzle.solution:
            move = table.read(state, text)
            moves.append(move)
            state = table.after(state, move)
            if move == END:
                turns.append((begun, moves))
                begun, moves = state[0], []
        if moves:
            turns.append((begun, moves))
        return [
            board_svg(position, hits=made, below=(), title=f"Turn {number}: player {position.player + 1}" if len(turns) > 1 else None)
            for number, (position, made) in enumerate(turns, 1)
        ]

    def repairs(self, puzzle: Puzzle) -> Iterator[Puzzle]:
        """With one card of the hand less, or another in its place."""
        position = Position.read(puzzle.position)
        luck = random.Random(puzzle.seed)
        if position.rule_set.wizards_tower:
            found = [with_other_cards(position, luck) for _ in range(6)]
            yield from (replace(puzzle, position=other) for other in found if other is not None)
            return
        hands = [[_code(card) for card in hand] for hand in position.hands]
        mine = hands[position.player]
        tokens = {token.name: token.code for token in position.rule_set.components.tokens}
        for _ in range(4 if mine else 0):
            changed = list(mine)
            at = luck.randrange(len(changed))
            changed[at : at + 1] = [luck.choice(PLAYABLE)] if luck.random() < 0.6 else []
            others = [changed if player == position.player else hand for player, hand in enumerate(hands)]
            used = [code for hand in others for code in hand]
            if not changed or any(used.count(code) > CARDS[code].count for code in used):
                continue
            stage = str(position).split("/")[3]
            out = [tokens[name] for name in position.token_discards]
            yield replace(
                puzzle, position=line(position.rule_set, structures_of(position), foes_of(position), others, stage=stage, out=out)
            )


def _code(name: str) -> str:
    return next(card.code for card in CARDS.values() if card.name == name)


class SlayTable(TurnTable):
    def failing(self, end: State) -> str:
        left = [f"the {component_title(m.name)} in {m.ring} {m.arc}" for m in end[0].monsters]
        return f"{listed(left)} {'is' if len(left) == 1 else 'are'} left standing"

    def shortfall(self, end: State) -> int:
        return int(end[0].state.monster_count)


class HoldTable(TurnTable):
    def failing(self, end: State) -> str:
        return f"{lost_words(end[0], max(after_move_phase(end[0]), key=structures))} when the Monsters move"

    def shortfall(self, end: State) -> int:
        return min(structures(end[0]) - structures(after) for after in after_move_phase(end[0]))


class OneTurn(CastlePanicKind):
    goal: Goal
    make_table: type[TurnTable]

    def table(self, puzzle: Puzzle) -> TurnTable:
        return self.make_table(Position.read(puzzle.position))

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        position = lines.table.start[0]
        done = deeds(position, solution)
        return [shown_by_cpsat(position, self.goal, done), shown_by_z3(position, self.goal, done)]

    def unfit(self, lines: Lines[Any], solution: Any) -> str:
        position = lines.table.start[0]
        if position.rule_set.wizards_tower and not any(deeds(position, solution).spent[len(BASE.cards) :]):
            return "no Wizard card or special card is needed"
        return ""

    def rungs(self, table: Any, lines: Lines[Any]) -> list[Rung]:
        return [at_random(lines), greedily(lines), one_at_a_time(lines), always, always, always]

    def candidate(self, seed: int, rules: str) -> Puzzle:
        luck = random.Random(f"{self.name} {seed}")
        rule = rule_set(rules, "players=4" if seed % 4 == 3 else "players=2")
        if rule.wizards_tower:
            rule = rule if "players=" in rules else rule_set(f"players=2,{rules}")
            found = wizards_line(rule, f"{self.name} wizards-tower {seed}", holding=self.goal.no_structure_falls)
            return Puzzle(self.name, found, self.ask, seed=seed, rules=rules)
        if seed % FROM_GAMES == 0:
            position = self_play(luck, rule)
            stand, foes = structures_of(position), self.trimmed(luck, foes_of(position))
        else:
            stand = some_structures(luck)
            foes = self.some_foes(luck, stand)
        if not foes or too_many(foes):
            raise Rejected("no board to begin with")
        hand = Hand(luck)
        if not self.backwards(luck, hand, foes, stand):
            raise Rejected("no cards for it")
        hand.decoys(luck.choice((0, 1, 1, 2, 2, 3)))
        trading = rule.players > 1 and luck.random() < 0.25 and len(hand.cards) > 2
        other: list[str] = []
        if trading:  # a card that is needed is in another hand
            other = [hand.cards.pop(0)]
            hand.decoys(1)
        hands = [hand.cards, other, *([[]] * (rule.players - 2))][: rule.players]
        position_line = line(rule, stand, foes, hands, stage="p1.trade" if trading else "p1.play")
        return Puzzle(self.name, position_line, self.ask, seed=seed, rules=rules)

    ask: str

    def trimmed(self, luck: random.Random, foes: list[Foe]) -> list[Foe]:
        raise NotImplementedError

    def some_foes(self, luck: random.Random, stand: str) -> list[Foe]:
        raise NotImplementedError

    def backwards(self, luck: random.Random, hand: Hand, foes: list[Foe], stand: str) -> bool:
        raise NotImplementedError


class SlayThemAll(OneTurn):
    name = "slay"
    title = "Slay them all"
    ask = "slay-all"
    goal = Goal(slay_all=True)
    make_table = SlayTable

    def question(self, puzzle: Puzzle) -> str:
        return "Slay every Monster on the board this turn, before the Monsters move."

    def trimmed(self, luck: random.Random, foes: list[Foe]) -> list[Foe]:
        field = in_the_field(foes)
        return luck.sample(field, min(len(field), luck.randint(2, 5)))

    def some_foes(self, luck: random.Random, stand: str) -> list[Foe]:
        rings = (ARCHER, KNIGHT, SWORDSMAN, SWORDSMAN, CASTLE)
        # Two arcs of one colour are where cards can be confused, so they are likelier than chance has them.
        foes = [some_foe(luck, rings, stand) for _ in range(luck.randint(2, 4))]
        for ring, arc, _, _ in luck.sample(foes, luck.randint(1, len(foes))):
            _, _, code, health = some_foe(luck, rings, stand)
            foes.append((ring, arc if ring == CASTLE else arc // 2 * 2 + luck.randrange(2), code, health))
        return foes[:5]

    def backwards(self, luck: random.Random, hand: Hand, foes: list[Foe], stand: str) -> bool:
        for foe in foes:
            ways = ["barbarian"] if foe[0] == CASTLE else ["hits", "hits", "hits", "nice-shot" if foe[3] > 1 else "hits", "barbarian"]
            if not hand.deal_with(foe, ways) and not hand.deal_with(foe, ["hits"]):
                return False
        return len(hand.cards) <= 7


class HoldTheWall(OneTurn):
    name = "hold"
    title = "Hold the wall"
    ask = "no-structure-falls"
    goal = Goal(no_structure_falls=True)
    make_table = HoldTable

    def question(self, puzzle: Puzzle) -> str:
        return "Play so that no Tower, Wall or Fortify token is lost when the Monsters move."

    def trimmed(self, luck: random.Random, foes: list[Foe]) -> list[Foe]:
        """The Monsters of a game, a ring or two nearer."""
        nearer = [(min(SWORDSMAN, ring + luck.choice((1, 2, 3))) if ring < SWORDSMAN else ring, arc, *rest) for ring, arc, *rest in foes]
        return [(ring, arc, code, health) for ring, arc, code, health in luck.sample(nearer, min(len(nearer), luck.randint(2, 6)))]  # type: ignore[misc]

    def some_foes(self, luck: random.Random, stand: str) -> list[Foe]:
        near = [some_foe(luck, (SWORDSMAN, SWORDSMAN, SWORDSMAN, CASTLE), stand) for _ in range(luck.randint(2, 4))]
        return near + [some_foe(luck, (ARCHER, KNIGHT), stand) for _ in range(luck.randint(0, 3))]

    def backwards(self, luck: random.Random, hand: Hand, foes: list[Foe], stand: str) -> bool:
        near = [foe for foe in foes if threatens(foe, stand)]
        if len(near) < 2:
            return False
        for foe in near:
            ways = ["barbarian", "tar", "drive-back"]
            if foe[0] != CASTLE:
                ways += ["hits", "hits", "nice-shot"] if foe[3] > 1 else ["hits", "hits"]
            if not hand.deal_with(foe, ways) and not hand.deal_with(foe, ways[-1:]):
                return False
        return len(hand.cards) <= 7
