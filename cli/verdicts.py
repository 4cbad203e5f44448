"""How `check` tells its verdicts, for people and for programs: what was asked and assumed, castles, lines of play, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castlewise.cli.output import Screen, console
from castlewise.models.castellion.castle_question import Building, CastleQuestion, Met, kinds_spent
from castlewise.models.castellion.castle_text import columns_text
from castlewise.models.castellion.formation_places import formations_of
from castlewise.models.castellion.moves import PLACE, PLACE_PANTRY, POWER
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import PANTRY, TILES
from castlewise.models.move_code import second_of, verb_of
from castlewise.solver.castellion.checked import Asked, Checked
from castlewise.solver.castellion.ordeal_answer import Why
from castlewise.solver.verdict import Outcome

WORDS = {Outcome.SOLVED: "solvable", Outcome.IMPOSSIBLE: "impossible", Outcome.UNKNOWN: "unknown", None: "depends"}
MOST_NAMED = 6  # deals that are named one by one


def deals_in_words(checked: Sequence[Checked]) -> str:
    """How many ways the cards may turn out can be met, and which cannot."""
    solved = [each for each in checked if each.answer.outcome is Outcome.SOLVED]
    cards = "card" if sum(len({each.deal[at] for each in checked}) > 1 for at in range(len(checked[0].deal))) == 1 else "cards"
    words = f"can be met in {len(solved)} of {len(checked)} ways the {cards} may turn out"
    for outcome, said in ((Outcome.IMPOSSIBLE, "not"), (Outcome.UNKNOWN, "not settled")):
        named = [each.deal for each in checked if each.answer.outcome is outcome]
        if named and (solved or outcome is Outcome.UNKNOWN):
            words += f"; {said} if {_named(named, checked)}"
    return words


def _named(deals: Sequence[tuple[Ordeal, ...]], checked: Sequence[Checked]) -> str:
    open_places = [at for at in range(len(deals[0])) if len({each.deal[at] for each in checked}) > 1]
    names = [", then ".join(deal[at].name or deal[at].text.replace("-", " ") for at in open_places) for deal in deals]
    duplicated = len(set(names)) < len(names)
    if duplicated:
        names = [", then ".join(str(deal[at]) for at in open_places) for deal in deals]
    more = f" or {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    pronoun = "it is the " if len(open_places) == 1 else "they are "
    return pronoun + " or ".join(names[:MOST_NAMED]) + more


def met_by(card: Ordeal, met: Met, haunted: tuple[int, int] | None = None) -> str:
    """Which of a card's alternatives a castle is for."""
    if card.rows:
        return f"its bottom {card.rows} row{'s' * (card.rows > 1)} destroyed"
    if card.penalty is None:
        return "the formations are there"
    towers, bastions, lines = formations_of(met.castle, haunted)
    if towers >= card.towers and bastions >= card.bastions and lines >= card.lines:
        return "the formations are there, nothing is paid"
    paid = sum(map(len, met.castle)) - sum(map(len, met.after))
    spared = f", {bastions} bastion{'s' * (bastions > 1)} spare{'s' * (bastions == 1)} the rest" if bastions else ""
    return f"without its formations: {paid} tiles paid{spared}"


# For programs.


def facts(asked: Asked, checked: Sequence[Checked], outcome: Outcome | None) -> dict[str, Any]:
    """The JSON of a check. What is true of the first deal with the verdict of all stands at the top level, too."""
    deals = [_deal_facts(asked, each) for each in checked]
    telling = next((deal for deal in deals if deal["verdict"] == WORDS[outcome]), deals[0])
    return {
        **telling,
        "verdict": WORDS[outcome],
        "summary": deals_in_words(checked) if len(checked) > 1 else None,
        "deals": deals,
        "level": asked.configuration.level,
        "size": f"{asked.configuration.width}x{asked.configuration.height}",
        "powers": deals[0]["assumes"]["powers"],
        "assumed_components": list(asked.configuration.assumed),
    }


def _deal_facts(asked: Asked, checked: Checked) -> dict[str, Any]:
    answer = checked.answer
    found: dict[str, Any] = {
        "ordeals": [card.text for card in checked.deal],
        "verdict": WORDS[answer.outcome],
        "assumes": asked.assumptions(checked),
        "reason": answer.reason,
        "solvers": [
            {"name": verdict.solver, "version": verdict.version, "seconds": verdict.seconds, "verdict": WORDS[verdict.outcome]}
            for verdict in answer.verdicts
        ],
        "tiles": answer.tiles,
        "tiles_proved_by": list(answer.proved_by),
        "castle": None,
    }
    castles = list(checked.castles(asked))
    if castles:
        found["castle"] = _text(castles[-1][1].castle)
        found["castles"] = [
            {"met": _text(met.castle), "after": _text(met.after), "by": met_by(card, met, asked.configuration.haunted)}
            for card, met, _ in castles
        ]
    if answer.building is not None and checked.question is not None:
        found["needs"] = _needs(checked.question, answer.building)
        found["building"] = _told(checked.question, answer.building)
    if checked.line:
        told = _moves_told(checked)
        found["moves"] = [short for short, _ in told]
        found["text"] = [words for _, words in told]
        found["needs"] = _used(checked)
        found["castle"] = found["castle"] or _text(checked.line[-1].columns(0))
    if checked.skeletons:
        found["skeletons"] = checked.skeletons
    if checked.remark:
        found["remark"] = checked.remark
    if answer.why is not None:
        conflict = answer.why.conflict
        if conflict is not None:
            found["conflict"] = {"wanted": list(conflict.wanted), "rules": list(conflict.rules), "minimal": conflict.minimal}
        found["repair"] = list(answer.why.repairs)
    return found


def _text(castle: Sequence[Sequence[int]]) -> str:
    return columns_text([list(column) for column in castle])


def _needs(question: CastleQuestion, building: Building) -> dict[str, int]:
    """Which tiles a building takes, by name."""
    return {TILES[kind].name: count for kind, count in enumerate(kinds_spent(question, building)) if count}


def _used(checked: Checked) -> dict[str, int]:
    """Which tiles a line places or discards for their power, by name."""
    found: dict[str, int] = {}
    for here, made in zip(checked.line, checked.answer.moves, strict=False):
        kind = PANTRY + second_of(made) if verb_of(made) == PLACE_PANTRY else int(here.numbers.hand) - 1
        if verb_of(made) in (PLACE, PLACE_PANTRY, POWER):
            found[TILES[kind].name] = found.get(TILES[kind].name, 0) + 1
    return found


def _told(question: CastleQuestion, building: Building) -> list[str]:
    from castlewise.solver.castellion.building_replay import replay_building

    return list(replay_building(question, building).told())


def _moves_told(checked: Checked) -> list[tuple[str, str]]:
    return [
        (here.game.short(here, made), here.game.describe(here, made))
        for here, made in zip(checked.line, checked.answer.moves, strict=False)
    ]


# For people.


def print_checked(asked: Asked, checked: Sequence[Checked], outcome: Outcome | None, *, drawn: str | None) -> None:
    out = console()
    for card in asked.configuration.assumed:
        out.print(f"assumed component: {card}", style="dim")
    for each in checked:
        _print_deal(out, asked, each, brief=len(checked) > 1)
    if len(checked) > 1:
        heading = WORDS[outcome].upper() + ": " if outcome is not None else ""
        words = deals_in_words(checked)
        out.print(f"\n{heading}{words if heading else words[:1].upper() + words[1:]}", style="bold", soft_wrap=True)
    out.print(f"asked: {asked.assumptions(checked[0])['text']}", style="dim", soft_wrap=True)
    if drawn is not None:
        out.print(f"drawn in {drawn}", style="dim")


def _print_deal(out: Screen, asked: Asked, checked: Checked, *, brief: bool) -> None:
    answer = checked.answer
    heading = ", then ".join(str(card) for card in checked.deal)
    tiles = ""
    if answer.tiles is not None:
        further = "further " if asked.configuration.castle else ""
        proved = "" if answer.proved_by else "; fewer may do"
        alone = " by building alone" if checked.start is not None else ""
        tiles = f", {answer.tiles} {further}tiles{' are the fewest' if answer.proved_by else ''}{alone}{proved}"
    reason = f": {answer.reason}" if answer.reason and answer.outcome is not Outcome.SOLVED else ""
    out.print(f"{heading}: {WORDS[answer.outcome].upper()}{reason}{tiles}", style="bold", soft_wrap=True)
    if checked.skeletons:
        at_least = "" if checked.skeletons["exact"] else "at least "
        out.print(f"{at_least}{checked.skeletons['count']:,} essentially different skeletons")
    if checked.remark:
        out.print(checked.remark, soft_wrap=True)
    if not brief and checked.line:
        _print_moves(out, checked)
    if not brief:
        _print_castles(out, asked, checked)
    if answer.why is not None:
        _print_why(out, answer.why)
    said = [f"{verdict.solver} {verdict.version} {verdict.seconds:.2f} s".replace("  ", " ") for verdict in answer.verdicts]
    if not brief:
        replayed = "; replayed through the rules" if answer.outcome is Outcome.SOLVED else ""
        out.print(f"{', '.join(said)}{replayed}", style="dim")


def _print_castles(out: Screen, asked: Asked, checked: Checked) -> None:
    from castlewise.render.castellion_text import castle_picture, counted, legend

    configuration, building = asked.configuration, checked.answer.building
    castles = list(checked.castles(asked))
    if not castles and checked.line:
        out.print(legend())
        out.print(castle_picture(checked.line[-1].columns(0), configuration.width, configuration.height))
    if not castles:
        return
    out.print(legend())
    if any(new for _, _, new in castles):
        out.print("+ to be placed", style="dim")
    for number, (card, met, new) in enumerate(castles):
        if len(checked.deal) > 1:
            out.print(f"\nwhen {card} is met:")
        out.print(castle_picture(met.castle, configuration.width, configuration.height, new=new or ()))
        towers, bastions, lines = formations_of(met.castle, configuration.haunted)
        size = sum(map(len, met.castle))
        out.print(f"  {counted(size, 'tile')}: {counted(towers, 'tower')}, {counted(bastions, 'bastion')}, {counted(lines, 'line')}")
        if card.penalty is not None or card.rows:
            out.print(f"  meets {card.text.replace('-', ' ')}: {met_by(card, met, configuration.haunted)}")
        if met.after != met.castle and number < len(castles) - 1:
            out.print(f"  {counted(size - sum(map(len, met.after)), 'tile')} destroyed by it")
    if building is None or checked.question is None:
        return
    if configuration.castle:
        needs = _needs(checked.question, building)
        out.print("  needs " + (", ".join(f"{count} x {name.title()}" for name, count in needs.items()) or "nothing"), soft_wrap=True)
    if building.steps:
        for words in _told(checked.question, building):
            out.print(f"  {words}", soft_wrap=True)


def _print_moves(out: Screen, checked: Checked) -> None:
    """What is done; draws are left out, since the tile is named where it is used, and so are tiles that are only got rid of."""
    idle = 0
    for here, (short, words) in zip(checked.line, _moves_told(checked), strict=False):
        if short == "discard" and here.rule_set.level != "introductory":
            idle += 1
        elif not short.startswith(("tile.", "draw.", "reveal.")):
            out.print(f"  {short:18} {words}", soft_wrap=True)
    if idle:
        out.print(f"  ({idle} tile{'s' * (idle > 1)} discarded on the way that {'are' if idle > 1 else 'is'} not wanted)", style="dim")


def _print_why(out: Screen, why: Why) -> None:
    if why.conflict is not None:
        out.print(f"because these cannot hold together{', ' + why.frame if why.frame else ''}:", soft_wrap=True)
        for sentence in (*why.conflict.wanted, *why.conflict.rules):
            out.print(f"  {sentence}", soft_wrap=True)
    if why.repairs:
        out.print("what would help:")
        for repair in why.repairs:
            out.print(f"  {repair}", soft_wrap=True)
