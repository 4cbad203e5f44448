"""`castlewise check`: can ordeals be met, with which castle, with how few tiles, in which order; and if not, why not and what would help."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from castlewise.cli.drawing import Target
from castlewise.cli.output import EXIT_CODES, console, print_json, status
from castlewise.cli.positions import CASTELLION, read_position
from castlewise.models.castellion.castle_question import BeyondCastleModel, Building, CastleQuestion, kinds_spent
from castlewise.models.castellion.castle_text import columns_text
from castlewise.models.castellion.configuration import Configuration, configuration_of, read_configuration, read_tiles
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.tiles import TILES
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.solver.castellion.ordeal_answer import OrdealAnswer, Why, answer_castle, answer_order
from castlewise.solver.verdict import Outcome, Solvers

WORDS = {Outcome.SOLVED: "solvable", Outcome.IMPOSSIBLE: "impossible", Outcome.UNKNOWN: "unknown"}


@dataclass(frozen=True)
class CheckOptions:
    """What was asked for besides the ordeals."""

    castle: str | None = None
    left: str | None = None
    tiles: str | None = None
    size: str | None = None
    level: str | None = None
    powers: int = 0
    next_only: bool = False
    fewest: bool = False
    count: bool = False
    why: bool = False
    solver: Solvers = Solvers.both
    seconds: float = 20.0
    svg: Target | None = None
    json: bool = False


@dataclass
class Checked:
    """One deal of the cards and what came of it."""

    deal: tuple[Ordeal, ...]
    question: CastleQuestion | None
    answer: OrdealAnswer
    order: OrderQuestion | None = None
    skeletons: dict[str, Any] = field(default_factory=dict)


def run_check(ordeals: str, options: CheckOptions) -> None:
    configuration = _configuration(ordeals, options)
    if options.next_only:
        configuration = configuration.next_only
    problems = Problems()
    tiles = read_tiles(options.tiles, "--tiles", problems) if options.tiles is not None else None
    if tiles is not None and (options.left is not None or options.fewest or options.count):
        problems.add("--tiles", "names every tile that comes; --left, --fewest and --count ask about tiles in no order")
    if options.svg is not None and tiles is not None:
        problems.add("--svg", "draws the castle of a check without --tiles")
    problems.raise_if_any()
    try:
        with status("solving"):
            checked = [_checked(configuration, deal, tiles, options) for deal in configuration.deals]
    except (BeyondCastleModel, BeyondOrderModel) as beyond:
        raise InvalidInput([Problem("check", f"the models do not know this: {beyond}")]) from None
    outcome = overall([each.answer.outcome for each in checked])
    if options.svg is not None:
        _draw(options.svg, configuration, checked)
    if options.json:
        print_json("check", facts(configuration, checked, outcome))
    else:
        _print(configuration, checked, outcome, options)
    sys.exit(EXIT_CODES[outcome])


def overall(outcomes: Sequence[Outcome]) -> Outcome:
    """Of all deals together: solvable if each is, impossible if one is."""
    if Outcome.IMPOSSIBLE in outcomes:
        return Outcome.IMPOSSIBLE
    return Outcome.UNKNOWN if Outcome.UNKNOWN in outcomes else Outcome.SOLVED


def _configuration(ordeals: str, options: CheckOptions) -> Configuration:
    """Ordeals by their texts, or a position's, in any of its forms."""
    file = ordeals.partition("@")[0].endswith((".toml", ".jsonl"))
    if not (ordeals == "-" or ordeals.startswith(("cn:", "cp:")) or file):
        return read_configuration(
            ordeals, castle=options.castle, left=options.left, size=options.size, level=options.level, powers=options.powers
        )
    problems = Problems()
    for option, value in (("--castle", options.castle), ("--left", options.left), ("--size", options.size), ("--level", options.level)):
        if value is not None:
            problems.add(option, "a position has its own")
    problems.raise_if_any()
    position = read_position(ordeals, None, CASTELLION)
    if position.game.name != CASTELLION:
        raise InvalidInput([Problem("position", f"check answers for Castellion; this is a position of {position.game.name}")])
    try:
        return configuration_of(position, options.powers)
    except BeyondCastleModel as beyond:
        raise InvalidInput([Problem("position", f"the models do not know this: {beyond}")]) from None


def _checked(configuration: Configuration, deal: tuple[Ordeal, ...], tiles: list[int] | None, options: CheckOptions) -> Checked:
    if tiles is not None:
        problems = Problems()
        order = configuration.ordered(deal, tiles, problems)
        problems.raise_if_any()
        assert order is not None
        return Checked(deal, None, answer_order(order, solvers=options.solver, why=options.why, seconds=options.seconds), order)
    question = configuration.question(deal)
    answer = answer_castle(question, solvers=options.solver, fewest=options.fewest, why=options.why, seconds=options.seconds)
    checked = Checked(deal, question, answer)
    if options.count and answer.outcome is not Outcome.IMPOSSIBLE:
        checked.skeletons = _skeletons(question, options.seconds)
    return checked


def _skeletons(question: CastleQuestion, seconds: float) -> dict[str, Any]:
    from castlewise.solver.castellion.skeletons import skeletons

    if len(question.ordeals) > 1 or question.ordeals[0].rows or question.ordeals[0].penalty or question.powers:
        raise InvalidInput([Problem("--count", "counts the skeletons of one ordeal that asks for formations, without powers")])
    found = skeletons(question, seconds=seconds)
    return {"count": found.count, "exact": found.exact}


# For programs.


def facts(configuration: Configuration, checked: Sequence[Checked], outcome: Outcome) -> dict[str, Any]:
    """The JSON of a check. What is true of the first deal with the verdict of all stands at the top level, too."""
    deals = [_deal_facts(each) for each in checked]
    telling = next((deal for deal in deals if deal["verdict"] == WORDS[outcome]), deals[0])
    return {
        **telling,
        "verdict": WORDS[outcome],
        "deals": deals,
        "level": configuration.level,
        "size": f"{configuration.width}x{configuration.height}",
        "powers": configuration.powers,
        "assumed_components": list(configuration.assumed),
    }


def _deal_facts(checked: Checked) -> dict[str, Any]:
    answer = checked.answer
    found: dict[str, Any] = {
        "ordeals": [card.text for card in checked.deal],
        "verdict": WORDS[answer.outcome],
        "reason": answer.reason,
        "solvers": [
            {"name": verdict.solver, "version": verdict.version, "seconds": verdict.seconds, "verdict": WORDS[verdict.outcome]}
            for verdict in answer.verdicts
        ],
        "tiles": answer.tiles,
        "tiles_proved_by": list(answer.proved_by),
        "castle": None,
    }
    if answer.building is not None and checked.question is not None:
        found["castle"] = columns_text([list(column) for column in answer.building.met[-1].castle])
        found["castles"] = [
            {"met": columns_text([list(c) for c in met.castle]), "after": columns_text([list(c) for c in met.after])}
            for met in answer.building.met
        ]
        found["needs"] = _needs(checked.question, answer.building)
        found["building"] = _told(checked.question, answer.building)
    if checked.order is not None and answer.moves:
        told = _moves_told(checked.order, answer.moves)
        found["moves"] = [short for short, _ in told]
        found["text"] = [words for _, words in told]
        found["castle"] = columns_text(_end(checked.order, answer.moves).columns(0))
    if checked.skeletons:
        found["skeletons"] = checked.skeletons
    if answer.why is not None:
        conflict = answer.why.conflict
        if conflict is not None:
            found["conflict"] = {"wanted": list(conflict.wanted), "rules": list(conflict.rules), "minimal": conflict.minimal}
        found["repair"] = list(answer.why.repairs)
    return found


def _needs(question: CastleQuestion, building: Building) -> dict[str, int]:
    """Which tiles a building takes, by name."""
    return {TILES[kind].name: count for kind, count in enumerate(kinds_spent(question, building)) if count}


def _told(question: CastleQuestion, building: Building) -> list[str]:
    from castlewise.solver.castellion.building_replay import replay_building

    return list(replay_building(question, building).told())


def _moves_told(order: OrderQuestion, moves: Sequence[int]) -> list[tuple[str, str]]:
    here, told = order.position, []
    for made in moves:
        told.append((here.game.short(here, made), here.game.describe(here, made)))
        here = here.game.apply(here, made)
    return told


def _end(order: OrderQuestion, moves: Sequence[int]) -> Any:
    here = order.position
    for made in moves:
        here = here.game.apply(here, made)
    return here


# For people.


def _print(configuration: Configuration, checked: Sequence[Checked], outcome: Outcome, options: CheckOptions) -> None:
    out = console()
    for card in configuration.assumed:
        out.print(f"assumed component: {card}", style="dim")
    for each in checked:
        _print_deal(out, configuration, each, brief=len(checked) > 1)
    if len(checked) > 1:
        solvable = sum(each.answer.outcome is Outcome.SOLVED for each in checked)
        out.print(f"\n{WORDS[outcome].upper()}: {solvable} of {len(checked)} ways to deal the cards are solvable", style="bold")
    if options.svg is not None:
        out.print(f"drawn in {options.svg}", style="dim")


def _print_deal(out: Console, configuration: Configuration, checked: Checked, *, brief: bool) -> None:
    answer = checked.answer
    heading = ", then ".join(str(card) for card in checked.deal)
    tiles = ""
    if answer.tiles is not None:
        further = "further " if configuration.castle else ""
        proved = "" if answer.proved_by else "; fewer may do"
        tiles = f", {answer.tiles} {further}tiles{' are the fewest' if answer.proved_by else ''}{proved}"
    reason = f": {answer.reason}" if answer.reason and answer.outcome is not Outcome.SOLVED else ""
    out.print(f"{heading}: {WORDS[answer.outcome].upper()}{reason}{tiles}", style="bold", soft_wrap=True)
    if checked.skeletons:
        at_least = "" if checked.skeletons["exact"] else "at least "
        out.print(f"{at_least}{checked.skeletons['count']:,} essentially different skeletons")
    if not brief and answer.building is not None:
        _print_castles(out, configuration, checked)
    if not brief and checked.order is not None and answer.moves:
        _print_moves(out, checked.order, answer.moves)
    if answer.why is not None:
        _print_why(out, answer.why)
    said = [f"{verdict.solver} {verdict.version} {verdict.seconds:.2f} s" for verdict in answer.verdicts]
    if not brief:
        replayed = "; replayed through the rules" if answer.outcome is Outcome.SOLVED else ""
        out.print(f"{', '.join(said)}{replayed}", style="dim")


def _print_castles(out: Console, configuration: Configuration, checked: Checked) -> None:
    from castlewise.models.castellion.formation_places import formations_of
    from castlewise.render.castellion_text import castle_picture, counted, legend

    assert checked.answer.building is not None
    building = checked.answer.building
    new_tiles = _new_tiles(configuration, building)
    out.print(legend())
    if any(new_tiles):
        out.print("+ to be placed", style="dim")
    for card, met, new in zip(checked.deal, building.met, new_tiles, strict=True):
        if len(checked.deal) > 1:
            out.print(f"\nwhen {card} is met:")
        out.print(castle_picture(met.castle, configuration.width, configuration.height, new=new or ()))
        towers, bastions, lines = formations_of(met.castle, configuration.haunted)
        size = sum(map(len, met.castle))
        out.print(f"  {counted(size, 'tile')}: {counted(towers, 'tower')}, {counted(bastions, 'bastion')}, {counted(lines, 'line')}")
        if met.after != met.castle and met is not building.met[-1]:
            out.print(f"  {counted(size - sum(map(len, met.after)), 'tile')} destroyed by it")
    if checked.question is not None and configuration.castle:
        needs = _needs(checked.question, building)
        out.print("  needs " + (", ".join(f"{count} x {name.title()}" for name, count in needs.items()) or "nothing"), soft_wrap=True)
    if checked.question is not None and building.steps:
        for words in _told(checked.question, building):
            out.print(f"  {words}", soft_wrap=True)


def _new_tiles(configuration: Configuration, building: Building) -> list[set[tuple[int, int]] | None]:
    """For each castle the cells of tiles that are placed for it; None where nothing stood before, or powers moved what did."""
    from castlewise.solver.castellion.building_replay import new_cells

    before = [configuration.castle, *(met.after for met in building.met)]
    return [None if building.steps or not stood else new_cells(met.castle, stood) for met, stood in zip(building.met, before, strict=False)]


def _print_moves(out: Console, order: OrderQuestion, moves: Sequence[int]) -> None:
    from castlewise.render.castellion_text import castle_picture, legend

    for short, words in _moves_told(order, moves):
        if not short.startswith(("tile.", "draw.")):
            out.print(f"  {short:18} {words}")
    out.print(legend())
    rules = order.position.rule_set
    out.print(castle_picture(_end(order, moves).columns(0), rules.width, rules.height))


def _print_why(out: Console, why: Why) -> None:
    if why.conflict is not None:
        out.print(f"because these cannot hold together{', ' + why.frame if why.frame else ''}:", soft_wrap=True)
        for sentence in (*why.conflict.wanted, *why.conflict.rules):
            out.print(f"  {sentence}", soft_wrap=True)
    if why.repairs:
        out.print("what would help:")
        for repair in why.repairs:
            out.print(f"  {repair}", soft_wrap=True)


def _draw(path: Target, configuration: Configuration, checked: Sequence[Checked]) -> None:
    from castlewise.cli.drawing import write_file
    from castlewise.render.castellion_svg import Panel, castles_svg

    panels = []
    for each in checked:
        if each.answer.building is None:
            continue
        for card, met, new in zip(each.deal, each.answer.building.met, _new_tiles(configuration, each.answer.building), strict=True):
            caption = str(card) if len(each.deal) == 1 else f"when {card} is met"
            panels.append(Panel(met.castle, configuration.width, configuration.height, caption, new))
    if not panels:
        raise InvalidInput([Problem("--svg", "there is no castle to draw")])
    write_file(path, castles_svg(panels))
