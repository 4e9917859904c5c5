"""Turns of 50 kB that make a careless pattern run for hours."""

from __future__ import annotations

LONG = 50_000
PARTS = (
    "a",
    " ",
    "a ",
    '"',
    "' ",
    "? ",
    "1",
    "1 ",
    "(1",
    ",",
    "\n",
    "a. ",
    "what? ",
    "what and ",
    "so, ",
    "or was it ",
    "tell me ",
    "my friend ",
    "you are you have ",
    "you should take two ",
    "I want to not ",
    "sleep and then so ",
    "says thinks ",
    "good night ",
    "가",
    "꿈? ",
    "죽고 ",
    "꾸고나요 ",
)
NASTY = tuple((part * LONG)[:LONG] for part in PARTS)
"""Each part again and again. A quadratic pattern takes minutes on one of them."""
EMPTY = ("", " ", "\n\n", "?", "...", '""', "\u200b", "🙂", "\x00")
