"""`castlewise watch`: one game played by a policy, turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlewise.cli.drawing import Target, write_file
from castlewise.cli.games import Asked, remarks, text_renderer
from castlewise.cli.output import console, print_json
from castlewise.cli.positions import CASTLE_PANIC
from castlewise.models.contract import Node, mover_name
from castlewise.models.events import events, in_lines
from castlewise.solver.policies import policy_kernel, policy_rule


class CastlePanicStory:
    """What is told of a game of Castle Panic: the board at the start of every turn, and what happens in it."""

    _DULL = frozenset({"discards nothing", "trades no more", "plays no more cards"})

    def __init__(self) -> None:
        self.turn = 0
        self._before: tuple[int, bool] = (-1, True)

    def heading(self, position: Any) -> str | None:
        """A new turn's, or None while the old one goes on."""
        from castlewise.models.castle_panic import stages

        now = (position.player, position.state.stage in (stages.ASK_DESPERATE, stages.DRAW_UP, stages.DISCARD_PHASE))
        begins = now != self._before and now[1]
        self._before = now
        if not begins:
            return None
        self.turn += 1
        return f"turn {self.turn}, player {position.player + 1}"

    def worth_telling(self, position: Any, sentence: str) -> bool:
        from castlewise.models.castle_panic import stages

        silent = (stages.DEAL, stages.PLACE_STARTING, stages.PLACE_BY_CHANCE)
        return position.state.stage not in silent and sentence not in self._DULL


class CastellionStory:
    """What is told of a game of Castellion: every move, and the castle whenever a new ordeal is next."""

    def __init__(self) -> None:
        self.turn = 0
        self._met = -1

    def heading(self, position: Any) -> str | None:
        from castlewise.models.castellion import stages
        from castlewise.models.castellion.ordeals import NUMERALS

        if position.state.stage in (stages.DRAW_SAFE, stages.DRAW_STANDARD) or (position.state.stage == stages.TURN and position.revealed):
            self.turn += 1
        if position.met == self._met or position.state.stage not in (stages.TURN, stages.DRAW_STANDARD):
            return None
        self._met = position.met
        return f"on the way to ordeal {NUMERALS[position.met]}"

    def worth_telling(self, position: Any, sentence: str) -> bool:
        return not sentence.startswith("draws from")


def watch_game(asked: Asked, policy: str, seed: int, record: Target | None, as_json: bool) -> None:
    from castlewise.models.game_record import GameRecord

    make_game: Callable[..., Any] = asked.maker()
    game = make_game(compiled=False)  # one game is not worth compiling for
    decide = policy_kernel(game, policy)(policy_rule(game, policy))
    screen = console(quiet=as_json)
    source = game.source(seed)
    out, _ = game.lists()
    line = asked.start_line()
    position = game.start() if line is None else game.read(line)
    kept = GameRecord.begin(game, position, seed=seed)
    for heading, remark in remarks(game):
        screen.print(f"{heading} component: {remark}", style="dim")
    renderer = text_renderer(game)
    happened: list[list[str]] = []
    story = CastlePanicStory() if game.name == CASTLE_PANIC else CastellionStory()
    while game.node(position) is not Node.OVER:
        if title := story.heading(position):
            screen.print()
            screen.rule(title, align="left")
            screen.print(renderer.picture(position))
        if game.node(position) is Node.CHANCE:
            move, who = game.sample(position, source), ""
        else:
            move, who = decide(game.rules, position.state, source.buffer, out), f"{mover_name(game, position)}: "
        sentence, after = game.describe(position, move), game.apply(position, move)
        if story.worth_telling(position, sentence):
            screen.print(f"  {who}{sentence}", style="" if who else "dim", soft_wrap=True)
        brought_about = in_lines(events(position, move, after))
        for line in brought_about:
            screen.print(f"      {line}", markup=False, soft_wrap=True)
        happened.append(brought_about)
        kept.add(position, move)
        position = after
    result = game.result(position)
    assert result is not None
    screen.print()
    screen.print(renderer.picture(position))
    screen.print(f"{'WON' if result.won else 'LOST'} after {story.turn} turns: {result.reason}", style="bold")
    screen.print(f"final position: {position}", style="dim", soft_wrap=True)
    written = kept.finish(position)
    if record is not None:
        write_file(record, written)
    if as_json:
        told = [
            {"who": move.who, "move": move.move, "text": move.text, "events": brought_about}
            for move, brought_about in zip(kept.moves, happened, strict=True)
        ]
        about = {key.replace(" ", "_"): value for key, value in game.summary().items()}
        outcome = {"won": result.won, "reason": result.reason, "turns": story.turn, "final": str(position)}
        print_json("watch", {**about, "seed": seed, "policy": policy, "start": kept.start, "moves": told, **outcome})
