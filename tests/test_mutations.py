"""Specs with random slips: every one is told in its place, and none is a crash."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from paprika.compiler.compile import compile_specs
from paprika.compiler.problems import CODES, Problem, render
from paprika.runtime.proof import Cache
from paprika.runtime.prove import prove
from paprika.runtime.worlds import WORLDS

from .cli_runs import copied, inside

ROUNDS = int(os.environ.get("PAPRIKA_MUTATIONS", "60"))
"""Mutated copies; raise it to search longer."""
NOWHERE = {"N237"}
"""Codes of problems that stand in no file: what the command line says."""
SCALARS = (
    "", "null", "true", "off", "0", "-1", "1", "2.5", "1e3", "12:30", '"09:41"', "[]",
    "{}", "[a, b]", "{a: b}", "calm", "night", "user", "wish", "x y", "ü", "{{ wish }}",
    '"{{ wish }}"', '"{{ x }}"', '"{% for %}"', "~", "!x y", "*a", "&a b", "99999999",
    "stay_silent", "lie_awake: 3", "'", '"', "#", "- a", "a: b: c", "\t", "\u2028",
)  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """Change one line of a text: leave out, repeat, swap, indent, change a scalar."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    line = lines[at]
    match chance.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, line)
        case 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], line
        case 3:
            lines[at] = "  " + line
        case 4:
            lines[at] = line[2:]
        case 5:
            # A letter of a word is lost: a typo.
            spot = chance.randrange(len(line) + 1)
            lines[at] = line[:spot] + line[spot + 1 :]
        case _:
            found = list(re.finditer(r"[^\s\[\]{},:]+", line))
            if found:
                first, last = chance.choice(found).span()
                lines[at] = line[:first] + chance.choice(SCALARS) + line[last:]
    return "\n".join(lines)


def faults(problems: list[Problem], texts: dict[str, str]) -> list[Problem]:
    """Give the problems that stand nowhere, or beside their file."""
    wrong = []
    for problem in problems:
        places = [each.place for each in problem.related]
        if problem.place is not None:
            places.append(problem.place)
        elif problem.code not in NOWHERE:
            wrong.append(problem)
        for place in places:
            lines = texts.get(place.file, "").split("\n")
            inside_file = 1 <= place.line <= len(lines) and (
                1 <= place.column <= len(lines[place.line - 1]) + 1
            )
            if not inside_file or place[3:5] < place[1:3]:
                wrong.append(problem)
    return wrong


@pytest.mark.parametrize("shift", range(4))
def test_a_mutated_spec_is_compiled_or_told_what_is_wrong(
    shift: int, tmp_path: Path
) -> None:
    """No exception; known codes; every place is in its file and can be printed."""
    home = copied(tmp_path, small=True)
    specs = home / "specs"
    files = sorted(specs.rglob("*.yaml"))
    cache = Cache(None)
    with inside(home):
        for round_ in range(shift, ROUNDS, 4):
            chance = random.Random(round_)
            path = chance.choice(files)
            whole = path.read_text(encoding="utf-8")
            text = whole
            for _ in range(chance.choice((1, 1, 2, 3))):
                text = mutated(text, chance)
            path.write_text(text, encoding="utf-8")

            result = compile_specs(
                ["specs"], WORLDS, lambda drafts, world: prove(drafts, world, cache)
            )

            texts = {source.path: source.text for source in result.sources}
            wrong = faults(result.problems, texts)
            assert wrong == [], f"round {round_}"
            assert {problem.code for problem in result.problems} <= CODES.keys()
            assert render(result.problems, texts).count("\n") >= len(result.problems)
            path.write_text(whole, encoding="utf-8")
