"""The pages in tests/diagnostics are run: they show what is really printed.

A page is named after its code. Its first line is `# CODE title`, then come a few
sentences on why, and three sections:

- `## A bad spec`: fenced blocks, one a file: ```` ```yaml specs/a.yaml ````. A block
  ```` ```folder specs ```` is an empty folder. With the word `escapes` after the
  name, `\\xNN` is a byte and `\\uNNNN` a character, for what Markdown cannot hold.
- `## What is printed`: one block of `text`, the whole `full` rendering. `UPDATE=1`
  in the environment rewrites it.
- `## A good one`: fenced blocks of a spec without this problem.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from pydantic import Field

from paprika.compiler.load import read_sources
from paprika.compiler.problems import CODES, Problem, render
from paprika.compiler.resolve import resolve
from paprika.compiler.spec import Body, parse
from paprika.compiler.vocabulary import Kind, Vocabulary

PAGES = Path(__file__).parent / "diagnostics"
UPDATE = os.environ.get("UPDATE") == "1"
CODE_PAGES = sorted(PAGES.glob("[A-Z][0-9][0-9][0-9].md"))

Files = Mapping[str, bytes | None]
"""Content by path; None is an empty folder."""

# A tiny world's functions, for the pages on calls.

WORLD = Vocabulary()


@WORLD.init(writes=["awake"])
def lie_awake(state: Any, minutes: Annotated[float, Field(gt=0, le=60)]) -> None:
    """Keep the sleeper awake at the start."""


@WORLD.init(writes=["clock"])
def jump_to(state: Any, clock: str) -> None:
    """Start at a clock time."""


@WORLD.init(writes=["mood"])
def feel(state: Any, mood: str, since: str, strength: int = 1) -> None:
    """Give the sleeper a mood."""


@WORLD.planner()
def stay_silent(episode: Any) -> list[Any]:
    """Do nothing."""
    return []


@WORLD.check()
def no_sound(trace: Any, content: Literal["wish", "neutral"] = "wish") -> None:
    """No sound of this content was played."""


KINDS: dict[str, Kind] = {
    "init": "init",
    "expect": "check",
    "solution": "planner",
    "asserts": "check",
}


def problems_of(files: Files) -> list[Problem]:
    """Compile files that stand in the current folder, as far as problems go."""
    roots = sorted({path.split("/")[0] for path in files})
    sources, problems = read_sources(roots)
    specs, found = parse(sources)
    problems += found
    bodies: list[Body] = [*specs.suites.values()]
    for conditions in specs.conditions.values():
        bodies += conditions.values()
    for body in bodies:
        for field, kind in KINDS.items():
            for call in getattr(body, field, ()):
                problems += resolve(call, kind, WORLD)[1]
    return problems


class Page(NamedTuple):
    """A page, taken apart."""

    code: str
    title: str
    why: str
    bad: Files
    printed: str
    good: Files


def read_page(path: Path) -> Page:
    """Take a page apart; it must have all its sections, in order."""
    text = path.read_text(encoding="utf-8")
    match = re.fullmatch(
        r"# (\w+) (.*?)\n\n(.*?)\n\n## A bad spec\n(.*?)## What is printed\n"
        r"(.*?)## A good one\n(.*)",
        text,
        re.DOTALL,
    )
    assert match, f"{path.name} lacks a section"
    code, title, why, bad, printed, good = match.groups()
    [block] = re.findall(r"^```text\n(.*?)^```$", printed, re.DOTALL | re.MULTILINE)
    return Page(code, title, why, blocks(bad), block, blocks(good))


def blocks(section: str) -> Files:
    """Give the files of a section's fenced blocks."""
    found = re.findall(
        r"^```(yaml|folder) (\S+)( escapes)?\n(.*?)^```$",
        section,
        re.DOTALL | re.MULTILINE,
    )
    assert found, "a section without a file"
    return {
        path: None if kind == "folder" else unescaped(text, bool(escapes))
        for kind, path, escapes, text in found
    }


def unescaped(text: str, escapes: bool) -> bytes:
    """Give the bytes of a block: `\\xNN` a byte, `\\uNNNN` a character."""
    if not escapes:
        return text.encode()
    out = b""
    for part in re.split(r"(\\x[0-9A-F]{2}|\\u[0-9A-F]{4})", text):
        if part.startswith("\\x"):
            out += bytes.fromhex(part[2:])
        elif part.startswith("\\u"):
            out += chr(int(part[2:], 16)).encode()
        else:
            out += part.encode()
    return out


def write(files: Files, folder: Path) -> dict[str, str]:
    """Write the files below a folder; give their texts as a reader sees them."""
    texts: dict[str, str] = {}
    for path, content in files.items():
        target = folder / path
        if content is None:
            target.mkdir(parents=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        texts[path] = content.decode("utf-8", "replace").removeprefix("\ufeff")
    return texts


@pytest.mark.parametrize("path", CODE_PAGES, ids=lambda path: path.stem)
def test_bad_spec_prints_what_the_page_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bad spec has problems of this code only, printed exactly as shown."""
    page = read_page(path)
    texts = write(page.bad, tmp_path)
    monkeypatch.chdir(tmp_path)

    problems = problems_of(page.bad)
    printed = render(problems, texts)

    if UPDATE and printed != page.printed:
        text = path.read_text(encoding="utf-8")
        old, new = (f"```text\n{each}```" for each in (page.printed, printed))
        path.write_text(text.replace(old, new), encoding="utf-8")
    else:
        assert printed == page.printed
    assert {problem.code for problem in problems} == {path.stem}


@pytest.mark.parametrize("path", CODE_PAGES, ids=lambda path: path.stem)
def test_good_spec_is_free_of_the_problem(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The good spec has no problem of this code."""
    page = read_page(path)
    write(page.good, tmp_path)
    monkeypatch.chdir(tmp_path)

    problems = problems_of(page.good)

    assert [each for each in problems if each.code == path.stem] == []


@pytest.mark.parametrize("path", CODE_PAGES, ids=lambda path: path.stem)
def test_page_is_named_after_its_code(path: Path) -> None:
    """A page's heading is its file's code and that code's title; it says why."""
    page = read_page(path)

    assert (page.code, page.title) == (path.stem, CODES[path.stem])
    assert len(page.why) > 20


def test_every_code_has_a_page() -> None:
    """The manual is whole: one page a code, and no page without one."""
    assert sorted(CODES) == [path.stem for path in CODE_PAGES]
