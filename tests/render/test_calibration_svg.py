"""The drawing of how win chances came true: one dot a tenth, where it belongs, and the same in words."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from castlewise.render.calibration_svg import calibration_svg
from castlewise.solver.calibration import Tenth

SVG = "{http://www.w3.org/2000/svg}"
TENTHS = [Tenth(0.25, 0.5, 0.1, 40, 9), Tenth(0.95, 0.9, 0.02, 160, 30)]


def test_a_dot_a_tenth_in_its_place() -> None:
    root = ET.fromstring(calibration_svg("three & more", TENTHS))
    dots = root.findall(f"{SVG}circle")
    frame = root.findall(f"{SVG}rect")[1]
    left, top, side = (float(frame.get(name, "")) for name in ("x", "y", "width"))
    places = [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in dots]
    assert places == [(left + side / 4, top + side / 2), (left + 0.95 * side, round(top + 0.1 * side, 1))]
    small, large = (float(dot.get("r", "")) for dot in dots)
    assert large == 2 * small  # four times the positions


def test_it_is_told_in_words_too() -> None:
    root = ET.fromstring(calibration_svg("three & more", TENTHS))
    assert root.findtext(f"{SVG}title") == "three & more"
    assert root.findtext(f"{SVG}desc") == (
        "said 25 %, happened 50 % (40 positions of 9 games); said 95 %, happened 90 % (160 positions of 30 games)"
    )


def test_a_long_title_is_written_smaller() -> None:
    def size(title: str) -> float:
        return float(ET.fromstring(calibration_svg(title, TENTHS)).findall(f"{SVG}text")[0].get("font-size", ""))

    assert size("players=3,co-op") == 14
    assert size("players=1,solitaire,wizards-tower,flaming-tar") < size("players=1,solitaire,wizards-tower") < 14


def test_bars_stay_inside() -> None:
    drawn = calibration_svg("", [Tenth(0.5, 0.98, 0.2, 5, 2)])
    assert "nan" not in drawn
    assert "-" not in "".join(part.get("d", "") for part in ET.fromstring(drawn).findall(f"{SVG}path")[1:])
