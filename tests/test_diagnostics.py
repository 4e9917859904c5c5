"""The pages in tests/diagnostics are run: they show what is really printed.

A page is named after its code. Its first line is `# CODE title`, then come a few
sentences on why, and three sections:

- `## A bad spec`: fenced blocks, one a file: ```` ```yaml specs/a.yaml ````. A block
  ```` ```folder specs ```` is an empty folder, ```` ```shipped specs/a.yaml ```` that
  file of this repository, and in a block of `bash` only `--set` counts. With the word
  `escapes` after the name, `\\xNN` is a byte and `\\uNNNN` a character, for what
  Markdown cannot hold.
- `## What is printed`: one block of `text`, the whole `full` rendering. `UPDATE=1`
  in the environment rewrites it.
- `## A good one`: fenced blocks of a spec without this problem.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from paprika.compiler.compile import compile_specs
from paprika.compiler.problems import CODES, Problem, render
from paprika.compiler.vocabulary import World
from paprika.runtime.night.face import NIGHT
from paprika.runtime.proof import Cache
from paprika.runtime.prove import prove

from .lamp import Alley, Lamp, Porch

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "tests" / "diagnostics"
UPDATE = os.environ.get("UPDATE") == "1"
CODE_PAGES = sorted(PAGES.glob("[A-Z][0-9][0-9][0-9].md"))

Files = Mapping[str, bytes | None]
"""Content by path; None is an empty folder."""

WORLDS: Mapping[str, World] = {
    "night": NIGHT,
    "lamp": Lamp(),
    "porch": Porch(),
    "alley": Alley(),
}
"""The night, and lamps for what is seen best in a world of a few words."""


def problems_of(files: Files, settings: Mapping[str, str]) -> list[Problem]:
    """Compile and prove files that stand in the current folder."""
    roots = sorted({path.split("/")[0] for path in files})
    result = compile_specs(
        roots, WORLDS, lambda drafts, world: prove(drafts, world, Cache(None)), settings
    )
    return result.problems


class Page(NamedTuple):
    """A page, taken apart."""

    code: str
    title: str
    why: str
    bad: Files
    printed: str
    good: Files
    bad_settings: Mapping[str, str]
    good_settings: Mapping[str, str]


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
    return Page(
        code,
        title,
        why,
        blocks(bad),
        block,
        blocks(good),
        settings(bad),
        settings(good),
    )


def blocks(section: str) -> Files:
    """Give the files of a section's fenced blocks."""
    found = re.findall(
        r"^```(yaml|json|folder|shipped) (\S+)( escapes)?\n(.*?)^```$",
        section,
        re.DOTALL | re.MULTILINE,
    )
    assert found, "a section without a file"
    files: dict[str, bytes | None] = {}
    for kind, path, escapes, text in found:
        if kind == "folder":
            files[path] = None
        elif kind == "shipped":
            files[path] = (ROOT / path).read_bytes()
        else:
            files[path] = unescaped(text, bool(escapes))
    return files


def settings(section: str) -> dict[str, str]:
    """Give what the `--set` options of a section's commands say."""
    return dict(re.findall(r"--set (\S+)=(\S+)", section))


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

    problems = problems_of(page.bad, page.bad_settings)
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

    problems = problems_of(page.good, page.good_settings)

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


def used_codes() -> dict[str, set[str]]:
    """Give the codes that our sources make problems of, with the files that do."""
    found: dict[str, set[str]] = {}
    for folder in ("compiler", "runtime", "users", "rubrics"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path == ROOT / "compiler" / "problems.py":
                continue
            text = path.read_text(encoding="utf-8")
            for code in re.findall(r"[\"\']([A-Z][0-9]{3})[\"\']", text):
                found.setdefault(code, set()).add(path.name)
    return found


def test_every_code_that_is_used_is_listed_and_the_other_way_round() -> None:
    """No problem has an unlisted code, and no listed code is a dead letter."""
    assert sorted(used_codes()) == sorted(CODES)


def test_codes_differ_in_their_titles() -> None:
    """No two codes mean the same; titles are short."""
    assert len(set(CODES.values())) == len(CODES)
    assert all(len(title) <= 50 for title in CODES.values())
