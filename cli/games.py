"""From what was typed to a game: which game, its rule set, its components, a position to begin with."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from castlewise.models.contract import Game
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.models.reading import decoded, load_toml

CASTLE_PANIC, CASTELLION = "castle-panic", "castellion"


def read_text(path: str, what: str) -> str:
    """A file's text, or a message that says why not."""
    if not path:
        raise InvalidInput([Problem(what, "no file is named")])
    try:
        return decoded(Path(path).read_bytes(), path)
    except OSError as error:
        raise InvalidInput([Problem(path, f"cannot be read as {what}: {error.strerror}")]) from None


@dataclass(frozen=True)
class Asked:
    """The game that a command was asked for. What is None or empty was not said."""

    game: str
    rules: str = ""
    players: int | None = None
    components: str | None = None
    level: str | None = None
    appendix: str | None = None
    two_player: bool = False
    pantry: bool = False
    start: str | None = None

    def maker(self) -> Callable[..., Game[Any]]:
        """Something that makes the game, and can be sent to another process."""
        self._check()
        if self.start is not None:
            make: Callable[..., Game[Any]] = type(self._position.game)
            return partial(make, self._position.game.rule_set)
        return self._castle_panic() if self.game == CASTLE_PANIC else self._castellion()

    def start_line(self) -> str | None:
        """The position to begin with, as a line; None for the setup."""
        return None if self.start is None else str(self._position)

    @cached_property
    def _position(self) -> Any:
        """The position to begin with, read once: standard input can be read no more often."""
        position = read_position(self.start or "", self.components, self.game)
        if position.game.name != self.game:
            raise InvalidInput([Problem("--from", f"this is a position of {position.game.name}, not of {self.game}")])
        return position

    def _check(self) -> None:
        """An option of the other game, or one that the position already answers, is a mistake to be told."""
        problems = Problems()
        of_castellion: dict[str, object] = {
            "--level": self.level,
            "--appendix": self.appendix,
            "--two-player": self.two_player,
            "--pantry": self.pantry,
        }
        if self.game == CASTLE_PANIC:
            for option, value in of_castellion.items():
                if value:
                    problems.add(option, "is an option of castellion")
        elif self.components is not None:
            problems.add("--components", "is an option of castle-panic; Castellion's tiles and ordeals are part of its rules (see --rules)")
        if self.start is not None:
            stated: dict[str, object] = {"--rules": self.rules, "--players": self.players, **of_castellion}
            for option, value in stated.items():
                if value:
                    problems.add(option, "the position given with --from has its own rules")
        problems.raise_if_any()

    def _castle_panic(self) -> Callable[..., Game[Any]]:
        from castlewise.models.castle_panic.game import CastlePanic
        from castlewise.models.castle_panic.rule_set import read_rules

        rule_set = read_rules(self.rules, players=self.players, components=components_from(self.components), place="--rules")
        return partial(CastlePanic, rule_set)

    def _castellion(self) -> Callable[..., Game[Any]]:
        from castlewise.models.castellion.game import Castellion
        from castlewise.models.castellion.rule_set import APPENDICES, LEVELS, TWO_PLAYER, read_rules
        from castlewise.models.problems import nearest

        problems = Problems()
        for option, value, known in (("--level", self.level, LEVELS), ("--appendix", self.appendix, APPENDICES)):
            if value is not None and value not in known:
                problems.add(option, f'unknown "{value}"{nearest(value, known)}; there are {", ".join(known)}')
        if self.players not in (None, 1, 2):
            problems.add("--players", f"{self.players} players: Castellion is played by 1 or 2")
        problems.raise_if_any()
        two = self.two_player or self.players == 2
        stated = (self.level, TWO_PLAYER if two else "", self.appendix, "pantry" if self.pantry else "", self.rules)
        return partial(Castellion, read_rules(",".join(filter(None, stated)), place="--rules"))


def components_from(path: str | None) -> Any:
    from castlewise.models.castle_panic.components import BASE

    if path is None:
        return BASE
    from castlewise.models.castle_panic.component_file import read_components

    return read_components(read_text(path, "a component file"), place=path)


def read_position(text: str, components: str | None, game: str = CASTLE_PANIC) -> Any:
    """A position given as one line, as the name of a TOML file, or as - for either on standard input. Nothing is compiled for it.

    A file says which game it is of; if it does not, `game` is meant.
    """
    place = text
    if text == "-":
        place = "standard input"
        text = decoded(sys.stdin.buffer.read(), place)
    elif not text.startswith(("cp:", "cn:")):
        text = read_text(text, "a position (a line of notation begins with cp: or cn:)")
    line = text.strip()
    if line.startswith("cn:"):
        from castlewise.models.castellion.notation import read_line as read_castellion_line

        return read_castellion_line(line, compiled=False)
    if line.startswith("cp:"):
        from castlewise.models.castle_panic.notation import read_line

        return read_line(line, components=components_from(components), compiled=False)
    if load_toml(text, place).get("game", game) == CASTELLION:
        from castlewise.models.castellion.position_file import read_position_file as read_castellion_file

        return read_castellion_file(text, place=place, compiled=False)
    from castlewise.models.castle_panic.position_file import read_position_file

    return read_position_file(text, place=place, components=components_from(components), compiled=False)


def remarks(game: Game[Any]) -> list[tuple[str, str]]:
    """What anyone who sees a result has to know about the components: what was replaced, what is merely assumed."""
    summary = game.summary()
    found = [("replaced", change) for change in summary.get("replaced components", [])]
    if assumed := summary.get("assumed components"):
        found.append(("assumed", "; ".join(assumed)))
    return found


def text_renderer(game: Game[Any]) -> ModuleType:
    """The module of castlewise.render that draws a game for the terminal."""
    if game.name == CASTLE_PANIC:
        from castlewise.render import castle_panic_text

        return castle_panic_text
    from castlewise.render import castellion_text

    return castellion_text
