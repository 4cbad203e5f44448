"""From what was typed to a game: which game, its rule set, its components, a position to begin with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from types import ModuleType
from typing import Any

from castlewise.cli.positions import CASTLE_PANIC, ONLY_CASTLE_PANIC, components_from, read_position
from castlewise.models.contract import Game
from castlewise.models.problems import InvalidInput, Problem, Problems


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
            problems.add("--components", ONLY_CASTLE_PANIC)
        if self.start is not None:
            problems += self.rules_stated("the position given with --from has its own rules")
        problems.raise_if_any()

    def rules_stated(self, reason: str) -> Problems:
        """Rules that were stated beside something that has its own, as mistakes."""
        stated: dict[str, object] = {"--rules": self.rules, "--players": self.players, "--level": self.level, "--appendix": self.appendix}
        stated |= {"--two-player": self.two_player, "--pantry": self.pantry}
        problems = Problems()
        for option, value in stated.items():
            if value:
                problems.add(option, reason)
        return problems

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
