"""Finding the legal move that somebody typed: by its short form, by its sentence, or by a short form that leaves out what goes without saying."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlewise.models.contract import Game
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem, nearest


def find_move(
    game: Game[Any],
    position: Any,
    text: str,
    *,
    well_formed: Callable[[str], bool],
    shortened: Callable[[str], str] = lambda form: form,
) -> int:
    """`well_formed` tells a move that is not possible here from a text that is no move; `shortened` is the least that has to be said of a short form."""
    wanted = " ".join(text.lower().split()).rstrip(".")
    legal = game.moves(position)
    forms = {move: game.short(position, move) for move in legal}
    exact = [move for move in legal if wanted in (forms[move].lower(), game.describe(position, move).lower())]
    if exact:
        return exact[0]
    loose = [move for move in legal if shortened(forms[move]) == wanted]
    if len(loose) == 1:
        return loose[0]
    if loose:
        raise AmbiguousMove(f"{text!r} fits several moves: {', '.join(forms[move] for move in loose)}")
    if well_formed(wanted):
        raise IllegalMove(f"{text!r} is not possible here")
    raise InvalidInput([Problem("move", f"{text!r} is not a move{nearest(wanted[:60], forms.values())}")])
