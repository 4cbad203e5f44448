"""`castlewise watch`: one game played by a policy, turn by turn."""

from __future__ import annotations

import os
from pathlib import Path

from rich.console import Console

from castlewise.cli.games import rule_set_from
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.contract import Node, mover_name
from castlewise.models.problems import InvalidInput, Problem
from castlewise.render import castle_panic_text as text
from castlewise.solver.policies import policy_kernel, policy_rule

_SILENT = {stages.DEAL, stages.PLACE_STARTING, stages.PLACE_BY_CHANCE}
_DULL = {"discards nothing", "trades no more", "plays no more cards"}


def watch_game(players: int | None, policy: str, seed: int, rules: str, components: str | None, record: str | None) -> None:
    from castlewise.models.game_record import GameRecord

    game = CastlePanic(rule_set_from(players, rules, components), compiled=False)  # one game is not worth compiling for
    if record is not None and (Path(record).is_dir() or not os.access(Path(record).parent, os.W_OK)):
        raise InvalidInput([Problem("--record", f"cannot write to {record}")])
    decide = policy_kernel(game, policy)(policy_rule(game, policy))
    console = Console(highlight=False)
    source = game.source(seed)
    out, _ = game.lists()
    position = game.start()
    kept = GameRecord.begin(game, position, seed=seed)
    for change in game.rule_set.components.replaced:
        console.print(f"replaced component: {change}", style="dim")
    turn = 0
    before: tuple[int, bool] = (-1, True)
    while game.node(position) is not Node.OVER:
        now = (position.player, _turn_begins(position))
        if now != before and now[1]:
            turn += 1
            console.print()
            console.rule(f"turn {turn}, player {position.player + 1}", align="left")
            console.print(text.board(position), text.hands(position), text.piles(position))
        before = now
        if game.node(position) is Node.CHANCE:
            move, who = game.sample(position, source), ""
        else:
            move, who = decide(game.rules, position.state, source.buffer, out), f"{mover_name(game, position)}: "
        sentence = game.describe(position, move)
        if position.state.stage not in _SILENT and sentence not in _DULL:
            console.print(f"  {who}{sentence}", style="" if who else "dim", soft_wrap=True)
        kept.add(position, move)
        position = game.apply(position, move)
    result = game.result(position)
    assert result is not None
    console.print()
    console.print(text.board(position))
    console.print(f"{'WON' if result.won else 'LOST'} after {turn} turns: {result.reason}", style="bold")
    console.print(f"final position: {position}", style="dim", soft_wrap=True)
    if record:
        Path(record).write_text(kept.finish(position), encoding="utf-8")


def _turn_begins(position: Position) -> bool:
    return position.state.stage in (stages.ASK_DESPERATE, stages.DRAW_UP, stages.DISCARD_PHASE)
