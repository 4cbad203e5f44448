"""Finding the legal move that somebody typed: by its short form, by its sentence, by what it is called at a table ("troll", "4"), or by a short form that
leaves out what goes without saying. `read_moves` reads several in a row, as one tells them: "drew brick, red archer", "troll 4".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    called: Callable[[int], Iterable[str]] = lambda move: (),
) -> int:
    """`well_formed` tells a move that is not possible here from a text that is no move; `shortened` is the least that has to be said of a short form; `called`
    is what else a move goes by, in small letters."""
    wanted = " ".join(text.lower().split()).rstrip(".")
    legal = game.moves(position)
    forms = {move: game.short(position, move) for move in legal}
    exact = [move for move in legal if wanted in (forms[move].lower(), game.describe(position, move).lower())]
    exact = exact or [move for move in legal if wanted in called(move)]
    if exact:
        return exact[0]
    loose = [move for move in legal if shortened(forms[move]) == wanted]
    if len(loose) == 1:
        return loose[0]
    if loose:
        raise AmbiguousMove(f"{text!r} fits several moves: {', '.join(forms[move] for move in loose)}")
    if well_formed(wanted):
        raise IllegalMove(f"{text!r} is not possible here")
    known = [*forms.values(), *(name for move in legal for name in called(move))]
    raise InvalidInput([Problem("move", f"{text!r} is not a move here{nearest(wanted[:60], known)}")])


# Words that one says around what happened. A move that begins with one of them is found first.
_SAID_AROUND = frozenset(
    {"a", "an", "and", "by", "card", "cards", "die", "drawn", "draws", "drew", "gets", "got", "it", "of", "played", "plays"}
    | {"roll", "rolled", "rolls", "the", "then", "tile", "token", "with"}
)


def read_moves(game: Game[Any], position: Any, text: str) -> list[int]:
    """Moves told one after the other, with or without commas between them, each legal where those before it lead. All of them are understood, or none is.

    The longest text that is a move comes first: "draw 2 cards" is one card, "troll 4" a token and its die.
    """
    found: list[int] = []
    for phrase in text.replace(";", ",").split(","):
        words = phrase.split()
        while words:
            for end in range(len(words), 0, -1):
                try:
                    move = game.read_move(position, " ".join(words[:end]))
                except InvalidInput:
                    continue
                except IllegalMove:
                    if end > 1 or words[0].lower() in _SAID_AROUND:
                        continue
                    raise
                break
            else:
                if words[0].lower() not in _SAID_AROUND:
                    raise _not_understood(game, position, words)
                words = words[1:]
                continue
            found.append(move)
            position = game.apply(position, move)
            words = words[end:]
    return found


def _not_understood(game: Game[Any], position: Any, words: list[str]) -> InvalidInput:
    """What to say of words that begin no move: the message that has a hint, of as many words as can be."""
    refused: list[InvalidInput] = []
    for end in range(len(words), 0, -1):
        try:
            game.read_move(position, " ".join(words[:end]))
        except InvalidInput as error:
            refused.append(error)
        except (IllegalMove, AmbiguousMove):
            continue
    return next((error for error in refused if "did you mean" in str(error)), refused[0])
