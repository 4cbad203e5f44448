"""*Finish the ordeal* and *The trick*: a castle, and tiles that come in a printed order.

The trick is a power: without discarding a tile of one faction for it nothing wins, and which faction that is, is for the solver to find. The rules and the
order say the rest: after the last tile the ordeal is met.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion.castle_question import mirrored
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.order_smt import OrderModel
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import pile_text
from castlewise.models.castellion.rules.game import draws_from
from castlewise.models.castellion.stages import WON
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, FACTIONS, JUGGLER, PYRO, SEER, TILES, counted
from castlewise.models.move_code import move, verb_of
from castlewise.models.problems import InvalidInput, Problem
from castlewise.puzzles.castle_kind import CastellionKind
from castlewise.puzzles.castles import (
    FORMATIONS,
    Board,
    lacking_words,
    missing_formations,
    ordeal_words,
    peeled,
    progress,
    read_asked,
    read_kinds,
    size_for,
    some_castle,
    some_ordeal,
)
from castlewise.puzzles.kind import NotShown, Rejected, Rung
from castlewise.puzzles.ladder import always, at_random, greedily, looking_ahead, one_at_a_time
from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.sheet import PLACING, POWER_WORDS, Sheet, castellion_rules, castle_words, order_words
from castlewise.puzzles.table import Lines, Table
from castlewise.solver.castellion import order_plan, order_smt_answers
from castlewise.solver.castellion.order_replay import castle_of
from castlewise.solver.deadline import Deadline
from castlewise.solver.policies import policy_kernel, policy_rule
from castlewise.solver.verdict import Outcome
from castlewise.solver.z3 import FEASIBLE, VERSION, Answer, Solver

SECONDS = 20.0
TRAITORS = 9  # so many bring the ordeal on; none comes


class OrderTable(Table[Position]):
    """The game as it is, with the printed tile at every draw."""

    def __init__(self, question: OrderQuestion) -> None:
        self.question = question
        self.ordeal = question.position.ordeals[-1]
        self._castle = castle_of(question.position)
        self.start = self._drawn(question.position)
        self._source, (self._out, _) = question.position.game.source(1), question.position.game.lists()

    def _drawn(self, here: Position) -> Position:
        while here.is_chance:
            if draws_from(int(here.state.stage)) != verbs.STANDARD_PILE:
                raise InvalidInput([Problem("position", "tiles come from the standard pile in these puzzles")])
            order = self.question.standard
            here = _stepped(here, move(verbs.TILE, order[len(order) - sum(map(int, here.numbers.standard))], 0, 0))
        return here

    def moves(self, state: Position) -> list[int]:
        return [] if state.is_over else state.game.choices(state)

    def after(self, state: Position, move: int) -> Position:
        return self._drawn(_stepped(state, move))

    def worth(self, end: Position) -> Fraction:
        return Fraction(int(end.state.outcome == WON))

    def agreed(self, ends: Sequence[Position]) -> Position | None:
        """Mirror images are one if the castle is its own to begin with."""
        both_ways = mirrored(self._castle) == self._castle
        castles = {min(castle, mirrored(castle)) if both_ways else castle for castle in map(castle_of, ends)}
        return ends[0] if len(castles) == 1 else None

    def shortfall(self, end: Position) -> int:
        assert self.ordeal is not None
        return missing_formations(end.columns(0), self.ordeal) + self.question.position.rule_set.width - len(end.columns(0))

    def failing(self, end: Position) -> str:
        assert self.ordeal is not None
        if not missing_formations(end.columns(0), self.ordeal):
            return "the castle has not its whole width"
        return lacking_words(end.columns(0), self.ordeal)

    def deed(self, state: Position, move: int) -> Hashable:
        """The same move with another tile in hand is another."""
        return (state.hand, move)

    def promise(self, state: Position) -> int:
        assert self.ordeal is not None
        return progress(state.columns(0), self.ordeal)

    def greedy(self, state: Position) -> int:
        game = state.game
        decide = policy_kernel(game, "greedy")(policy_rule(game, "greedy"))
        return int(decide(game.rules, state.state, self._source.buffer, self._out))

    def short(self, state: Position, move: int) -> str:
        return state.game.short(state, move)

    def describe(self, state: Position, move: int) -> str:
        return state.game.describe(state, move)

    def read(self, state: Position, text: str) -> int:
        return state.game.read_move(state, text)

    def decides(self, move: int) -> bool:
        """Drawing the next tile is none."""
        return verb_of(move) not in (verbs.DRAW, verbs.MEET_NOW)

    def next_draw(self, state: Position) -> int | None:
        moves = self.moves(state)
        draws = [move for move in moves if verb_of(move) == verbs.DRAW]
        return draws[0] if draws and not any(map(self.decides, moves)) else None

    def goes_without_saying(self, text: str) -> bool:
        return text.strip().lower().startswith("draw")

    def picture(self, state: Position) -> Any:
        from rich.console import Group

        from castlewise.render.castellion_text import castle, legend

        left = self.question.standard[len(self.question.standard) - sum(map(int, state.numbers.standard)) :]
        coming = ", ".join(TILES[kind].title for kind in left) or "nothing more"
        hand = f"in hand: {_title(state.hand)}; " if state.hand else ""
        face_up = f"face up: {', '.join(map(_title, state.revealed))}; " if state.revealed else ""
        return Group(legend(), castle(state, 0), f"{hand}{face_up}to come: {coming}")


def _title(name: str) -> str:
    return next(tile.title for tile in TILES if tile.name == name)


def _stepped(position: Position, chosen: int) -> Position:
    game = position.game
    state = game.copy(position.state)
    game.kernel(game.kernel_rules["apply"])(game.rules, state, chosen)
    return Position(game, state)


def position_line(
    level: str, castle: Sequence[Sequence[int]], tiles: Sequence[int], size: tuple[int, int], ordeal: str, discards: Sequence[int] = ()
) -> str:
    """A position with two ordeals behind it and nothing but these tiles to draw."""
    everything = counted([*tiles, *discards, *(kind for column in castle for kind in column)])
    columns = ".".join("".join(TILES[kind].code for kind in column) for column in castle)
    rules = f"{level},ordeal1=0T:1,ordeal2=0T:1,ordeal3={ordeal}:{TRAITORS},size={size[0]}x{size[1]},safe=000.000.000.000"
    text = f"cn:{rules},standard={pile_text(everything)}/{columns}/0T:met,0T:met,{ordeal}/p1.turn/-/{pile_text(counted(tiles))}"
    try:
        return str(Position.read(text))
    except InvalidInput as error:
        raise Rejected("no such position") from error


class KnownOrder(CastellionKind):
    tiles_label = "Tiles in order"
    in_order = True
    level_of_rules = "introductory"
    moves_a_tile = 1

    def table(self, puzzle: Puzzle) -> OrderTable:
        position = Position.read(puzzle.position)
        kinds = read_kinds(puzzle.printed)
        if counted(kinds) != [int(count) for count in position.numbers.standard]:
            raise InvalidInput([Problem("printed", "is not an order of the tiles left in the pile")])
        if position.met != 2 or position.ordeals[-1] is None or position.ordeals[-1].text != puzzle.ask:
            raise InvalidInput([Problem("ask", "is not the ordeal that the position has next")])
        read_asked(puzzle.ask)
        return OrderTable(OrderQuestion(position, (), tuple(kinds)))

    def rungs(self, table: Any, lines: Lines[Any]) -> list[Rung]:
        """The fourth and the fifth player look two and three tiles ahead."""
        each = self.moves_a_tile
        return [
            at_random(lines),
            greedily(lines),
            one_at_a_time(lines),
            looking_ahead(lines, 2 * each),
            looking_ahead(lines, 3 * each),
            always,
        ]

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        table: Any = lines.table
        plan = order_plan.win(table.question, seconds=SECONDS)
        if plan.outcome is not Outcome.SOLVED:
            raise NotShown(f"CP-SAT finds no way to win: {plan.reason}")
        ends = order_smt_answers.count(table.question, 2, seconds=SECONDS)
        if not ends.unique:
            raise NotShown("Z3 finds a second castle" if ends.unique is False else f"Z3: {ends.verdict.reason}")
        won = {ends.ways[0].castle, mirrored(ends.ways[0].castle)}
        if castle_of(solution) not in won:
            raise NotShown("Z3 wins with another castle")
        return [
            Prover("CP-SAT", plan.version, "the order can be won"),
            Prover("z3", VERSION, "every win ends with the same castle"),
        ]

    def repairs(self, puzzle: Puzzle) -> Iterator[Puzzle]:
        """Two tiles exchanged in the order, or one of another kind."""
        luck = random.Random(puzzle.seed)
        position = Position.read(puzzle.position)
        tiles = read_kinds(puzzle.printed)
        rules = position.rule_set
        for _ in range(3):
            changed = list(tiles)
            one, other = luck.randrange(len(tiles)), luck.randrange(len(tiles))
            if luck.random() < 0.5:
                changed[one], changed[other] = changed[other], changed[one]
            else:
                changed[one] = luck.randrange(DEFENDERS)
            if changed != tiles:
                size = (rules.width, rules.height)
                discards = [kind for kind, count in enumerate(position.numbers.discards[:DEFENDERS]) for _ in range(int(count))]
                line = position_line(rules.level, position.columns(0), changed, size, puzzle.ask, discards)
                yield replace(puzzle, position=line, printed=tuple(TILES[kind].code for kind in changed))

    def sheet(self, puzzle: Puzzle) -> Sheet:
        position = Position.read(puzzle.position)
        kinds = read_kinds(puzzle.printed)
        powers = {TILES[kind].name.split()[0] for kind in kinds} if position.game.rules.powers else set()
        return Sheet(
            self.title,
            self.question(puzzle),
            tuple(castle_words(position.columns(0), position.rule_set.width, position.rule_set.height)),
            (order_words(kinds),),
            tuple(castellion_rules(position)),
            (FORMATIONS, PLACING, *(words for faction, words in POWER_WORDS.items() if faction in powers)),
        )

    def castle(self, puzzle: Puzzle) -> tuple[Board, int, int]:
        position = Position.read(puzzle.position)
        return tuple(map(tuple, position.columns(0))), position.rule_set.width, position.rule_set.height

    def castle_at(self, state: Position) -> Board:
        return tuple(map(tuple, state.columns(0)))

    def discarded(self, puzzle: Puzzle) -> list[int]:
        discards = Position.read(puzzle.position).numbers.discards
        return [kind for kind, count in enumerate(discards[:DEFENDERS]) for _ in range(int(count))]


class FinishTheOrdeal(KnownOrder):
    name = "finish"
    title = "Finish the ordeal"

    def question(self, puzzle: Puzzle) -> str:
        wanted = ordeal_words(read_asked(puzzle.ask))
        return f"Place or discard the tiles in the order in which they come, so that the castle holds {wanted} after the last one."

    def candidate(self, seed: int, rules: str) -> Puzzle:
        luck = random.Random(f"{self.name} {seed}")
        width, height = size_for(luck, rules)
        ordeal = some_ordeal(luck, width, height)
        castle = some_castle(luck, width, height, ordeal)
        stands, tiles = peeled(luck, castle, luck.randint(3, 5))
        if luck.random() < 0.5 and len(tiles) < 5:
            tiles.insert(luck.randrange(len(tiles) + 1), luck.randrange(DEFENDERS))
        if not missing_formations(stands, ordeal):
            raise Rejected("nothing left to do")
        line = position_line(self.level_of_rules, stands, tiles, (width, height), ordeal.text)
        return Puzzle(self.name, line, ordeal.text, tuple(TILES[kind].code for kind in tiles), seed=seed, rules=rules)


class PowerTrick(KnownOrder):
    name = "trick"
    title = "The trick"
    level_of_rules = "base"
    moves_a_tile = 2  # it is drawn, then used; a power takes a move or two more
    fewest_plays = 2
    most_plays = 10

    def question(self, puzzle: Puzzle) -> str:
        """Which power it takes is for the solver to find."""
        return (
            f"Place or discard the tiles in the order in which they come, so that the castle holds {ordeal_words(read_asked(puzzle.ask))} "
            "after the last one. It takes a tile's power."
        )

    def candidate(self, seed: int, rules: str) -> Puzzle:
        luck = random.Random(f"{self.name} {seed}")
        width, height = size_for(luck, rules) if rules else luck.choice(((4, 3), (4, 3), (4, 4), (3, 4), (5, 3)))
        faction = (PYRO, JUGGLER, PYRO, CHAMELEON, PYRO, SEER)[seed % 6]
        ordeal = some_ordeal(luck, width, height)
        castle = some_castle(luck, width, height, ordeal, tries=4)
        stands, rest = peeled(luck, castle, luck.randint(1, 2))
        tile = faction * 3 + luck.randrange(3)
        discards: list[int] = []
        if faction == JUGGLER:
            _exchange(luck, stands)
        elif faction == PYRO:
            _unburn(luck, stands, height)
        elif faction == CHAMELEON:
            wanted = rest.pop()
            discards, tile = [wanted], faction * 3 + wanted % 3
        if faction == SEER:
            rest = rest[::-1] + [luck.randrange(DEFENDERS)] * (len(rest) < 2)
        tiles = [tile, *rest] if luck.random() < 0.6 or faction == SEER else [*rest, tile]
        if any(len(column) > height for column in stands) or all(len(column) == height for column in stands):
            raise Rejected("nothing left to do")
        line = position_line(self.level_of_rules, stands, tiles, (width, height), ordeal.text, discards)
        ask = ordeal.text
        return Puzzle(self.name, line, ask, tuple(TILES[kind].code for kind in tiles), seed=seed, rules=rules)

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        table: Any = lines.table
        if powers_needed(lines) is None:
            raise NotShown("no power is needed, or more than one would do")
        model = OrderModel(table.question, plain=True)
        solver = Solver(model.circuit, FEASIBLE, Deadline(SECONDS))
        if solver.ask() is not Answer.NO:
            raise NotShown("Z3 wins without a power")
        return [*super().show(puzzle, lines, solution), Prover("z3", VERSION, "nothing wins without a power")]


def powers_needed(lines: Lines[Any]) -> int | None:
    """The one faction without whose power nothing wins; None if there is none or if several are needed."""
    needed = [faction for faction in range(len(FACTIONS)) if not _wins_without(lines, faction)]
    return needed[0] if len(needed) == 1 else None


def _wins_without(lines: Lines[Any], faction: int) -> bool:
    todo, seen = [lines.table.start], {lines.table.start}
    while todo:
        here = todo.pop()
        if not lines.steps[here] and lines.value(here) == 1:
            return True
        for chosen, there in lines.steps[here]:
            used = verb_of(chosen) == verbs.POWER and (int(here.state.hand) - 1) // 3 == faction
            if not used and there not in seen:
                seen.add(there)
                todo.append(there)
    return False


def _exchange(luck: random.Random, castle: list[list[int]]) -> None:
    """Two neighbouring tiles exchanged: what a Juggler undoes."""
    pairs = [((c, r), (c, r + 1)) for c, column in enumerate(castle) for r in range(len(column) - 1)]
    pairs += [((c, r), (c + 1, r)) for c in range(len(castle) - 1) for r in range(min(len(castle[c]), len(castle[c + 1])))]
    (a, b), (c, d) = luck.choice(pairs)
    castle[a][b], castle[c][d] = castle[c][d], castle[a][b]


def _unburn(luck: random.Random, castle: list[list[int]], height: int) -> None:
    """A tile on top of another column and one more somewhere: what a Pyro undoes."""
    tall = [at for at, column in enumerate(castle) if len(column) > 1]
    if tall:
        moved = castle[luck.choice(tall)].pop()
        low = [column for column in castle if len(column) < height]
        luck.choice(low or castle).append(moved)
    column = luck.choice([column for column in castle if len(column) < height] or castle)
    column.insert(luck.randint(0, len(column)), luck.randrange(DEFENDERS))
