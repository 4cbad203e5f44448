"""What a text says of a position may belong to a rule that is not in force: said once for all games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

Need = tuple[bool, Sequence[str], Sequence[str]]  # whether a rule is in force, the keys and the stages that go with it


def not_in_force(needs: Mapping[str, Need], is_stated: Callable[[str], bool], stage: str, rules: object) -> Iterator[tuple[str, str]]:
    """The keys, and the stage, that go only with a rule which is not in force, each with the reason.

    >>> list(not_in_force({"prison": (False, ("prison",), ("pay-prison",))}, lambda key: True, "turn", "base"))
    [('prison', 'only with prison; the rules are base')]
    """
    for need, (given, keys, stages) in needs.items():
        if given:
            continue
        for key in keys:
            if is_stated(key):
                yield key, f"only with {need}; the rules are {rules}"
        if stage in stages:
            yield "stage", f'"{stage}" only with {need}; the rules are {rules}'
