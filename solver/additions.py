"""What would have to be added for the impossible to become possible: the fewest things of those there might have been, each a literal."""

from __future__ import annotations

from collections.abc import Collection

from castlewise.solver.z3 import Answer, Solver


def fewest_additions(solver: Solver, literals: Collection[int], *, most: int, choices: int) -> tuple[list[list[int]], Answer]:
    """Up to `choices` different sets of literals that would do, all of the smallest size there is, which is at most `most`.

    If there is none: NO if it is certain that none of that size would do, UNKNOWN if the time was up.
    """
    circuit = solver.circuit
    found: list[list[int]] = []
    for count in range(1, min(most, len(literals)) + 1):
        few = circuit.variable()
        circuit.require_any(-few, circuit.at_least([(-1, literal) for literal in literals], -count))
        answer = solver.ask([few])
        while answer is Answer.YES:
            true = solver.solution()
            found.append([literal for literal in literals if true(literal)])
            if len(found) == choices:
                break
            circuit.require_any(*(-literal for literal in found[-1]))
            answer = solver.ask([few])
        if found or answer is Answer.UNKNOWN:
            return found, answer
    return [], Answer.NO
