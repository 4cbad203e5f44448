"""Cards and tokens by the names people write: "Red Archer", "red archer", "Drive him back!", "2 bricks", or the code of the table."""

from __future__ import annotations

from castlewise.models.castle_panic.components import Components
from castlewise.models.component_names import Names


def card_names(components: Components) -> Names:
    """
    >>> from castlewise.models.castle_panic.components import BASE
    >>> names = card_names(BASE)
    >>> {names.find(form) for form in ("drive him back", "Drive Him Back!", "db")} == {BASE.card("drive him back")}
    True
    """
    return Names(components.cards, "card")


def token_names(components: Components) -> Names:
    return Names(components.tokens, "token")
