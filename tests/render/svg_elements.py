"""Finding things in a drawing."""

from __future__ import annotations

from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    """The elements of a class."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def titles(root: ET.Element, name: str) -> list[str]:
    """What the elements of a class are called."""
    return [element.findtext(f"{SVG}title", "") for element in classed(root, name)]
