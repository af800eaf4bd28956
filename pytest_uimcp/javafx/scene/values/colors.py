"""Colours: by name, in hexadecimal, by function, and derived from each other as stylesheets do."""

from __future__ import annotations

import colorsys
import re
from typing import Final, NamedTuple


class Color(NamedTuple):
    """Red, green, blue and opacity, each from 0 to 1."""

    red: float
    green: float
    blue: float
    opacity: float = 1.0

    def hex(self) -> str:
        """`#rrggbb`, with the opacity behind it where it is not full."""
        parts = self if self.opacity < 1 else self[:3]
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


# The names and values of CSS Color Module Level 3, which JavaFX took over.
NAMES: Final = [
    "aliceblue",
    "f0f8ff",
    "antiquewhite",
    "faebd7",
    "aqua",
    "00ffff",
    "aquamarine",
    "7fffd4",
    "azure",
    "f0ffff",
    "beige",
    "f5f5dc",
    "bisque",
    "ffe4c4",
    "black",
    "000000",
    "blanchedalmond",
    "ffebcd",
    "blue",
    "0000ff",
    "blueviolet",
    "8a2be2",
    "brown",
    "a52a2a",
    "burlywood",
    "deb887",
    "cadetblue",
    "5f9ea0",
    "chartreuse",
    "7fff00",
    "chocolate",
    "d2691e",
    "coral",
    "ff7f50",
    "cornflowerblue",
    "6495ed",
    "cornsilk",
    "fff8dc",
    "crimson",
    "dc143c",
    "cyan",
    "00ffff",
    "darkblue",
    "00008b",
    "darkcyan",
    "008b8b",
    "darkgoldenrod",
    "b8860b",
    "darkgray",
    "a9a9a9",
    "darkgreen",
    "006400",
    "darkgrey",
    "a9a9a9",
    "darkkhaki",
    "bdb76b",
    "darkmagenta",
    "8b008b",
    "darkolivegreen",
    "556b2f",
    "darkorange",
    "ff8c00",
    "darkorchid",
    "9932cc",
    "darkred",
    "8b0000",
    "darksalmon",
    "e9967a",
    "darkseagreen",
    "8fbc8f",
    "darkslateblue",
    "483d8b",
    "darkslategray",
    "2f4f4f",
    "darkslategrey",
    "2f4f4f",
    "darkturquoise",
    "00ced1",
    "darkviolet",
    "9400d3",
    "deeppink",
    "ff1493",
    "deepskyblue",
    "00bfff",
    "dimgray",
    "696969",
    "dimgrey",
    "696969",
    "dodgerblue",
    "1e90ff",
    "firebrick",
    "b22222",
    "floralwhite",
    "fffaf0",
    "forestgreen",
    "228b22",
    "fuchsia",
    "ff00ff",
    "gainsboro",
    "dcdcdc",
    "ghostwhite",
    "f8f8ff",
    "gold",
    "ffd700",
    "goldenrod",
    "daa520",
    "gray",
    "808080",
    "green",
    "008000",
    "greenyellow",
    "adff2f",
    "grey",
    "808080",
    "honeydew",
    "f0fff0",
    "hotpink",
    "ff69b4",
    "indianred",
    "cd5c5c",
    "indigo",
    "4b0082",
    "ivory",
    "fffff0",
    "khaki",
    "f0e68c",
    "lavender",
    "e6e6fa",
    "lavenderblush",
    "fff0f5",
    "lawngreen",
    "7cfc00",
    "lemonchiffon",
    "fffacd",
    "lightblue",
    "add8e6",
    "lightcoral",
    "f08080",
    "lightcyan",
    "e0ffff",
    "lightgoldenrodyellow",
    "fafad2",
    "lightgray",
    "d3d3d3",
    "lightgreen",
    "90ee90",
    "lightgrey",
    "d3d3d3",
    "lightpink",
    "ffb6c1",
    "lightsalmon",
    "ffa07a",
    "lightseagreen",
    "20b2aa",
    "lightskyblue",
    "87cefa",
    "lightslategray",
    "778899",
    "lightslategrey",
    "778899",
    "lightsteelblue",
    "b0c4de",
    "lightyellow",
    "ffffe0",
    "lime",
    "00ff00",
    "limegreen",
    "32cd32",
    "linen",
    "faf0e6",
    "magenta",
    "ff00ff",
    "maroon",
    "800000",
    "mediumaquamarine",
    "66cdaa",
    "mediumblue",
    "0000cd",
    "mediumorchid",
    "ba55d3",
    "mediumpurple",
    "9370db",
    "mediumseagreen",
    "3cb371",
    "mediumslateblue",
    "7b68ee",
    "mediumspringgreen",
    "00fa9a",
    "mediumturquoise",
    "48d1cc",
    "mediumvioletred",
    "c71585",
    "midnightblue",
    "191970",
    "mintcream",
    "f5fffa",
    "mistyrose",
    "ffe4e1",
    "moccasin",
    "ffe4b5",
    "navajowhite",
    "ffdead",
    "navy",
    "000080",
    "oldlace",
    "fdf5e6",
    "olive",
    "808000",
    "olivedrab",
    "6b8e23",
    "orange",
    "ffa500",
    "orangered",
    "ff4500",
    "orchid",
    "da70d6",
    "palegoldenrod",
    "eee8aa",
    "palegreen",
    "98fb98",
    "paleturquoise",
    "afeeee",
    "palevioletred",
    "db7093",
    "papayawhip",
    "ffefd5",
    "peachpuff",
    "ffdab9",
    "peru",
    "cd853f",
    "pink",
    "ffc0cb",
    "plum",
    "dda0dd",
    "powderblue",
    "b0e0e6",
    "purple",
    "800080",
    "red",
    "ff0000",
    "rosybrown",
    "bc8f8f",
    "royalblue",
    "4169e1",
    "saddlebrown",
    "8b4513",
    "salmon",
    "fa8072",
    "sandybrown",
    "f4a460",
    "seagreen",
    "2e8b57",
    "seashell",
    "fff5ee",
    "sienna",
    "a0522d",
    "silver",
    "c0c0c0",
    "skyblue",
    "87ceeb",
    "slateblue",
    "6a5acd",
    "slategray",
    "708090",
    "slategrey",
    "708090",
    "snow",
    "fffafa",
    "springgreen",
    "00ff7f",
    "steelblue",
    "4682b4",
    "tan",
    "d2b48c",
    "teal",
    "008080",
    "thistle",
    "d8bfd8",
    "tomato",
    "ff6347",
    "turquoise",
    "40e0d0",
    "violet",
    "ee82ee",
    "wheat",
    "f5deb3",
    "white",
    "ffffff",
    "whitesmoke",
    "f5f5f5",
    "yellow",
    "ffff00",
    "yellowgreen",
    "9acd32",
    "transparent",
    "00000000",
]


def _hexadecimal(digits: str) -> Color | None:
    # `#f08` is short for `#ff0088`.
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8) or not re.fullmatch("[0-9a-fA-F]+", digits):
        return None
    parts = [int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    return Color(parts[0], parts[1], parts[2], *parts[3:])


# Names and values take turns in the list, so that it is sorted by name and each is a line.
_NAMED = {name: _hexadecimal(digits) for name, digits in zip(NAMES[::2], NAMES[1::2], strict=True)}
BLACK = Color(0, 0, 0)
WHITE = Color(1, 1, 1)
TRANSPARENT = Color(0, 0, 0, 0)
_FUNCTION = re.compile(r"(rgba?|hsba?)\(([^()]*)\)", re.IGNORECASE)


# In any case: a document has the constant `ALICEBLUE`, a stylesheet `aliceblue`.
def named(name: str) -> Color | None:
    return _NAMED.get(name.lower())


def _part(text: str, whole: float) -> float:
    text = text.strip()
    if text.endswith("%"):
        value = float(text[:-1]) / 100
    else:
        value = float(text) / whole
    # `Color.web` clamps a part that is out of its range, and does not refuse it.
    return min(max(value, 0.0), 1.0)


def _by_function(kind: str, arguments: list[str]) -> Color | None:
    if len(arguments) not in (3, 4):
        return None
    opacity = 1.0
    if len(arguments) == 4:
        opacity = _part(arguments[3], 1)
    if kind.lower().startswith("rgb"):
        red, green, blue = (_part(part, 255) for part in arguments[:3])
        return Color(red, green, blue, opacity)
    # A hue is an angle in degrees; it has no percent as the other parts have.
    hue = float(arguments[0]) / 360
    saturation = _part(arguments[1], 1)
    brightness = _part(arguments[2], 1)
    return Color(*colorsys.hsv_to_rgb(hue, saturation, brightness), opacity)


def parse_color(text: str) -> Color | None:
    text = text.strip()
    if text.startswith("#"):
        digits = text[1:]
    # `Color.web` takes a hexadecimal number as Java writes it, too.
    elif text.lower().startswith("0x"):
        digits = text[2:]
    else:
        digits = ""
    if digits:
        return _hexadecimal(digits)
    function = _FUNCTION.fullmatch(text)
    if function:
        try:
            return _by_function(function[1], function[2].split(","))
        except ValueError:
            return None
    return named(text)


# How much of what `derive` asks for happens to a colour that is at least so light, as measured in JavaFX 11. What is
# dark already becomes only a little darker.
BRIGHTER: Final = ((0.85, 1.6), (0.6, 1.0), (0.5, 0.9), (0.3999, 0.8), (0.3, 0.7), (0.0, 0.6))
DARK: Final = 0.2
BARELY: Final = 0.6


def derive(color: Color, percent: float) -> Color:
    """Brighter or darker by so many percent, as `derive()` in a stylesheet."""
    hue, saturation, brightness = colorsys.rgb_to_hsv(*color[:3])
    light = 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue
    strength = 1.0
    if percent > 0:
        strength = next(strength for least, strength in BRIGHTER if light >= least)
    elif light < DARK:
        strength = BARELY
    share = min(max(percent / 100 * strength, -1.0), 1.0)
    # Brighter colours lose saturation, so that they end at white and not at a glaring hue.
    if share > 0:
        saturation *= 1 - share
        brightness += (1 - brightness) * share
    else:
        brightness *= 1 + share
    return Color(*colorsys.hsv_to_rgb(hue, min(saturation, 1.0), min(brightness, 1.0)), color.opacity)
