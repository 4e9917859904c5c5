"""How the reference reads what it hears: leave is given in words, or not at all."""

from __future__ import annotations

import pytest

from paprika.runtime.agents.talkers import yes_or_no


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes, you may.", "given"),
        ("Keep it, by all means.", "given"),
        ("네, 괜찮아요.", "given"),
        ("No, please don't keep any of it.", "refused"),
        ("Yes. No, wait, don't keep it.", "refused"),
        ("음악은 싫어요.", "refused"),
        ("What's it to you. I don't know.", "not_asked"),
        ("Why would you want that?", "not_asked"),
        ("Mm.", "not_asked"),
        ("글쎄요.", "not_asked"),
        ("", "not_asked"),
    ],
)
def test_what_is_neither_yes_nor_no_gives_no_leave(text: str, answer: str) -> None:
    """Consent to sounds and to keeping a note is never guessed."""
    assert yes_or_no(text) == answer
