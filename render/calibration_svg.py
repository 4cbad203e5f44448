"""How win chances came true, as SVG: what was said from left to right, how often it happened upwards. On the diagonal both are the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from xml.sax.saxutils import escape

from castlewise.render.svg import FONT, INK

_SIDE = 240  # of the square
_LEFT, _TOP, _RIGHT, _BELOW = 52, 34, 16, 44


_TITLE_SIZE, _LETTER = 14, 0.64  # the title's letters, and how wide one is for its size

_NEAR = 0.03  # the band about the diagonal
_USUAL_ERRORS = 1.96  # standard errors, for the bars
_SMALLEST, _LARGEST = 2.5, 8.0  # dots; their area is the share of the positions


class Tenth(Protocol):
    """What calibration.py of the solvers counts."""

    @property
    def said(self) -> float: ...
    @property
    def happened(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def positions(self) -> int: ...
    @property
    def games(self) -> int: ...


def calibration_svg(title: str, tenths: Sequence[Tenth]) -> str:
    """A dot a tenth, with the 95 % interval of the games it rests on; the band is three points wide on either side."""
    width, height = _LEFT + _SIDE + _RIGHT, _TOP + _SIDE + _BELOW
    size = min(_TITLE_SIZE, round((width - _LEFT) / (_LETTER * max(len(title), 1)), 1))
    most = max((tenth.positions for tenth in tenths), default=1)
    said = "; ".join(
        f"said {100 * tenth.said:.0f} %, happened {100 * tenth.happened:.0f} % ({tenth.positions} positions of {tenth.games} games)"
        for tenth in tenths
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="{FONT}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(said)}</desc>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="22" font-size="{size:g}" font-weight="600" fill="{INK}">{escape(title)}</text>',
        _band(),
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="{INK}" stroke-width="1"/>',
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="{INK}" stroke-dasharray="4 3"/>',
    ]
    for step in range(0, 11, 2):
        share, words = step / 10, f"{10 * step}"
        parts.append(f'<text x="{_x(share)}" y="{_TOP + _SIDE + 16}" font-size="11" text-anchor="middle" fill="{INK}">{words}</text>')
        parts.append(f'<text x="{_LEFT - 7}" y="{_y(share) + 4}" font-size="11" text-anchor="end" fill="{INK}">{words}</text>')
    parts.append(f'<text x="{_x(0.5)}" y="{height - 10}" font-size="12" text-anchor="middle" fill="{INK}">said, %</text>')
    parts.append(
        f'<text x="14" y="{_y(0.5)}" font-size="12" text-anchor="middle" fill="{INK}" transform="rotate(-90 14 {_y(0.5)})">won, %</text>'
    )
    for tenth in tenths:
        x, low, high = _x(tenth.said), *(_y(_inside(tenth.happened + sign * _USUAL_ERRORS * tenth.error)) for sign in (-1, 1))
        radius = max(_SMALLEST, _LARGEST * (tenth.positions / most) ** 0.5)
        parts.append(
            f'<path d="M{x} {low}V{high}M{x - 4:.1f} {low}h8M{x - 4:.1f} {high}h8" stroke="#0072B2" stroke-width="1.4" fill="none"/>'
        )
        parts.append(f'<circle cx="{x}" cy="{_y(tenth.happened)}" r="{radius:.1f}" fill="#0072B2" stroke="#fff"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _band() -> str:
    corners = [(0, 0), (0, _NEAR), (1 - _NEAR, 1), (1, 1), (1, 1 - _NEAR), (_NEAR, 0)]
    return f'<polygon points="{" ".join(f"{_x(x)},{_y(y)}" for x, y in corners)}" fill="#DDEBF4"/>'


def _inside(share: float) -> float:
    return min(1.0, max(0.0, share))


def _x(share: float) -> float:
    return round(_LEFT + _SIDE * share, 1)


def _y(share: float) -> float:
    return round(_TOP + _SIDE * (1 - share), 1)
