"""The grammar: what YAML may say, and one problem for each thing it may not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paprika.compiler.load import Source, _parse
from paprika.compiler.problems import Place, Problem
from paprika.compiler.spec import Crossed, Sample, ScorePart, Specs, parse

WEEK5 = """\
assumptions:
  wake_chance:
    value: {light: [0.08, 0.20, 0.45], rem: [0.05, 0.15, 0.40]}
    unit: probability
    order: [low, medium, high]
    basis: assumed
    source: only the order follows Rechtschaffen 1966
    vary: {scale: [0.5, 1, 2, 4]}
conditions:
  night:
    restless:
      about: Slow to fall asleep, higher heart rate, more movement.
      tags: [simulated]
      do_nothing: passes
      init: [{lie_awake: {minutes: 5}}, {raise_movement: 1.8}]
      expect: [awake]
      solution: [stay_silent]
      assert: [{no_sound: {content: wish}}]
      requires: {start: rem_onset-0941}
      excludes: {user: [shy, forgetful]}
  start:
    rem_onset-0941: {init: [jump_to: "09:41"]}
personas:
  forgetful:
    about: Leaves details out until asked.
    profile: |
      Tonight you want to dream of {{ wish }}.
    init: [feel: tired]
rubrics:
  fit:
    on: sound
    sees: [observation, action, reason]
    ask: Does this sound fit the moment?
    pass_when: It suits the stage.
    fail_when: It ignores unrest.
    applies_when: A sound was played.
    known:
      - {case: cases/fit-01.json, answer: pass}
suites:
  week5-night:
    world: night
    cross: [start, night?]
    rotate: [user]
    at_least_one_of: [night]
    exclude: [{night: restless, start: [rem_onset-0941]}]
    sample: {take: 3, per: [size, user], seed: 42}
    seeds: {dev: 1-5, held-out: [6, 7-8, "9"]}
    init: [dim]
    assert: [still_asleep]
    score: {timing: 0.75, quality: {rubrics: [fit], bar: 1}}
    brief: You are at the bedside.
    absent: skip
  by-hand:
    world: night
    cases: [{start: rem_onset-0941, night: restless}]
    sample: pairwise
    seeds: {dev: 3}
"""


def sources(*texts: str) -> list[Source]:
    """Give the sources of texts, as files a.yaml, b.yaml and so on."""
    found = []
    for letter, text in zip("abcdefgh", texts, strict=False):
        source, problems = _parse(f"{letter}.yaml", text, "")
        assert problems == []
        found.append(source)
    return found


def read(*texts: str) -> Specs:
    """Give the specs of texts without problems."""
    specs, problems = parse(sources(*texts))
    assert problems == []
    return specs


def wrong(*texts: str) -> list[Problem]:
    """Give the problems of texts."""
    return parse(sources(*texts))[1]


def said(*texts: str) -> list[tuple[str, str, str]]:
    """Give code, message and `line:column` of the problems of texts."""
    return [
        (p.code, p.message, f"{p.place.line}:{p.place.column}" if p.place else "")
        for p in wrong(*texts)
    ]


def condition(body: str) -> str:
    """Give a file with one condition; its body begins in line 4, column 7."""
    indented = "".join(f"      {line}\n" for line in body.splitlines())
    return f"conditions:\n  night:\n    calm:\n{indented}"


def suite(extra: str, without: str = "") -> str:
    """Give a file with one suite; `extra` is its line 3, from column 5."""
    rest = {"world": "night", "cross": "[night]", "seeds": "{dev: 1}"}
    lines = [f"    {k}: {v}\n" for k, v in rest.items() if k not in without.split()]
    return f"suites:\n  s:\n    {extra}\n{''.join(lines)}"


# What is read.


def test_whole_example_is_read() -> None:
    """Every key of the grammar, with its value as plain data."""
    specs = read(WEEK5)

    assumption = specs.assumptions["wake_chance"]
    assert assumption.value["rem"] == [0.05, 0.15, 0.40]
    assert (assumption.unit, assumption.basis) == ("probability", "assumed")
    assert assumption.source == "only the order follows Rechtschaffen 1966"
    assert assumption.order == ("low", "medium", "high")
    assert assumption.vary == {"scale": (0.5, 1.0, 2.0, 4.0)}

    restless = specs.conditions["night"]["restless"]
    assert restless.name == "restless"
    assert restless.tags == ("simulated",)
    assert [(c.name, c.argument, c.value) for c in restless.init] == [
        ("lie_awake", "mapping", {"minutes": 5}),
        ("raise_movement", "value", 1.8),
    ]
    assert [c.name for c in restless.expect] == ["awake"]
    assert [(c.name, c.argument) for c in restless.solution] == [
        ("stay_silent", "none")
    ]
    assert [c.name for c in restless.asserts] == ["no_sound"]
    assert (restless.do_nothing, restless.do_nothing_written) == ("passes", True)
    assert restless.requires == {"start": ("rem_onset-0941",)}
    assert restless.excludes == {"user": ("shy", "forgetful")}

    start = specs.conditions["start"]["rem_onset-0941"]
    assert (start.do_nothing, start.do_nothing_written) == ("fails", False)

    persona = specs.personas["forgetful"]
    assert persona.profile == {"about": "Tonight you want to dream of {{ wish }}.\n"}
    assert [c.name for c in persona.init] == ["feel"]

    rubric = specs.rubrics["fit"]
    assert (rubric.on, rubric.sees) == ("sound", ("observation", "action", "reason"))
    assert [(k.case, k.answer) for k in rubric.known] == [("cases/fit-01.json", "pass")]

    week5 = specs.suites["week5-night"]
    assert week5.crossed == (Crossed("start", False), Crossed("night", True))
    assert week5.exclude == ({"night": ("restless",), "start": ("rem_onset-0941",)},)
    assert week5.sample == Sample(take=3, per=("size", "user"), seed=42)
    assert week5.seeds == {"dev": (1, 2, 3, 4, 5), "held-out": (6, 7, 8, 9)}
    assert week5.score == {
        "timing": ScorePart.model_validate(0.75),
        "quality": ScorePart.model_validate({"rubrics": ["fit"], "bar": 1}),
    }
    assert (week5.score["timing"].bar, week5.score["timing"].rubrics) == (0.75, None)
    assert week5.score["quality"].rubrics == ("fit",)
    assert week5.absent == "skip"

    by_hand = specs.suites["by-hand"]
    assert by_hand.cases == ({"start": "rem_onset-0941", "night": "restless"},)
    assert (by_hand.sample, by_hand.cross, by_hand.only) == ("pairwise", (), ())
    assert (by_hand.brief, by_hand.absent) == (None, "error")


def test_personas_are_the_facet_user() -> None:
    """In the order they are written; no personas, no facet."""
    specs = read("personas:\n  b: {}\n  a: {}\n")

    assert list(specs.conditions["user"]) == ["b", "a"]
    assert specs.conditions["user"]["a"] is specs.personas["a"]
    assert "user" not in read("suites: {}\n").conditions


def test_files_merge_by_name_in_their_order() -> None:
    """A facet is listed over all files: by file, then by line."""
    first = "conditions:\n  night:\n    z: {}\n    a: {}\n"
    second = "conditions:\n  night:\n    m: {}\n  start:\n    x: {}\n"

    specs = read(first, second)

    assert list(specs.conditions["night"]) == ["z", "a", "m"]
    assert list(specs.conditions["start"]) == ["x"]


@pytest.mark.parametrize("text", ["", "# nothing\n", "suites: {}\n", "{}\n"])
def test_empty_file_says_nothing(text: str) -> None:
    """An empty mapping, too."""
    specs = read(text)

    assert (specs.conditions, specs.suites, specs.broken) == ({}, {}, False)


def test_bodies_are_frozen() -> None:
    """No stage changes what another reads."""
    suite = read(WEEK5).suites["week5-night"]

    with pytest.raises(ValueError, match="frozen"):
        suite.world = "talk"  # type: ignore[misc]  # that it is refused is the test


# Places.


def place(text: str, found: Place) -> str:
    """Give the text at a place."""
    lines = text.split("\n")
    assert found.line == found.end_line
    return lines[found.line - 1][found.column - 1 : found.end_column - 1]


def test_bodies_know_where_they_stand() -> None:
    """Name, key, value, and the nearest name of what is not written."""
    specs = read(WEEK5)
    restless = specs.conditions["night"]["restless"]
    week5 = specs.suites["week5-night"]

    assert place(WEEK5, restless.place()) == "restless"
    assert place(WEEK5, restless.place("tags", 0)) == "simulated"
    assert place(WEEK5, restless.place("assert", key=True)) == "assert"
    assert place(WEEK5, restless.place("assert", 0)) == "{no_sound: {content: wish}}"
    assert place(WEEK5, restless.place("requires", "start")) == "rem_onset-0941"
    assert place(WEEK5, week5.place("seeds", "dev", key=True)) == "dev"
    assert place(WEEK5, week5.place("cross", 1)) == "night?"
    assert place(WEEK5, week5.place("score", "timing", "bar")) == "0.75"
    assert place(WEEK5, week5.place("only")) == "week5-night"
    assert place(WEEK5, specs.suites["by-hand"].place("cases", 0, "night")) == (
        "restless"
    )
    assert restless.origin.path == "a.yaml"


def test_calls_know_where_they_stand() -> None:
    """The name, an argument's key and value; the name for one not written."""
    specs = read(WEEK5)
    awake, movement = specs.conditions["night"]["restless"].init
    [silent] = specs.conditions["night"]["restless"].solution

    assert place(WEEK5, awake.place()) == "lie_awake"
    assert place(WEEK5, awake.argument_place("minutes")) == "5"
    assert place(WEEK5, awake.argument_place("minutes", key=True)) == "minutes"
    assert place(WEEK5, awake.argument_place("nope")) == "lie_awake"
    assert place(WEEK5, movement.place()) == "raise_movement"
    assert place(WEEK5, movement.argument_place("factor")) == "1.8"
    assert place(WEEK5, silent.place()) == "stay_silent"
    assert place(WEEK5, silent.argument_place("x")) == "stay_silent"


def test_merged_bodies_point_at_the_text_itself() -> None:
    """A call that came in through `<<` stands in its anchor."""
    text = (
        "conditions:\n  night:\n    a: &a {init: [one]}\n"
        "    b:\n      <<: *a\n      about: b\n"
    )
    [call] = read(text).conditions["night"]["b"].init

    assert call.place() == Place("a.yaml", 3, 19, 3, 22)


# Names.


@pytest.mark.parametrize(
    "name", ["a", "rem_onset-0941", "a1-b2_c3", "x" * 40, "on", "no"]
)
def test_names_are_plain_words(name: str) -> None:
    """Lower-case letters, digits, single `-` and `_`."""
    assert list(read(f"conditions:\n  {name}:\n    {name}: {{}}\n").conditions) == [
        name
    ]


@pytest.mark.parametrize(
    "name",
    [
        *("a/b", "a..b", "..", "a:b", "a b", "9a", "a--b", "a_", "-a", "Ä", "é"),
        *("x" * 41, "x" * 300, "a\\nb", "\uff21", "a*", " a", ""),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        'conditions: {"@": {a: {}}}',
        'conditions: {night: {"@": {}}}',
        'personas: {"@": {}}',
        'suites: {s: {world: w, cross: [a], seeds: {"@": 1}}}',
        'conditions: {night: {a: {tags: ["@"]}}}',
    ],
)
def test_bad_names_are_errors_everywhere(name: str, text: str) -> None:
    """Facets, conditions, personas, splits and tags."""
    [problem] = wrong(text.replace("@", name) + "\n")

    assert problem.code == "N203"
    assert len(problem.message) < 160


def test_same_name_in_two_files_names_both_places() -> None:
    """And the result does not hang on which came first: both are told."""
    [problem] = wrong(condition("about: x"), condition("about: y"))

    assert problem.code == "N204"
    assert problem.place == Place("b.yaml", 3, 5, 3, 9)
    assert problem.related[0].place == Place("a.yaml", 3, 5, 3, 9)


def test_one_name_may_serve_two_kinds() -> None:
    """A rubric and a suite, or values of two facets, do not meet."""
    read(
        "conditions: {night: {calm: {}}, mood: {calm: {}}}\n"
        "personas: {calm: {}}\n"
        "suites: {calm: {world: w, cross: [night], seeds: {dev: 1}}}\n"
    )


@pytest.mark.parametrize(
    ("first", "second"), [("calm", "Calm"), ("é", "e\u0301"), ("STRASSE", "straße")]
)
def test_twins_are_one_error_naming_both(first: str, second: str) -> None:
    """By case or by Unicode form, in one file or two."""
    problems = wrong(
        f'personas: {{"{first}": {{}}}}\n', f'personas: {{"{second}": {{}}}}\n'
    )
    twins = [problem for problem in problems if problem.code == "N205"]

    assert len(twins) == 1
    assert first in twins[0].message
    assert second in twins[0].message
    assert twins[0].place == Place("b.yaml", 1, 12, 1, 14 + len(second))
    assert twins[0].related[0].place.file == "a.yaml"


# Unknown keys, also those at a wrong depth.


@pytest.mark.parametrize(
    ("text", "message", "where", "help"),
    [
        ("suits: {}\n", "unknown top-level key 'suits'", "1:1",
         "did you mean 'suites'?"),
        ("zzz: {}\n", "unknown top-level key 'zzz'", "1:1",
         "the keys are `assumptions`, `conditions`, `personas`, `rubrics` and "
         "`suites`"),
        ("init: [a]\n", "unknown top-level key 'init'", "1:1",
         "`init` is a key of a condition, persona or suite: check the indentation"),
        (condition("expct: [a]"), "unknown key 'expct' in condition 'calm'", "4:7",
         "did you mean 'expect'?"),
        (condition("asserts: [a]"), "unknown key 'asserts' in condition 'calm'", "4:7",
         "did you mean 'assert'?"),
        (suite("sample: {take: 1, sed: 2}"), "unknown key 'sed' in `sample`", "3:23",
         "did you mean 'seed'?"),
        (suite("score: {q: {rubrics: [a], bar: 1, baz: 1}}"),
         "unknown key 'baz' in `q`", "3:39", "did you mean 'bar'?"),
        # `assert` one level too deep, inside another key
        (condition("requires:\n  start: rem\n  assert: [a]"),
         "unknown key 'assert' in `requires`", "6:9",
         "`assert` is a key of a condition, persona or suite: check the indentation"),
        (condition("init:\n  assert: [a]"), "unknown key 'assert' in `init`", "5:9",
         "`assert` is a key of a condition, persona or suite: check the indentation"),
        (suite("score:\n      timing: 1\n      assert: [a]"),
         "unknown key 'assert' in `score`", "5:7",
         "`assert` is a key of a condition, persona or suite: check the indentation"),
        (suite("seeds:\n      dev: 1\n      assert: [a]", without="seeds"),
         "unknown key 'assert' in `seeds`", "5:7",
         "`assert` is a key of a condition, persona or suite: check the indentation"),
        (suite("exclude:\n      - night: calm\n        assert: [a]"),
         "unknown key 'assert' in `exclude`", "5:9",
         "`assert` is a key of a condition, persona or suite: check the indentation"),
        (condition("init:\n  - lie_awake: 5\n    assert: [a]"),
         "unknown key 'assert' here", "6:11",
         "`assert` is a key of a condition, persona or suite: check the indentation"),
        # and one level too high
        ("conditions:\n  night:\n    calm: {}\n    assert: [a]\n",
         "unknown key 'assert' here", "4:5",
         "`assert` is a key of a condition, persona or suite: check the indentation"),
        ("conditions:\n  night: {calm: {}}\n  about: x\n",
         "unknown key 'about' here", "3:3",
         "`about` is a key of an assumption, condition, persona, rubric or suite: "
         "check the indentation"),
    ],
)  # fmt: skip
def test_unknown_key_is_one_error_at_the_key(
    text: str, message: str, where: str, help: str
) -> None:
    """With the nearest key, all keys, or where it belongs."""
    [problem] = wrong(text)

    assert said(text) == [("N202", message, where)]
    assert problem.help == help


# Wrong values: one problem each, at the value.


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        ("[a]\n", "a file of specs is a mapping, not a list", "1:1"),
        ("suites: [a]\n", "`suites` must be a mapping, not a list", "1:9"),
        ("suites: null\n", "`suites` must be a mapping, not null", "1:9"),
        ("conditions: {night: 5}\n",
         "facet 'night' must be a mapping, not the number 5", "1:21"),
        ("personas: {shy: quiet}\n",
         "persona 'shy' must be a mapping, not the text 'quiet'", "1:17"),
        (condition("about: 5"), "`about` must be text, not the number 5", "4:14"),
        (condition("about: [a]"), "`about` must be text, not a list", "4:14"),
        (condition("about: ' '"), "`about` must not be empty", "4:14"),
        (condition("tags: simulated"),
         "`tags` must be a list, not the text 'simulated'", "4:13"),
        (condition("tags: [5]"),
         "item 1 of `tags` must be text, not the number 5", "4:14"),
        (condition("init: lie_awake"),
         "`init` must be a list, not the text 'lie_awake'", "4:13"),
        (condition("init: {lie_awake: 5}"),
         "`init` must be a list, not a mapping", "4:13"),
        (condition("init: null"), "`init` must be a list, not null", "4:13"),
        (condition("do_nothing: true"),
         "`do_nothing` must be 'passes' or 'fails', not true", "4:19"),
        (condition("requires: [start]"),
         "`requires` must be a mapping, not a list", "4:17"),
        (condition("requires: {start: 5}"),
         "`start` must be a name or a list of names, not the number 5", "4:25"),
        (condition("requires: {start: []}"), "`start` must not be empty", "4:25"),
        (condition("requires: {start: [[a]]}"),
         "item 1 of `start` must be text, not a list", "4:26"),
        (suite("world: [night, day]", without="world"),
         "`world` must be text, not a list", "3:12"),
        (suite("cross: night", without="cross"),
         "`cross` must be a list, not the text 'night'", "3:12"),
        (suite("cross: [[a, b]]", without="cross"),
         "item 1 of `cross` must be text, not a list", "3:13"),
        (suite("cross: []", without="cross"), "`cross` must not be empty", "3:12"),
        (suite("rotate: {user: all}"), "`rotate` must be a list, not a mapping",
         "3:13"),
        (suite("exclude: [{}]"), "item 1 of `exclude` must not be empty", "3:15"),
        (suite("exclude: []"), "`exclude` must not be empty", "3:14"),
        (suite("exclude: {night: calm}"), "`exclude` must be a list, not a mapping",
         "3:14"),
        (suite("only: [calm]"),
         "item 1 of `only` must be a mapping, not the text 'calm'", "3:12"),
        (suite("cases: [{night: [a, b]}]", without="cross"),
         "`night` must be text, not a list", "3:21"),
        (suite("cases: []", without="cross"), "`cases` must not be empty", "3:12"),
        (suite("sample: pairs"),
         "`sample` must be 'pairwise' or a mapping with `take`, not the text 'pairs'",
         "3:13"),
        (suite("sample: {take: 0}"), "`take` must be at least 1, not 0", "3:20"),
        (suite("sample: {take: 1.5}"),
         "`take` must be a whole number, not the number 1.5", "3:20"),
        (suite("sample: {take: 1, seed: -1}"), "`seed` must be at least 0, not -1",
         "3:29"),
        (suite("sample: {take: 1, per: user}"),
         "`per` must be a list, not the text 'user'", "3:28"),
        (suite("score: {timing: 0}"), "`timing` must be more than 0, not 0", "3:21"),
        (suite("score: {timing: 75}"), "`timing` must be at most 1, not 75", "3:21"),
        (suite("score: {timing: high}"),
         "`timing` must be a number, or a mapping with `rubrics` and `bar`, "
         "not the text 'high'", "3:21"),
        (suite("score: {q: {rubrics: [], bar: 1}}"), "`rubrics` must not be empty",
         "3:26"),
        (suite("absent: ignore"),
         "`absent` must be 'skip' or 'error', not the text 'ignore'", "3:13"),
        ("assumptions: {a: {value: 1, basis: guessed, source: x}}\n",
         "`basis` must be 'assumed', 'measured' or 'literature', "
         "not the text 'guessed'", "1:36"),
        ("assumptions: {a: {value: 1, basis: assumed, source: ''}}\n",
         "`source` must not be empty", "1:53"),
        ("assumptions: {a: {value: null, basis: assumed, source: x}}\n",
         "`value` must not be null", "1:26"),
        ("assumptions: {a: {value: 1, basis: assumed, source: x, vary: {s: 1}}}\n",
         "`s` must be a list, not the number 1", "1:66"),
        ("assumptions: {a: {value: 1, basis: assumed, source: x, "
         "vary: {s: [1, x]}}}\n",
         "item 2 of `s` must be a number, not the text 'x'", "1:70"),
    ],
)  # fmt: skip
def test_wrong_value_is_one_error_at_the_value(
    text: str, message: str, where: str
) -> None:
    """Nothing is guessed, and a list never means several tasks."""
    assert said(text) == [("N206", message, where)]


def test_missing_keys_are_one_error_at_the_name() -> None:
    """Each body says all that it lacks."""
    text = "assumptions:\n  a: {value: 1}\nrubrics:\n  r: {on: talk, sees: [x]}\n"
    text += "suites:\n  s: {about: x}\n"

    assert said(text) == [
        ("N207", "assumption 'a' lacks `basis` and `source`", "2:3"),
        ("N207", "rubric 'r' lacks `ask`, `pass_when` and `fail_when`", "4:3"),
        ("N207", "suite 's' has neither `cross` nor `cases`", "6:3"),
        ("N207", "suite 's' lacks `world` and `seeds`", "6:3"),
    ]
    assert said(suite("score: {q: {bar: 1}}")) == [
        ("N207", "`q` lacks `rubrics`", "3:16")
    ]
    assert said(suite("sample: {per: [a]}")) == [
        ("N207", "`sample` lacks `take`", "3:5")
    ]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (suite("wrld: night", without="world"), "3:5"),
        (suite("corss: [night]", without="cross"), "3:5"),
        (suite("case: [{night: calm}]", without="cross"), "3:5"),
        (suite("sample: {tak: 1}"), "3:14"),
        ("assumptions: {a: {value: 1, basis: assumed, sorce: x}}\n", "1:45"),
    ],
)
def test_misspelt_key_is_not_also_missing(text: str, where: str) -> None:
    """One slip is one error."""
    assert [(code, at) for code, _, at in said(text)] == [("N202", where)]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ("sloution:", "4:7"),
        ("init:\n  - lie_awake:\n    assert: [a]", "6:11"),
        ("requires: {assert: }", "4:18"),
    ],
)
def test_unknown_key_needs_no_value_as_well(body: str, where: str) -> None:
    """It is unknown, whatever it holds."""
    assert [(code, at) for code, _, at in said(condition(body))] == [("N202", where)]


def test_slip_of_the_indentation_is_one_error() -> None:
    """A whole body that stands too high is told once, at its first key."""
    text = "conditions:\n  night:\n    about: x\n    tags: [a]\n    init: [b]\n"

    assert [(code, at) for code, _, at in said(text)] == [("N202", "3:5")]


def test_suite_has_one_way_to_make_tasks() -> None:
    """`cross` and `cases` together are an error at `cases`."""
    assert said(suite("cases: [{night: calm}]")) == [
        ("N206", "suite 's' has both `cross` and `cases`", "3:5")
    ]


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        (condition("init:\nassert: [a]"), "`init` has no value", "4:7"),
        (condition("init:\n  -\n  - a"), "this item has no value", "5:10"),
        (condition("init:\n  - lie_awake:"), "`lie_awake` has no value", "5:11"),
        (condition("init:\n  - lie_awake: {minutes: }"),
         "`minutes` has no value", "5:23"),
        ("suites:\n", "`suites` has no value", "1:1"),
        ("conditions:\n  night:\n", "facet 'night' has no value", "2:3"),
        ("conditions:\n  night:\n    calm:\n", "condition 'calm' has no value", "3:5"),
        ("assumptions:\n  a:\n    value:\n    basis: assumed\n    source: x\n",
         "`value` has no value", "3:5"),
        (suite("seeds:", without="seeds"), "`seeds` has no value", "3:5"),
        (suite("seeds: {dev: }", without="seeds"), "`dev` has no value", "3:13"),
    ],
)  # fmt: skip
def test_key_without_a_value_is_one_error_at_the_key(
    text: str, message: str, where: str
) -> None:
    """It is never taken for an empty list, nor reported twice."""
    assert said(text) == [("N208", message, where)]


@pytest.mark.parametrize(
    ("item", "message", "where"),
    [
        ("5", "a call is a name with its arguments, not the number 5", "5:11"),
        ("[a]", "a call is a name with its arguments, not a list", "5:11"),
        ("{}", "a call is a name with its arguments, not an empty mapping", "5:11"),
        ("''", "a call is a name with its arguments, not an empty text", "5:11"),
        ("null", "a call is a name with its arguments, not null", "5:11"),
        ("{a: 1, b: 2}", "one call names one function, here also 'b'", "5:18"),
        ("lie_awake:\n    minutes: 5",
         "one call names one function, here also 'minutes'", "6:11"),
    ],
)  # fmt: skip
def test_what_is_no_call_is_one_error(item: str, message: str, where: str) -> None:
    """Arguments that are not indented look like a second function."""
    assert said(condition(f"init:\n  - {item}")) == [("N209", message, where)]


# Seeds.


@pytest.mark.parametrize(
    ("written", "seeds"),
    [
        ("{dev: 1-5}", {"dev": (1, 2, 3, 4, 5)}),
        ("{dev: 0}", {"dev": (0,)}),
        ("{dev: 2147483647}", {"dev": (2147483647,)}),
        ("{dev: [7, 3-4, '1']}", {"dev": (7, 3, 4, 1)}),
        ("{b: 1, a: 2}", {"b": (1,), "a": (2,)}),
        ("{dev: 5-5}", {"dev": (5,)}),
    ],
)
def test_seeds_are_numbers_and_ranges(
    written: str, seeds: dict[str, tuple[int, ...]]
) -> None:
    """In the order they are written."""
    text = suite(f"seeds: {written}", without="seeds")
    assert read(text).suites["s"].seeds == seeds


@pytest.mark.parametrize(
    ("written", "message", "column"),
    [
        ("{dev: 1-5, held-out: 5-8}",
         "seed 5 is in the splits 'dev' and 'held-out'", 33),
        ("{dev: 1-5, held-out: [6, 3]}",
         "seed 3 is in the splits 'dev' and 'held-out'", 37),
        ("{dev: [1-3, 2]}", "seed 2 stands twice in the split 'dev'", 24),
        ("[]", "`seeds` must name at least one split, not an empty list", 12),
        ("{}", "`seeds` must name at least one split, not an empty mapping", 12),
        ("1-5", "`seeds` must name at least one split, not the text '1-5'", 12),
        ("null", "`seeds` must name at least one split, not null", 12),
        ("{dev: []}", "the split 'dev' has no seed", 18),
        ("{dev: -1}", "seed -1 is outside 0..2147483647", 18),
        ("{dev: 2147483648}", "seed 2147483648 is outside 0..2147483647", 18),
        ("{dev: 1-2147483648}", "the range 1-2147483648 is outside 0..2147483647", 18),
        ("{dev: 1-99999999999}",
         "the text '1-99999999999' is not a seed or a range of seeds", 18),
        ("{dev: 0-10000}", "the range 0-10000 has 10001 seeds; the limit is 10000",
         18),
        ("{dev: 5-1}", "the range 5-1 is empty", 18),
        ("{dev: 1.0}", "the number 1.0 is not a seed or a range of seeds", 18),
        ("{dev: true}", "true is not a seed or a range of seeds", 18),
        ("{dev: 1 - 5}", "the text '1 - 5' is not a seed or a range of seeds", 18),
        ("{dev: [[1]]}", "a list is not a seed or a range of seeds", 19),
    ],
)  # fmt: skip
def test_bad_seeds_are_one_error_at_the_seed(
    written: str, message: str, column: int
) -> None:
    """No seed is in two splits, twice in one, or out of range."""
    text = suite(f"seeds: {written}", without="seeds")
    assert said(text) == [("N214", message, f"3:{column}")]


def test_overlap_names_the_first_place() -> None:
    """The error is at the second split, the first is related."""
    [problem] = wrong(suite("seeds: {dev: 1-5, held-out: 5-8}", without="seeds"))

    assert problem.related[0].place == Place("a.yaml", 3, 18, 3, 21)


# The rest.


def test_conditions_of_user_are_refused() -> None:
    """Personas are that facet."""
    [problem] = wrong("conditions:\n  user:\n    shy: {}\n")

    assert (problem.code, problem.place) == ("N215", Place("a.yaml", 2, 3, 2, 7))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (suite("rotate: [user, night]"), "3:20"),
        (suite("cross: [a, a?]", without="cross"), "3:16"),
        (suite("at_least_one_of: [night, night]"), "3:30"),
        (condition("tags: [a, b, a]"), "4:20"),
        (condition("requires: {start: [a, a]}"), "4:29"),
    ],
)
def test_same_name_twice_in_a_list_is_an_error(text: str, where: str) -> None:
    """At the second one."""
    assert [(code, at) for code, _, at in said(text)] == [("N216", where)]


def test_all_errors_of_all_files_come_in_one_run() -> None:
    """A wrong body hides no other, in its file or elsewhere."""
    found = said(
        condition("abuot: x\ntags: x\ninit: [5]") + "    restless: {about: 5}\n",
        "suits: {}\n",
    )
    assert sorted(code for code, *_ in found) == [
        "N202",
        "N202",
        "N206",
        "N206",
        "N209",
    ]


def test_body_with_errors_is_left_out_but_known() -> None:
    """Later stages can tell a faulty name from an unknown one."""
    specs, _ = parse(
        sources(condition("abuot: x") + "    fine: {}\npersonas: {shy: {about: 5}}\n")
    )

    assert specs.broken
    assert list(specs.conditions["night"]) == ["fine"]
    assert specs.lost == {
        ("conditions", "night", "calm"),
        ("personas", "shy"),
        ("conditions", "user", "shy"),
    }


def test_broken_file_makes_broken_specs() -> None:
    """Its names are missing, whatever they are."""
    broken, problems = _parse("a.yaml", "a: [\n", "")
    specs, found = parse([broken, *sources(condition("about: x"))])

    assert len(problems) == 1
    assert found == []
    assert specs.broken
    assert list(specs.conditions["night"]) == ["calm"]


words = st.sampled_from(
    ["init", "assert", "about", "tags", "night", "a", "A b", "1-5", "passes", ""]
)
trees = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(0, 1) | words,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3)
    ),
    max_leaves=10,
)
keys = st.sampled_from(
    [
        *("about", "tags", "init", "expect", "solution", "assert", "do_nothing"),
        *("requires", "excludes", "profile", "world", "cross", "rotate"),
        *("at_least_one_of", "exclude", "only", "cases", "sample", "seeds", "score"),
        *("brief", "absent", "value", "basis", "source", "vary", "on", "sees", "ask"),
        *("known", "order", "unit"),
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["assumptions", "conditions", "personas", "rubrics", "suites"]),
    st.dictionaries(keys, trees, max_size=6),
)
def test_any_tree_gives_placed_problems_or_a_body(section: str, body: Any) -> None:
    """Nothing raises, every problem has a place, each is told once."""
    inner = {"facet": {"x": body}} if section == "conditions" else {"x": body}
    [source] = sources(json.dumps({section: inner}))

    specs, problems = parse([source])

    for problem in problems:
        assert problem.place is not None
        assert problem.message
    keyed = [(p.code, p.place, p.message) for p in problems]
    assert len(set(keyed)) == len(keyed)
    loc = ("conditions", "facet", "x") if section == "conditions" else (section, "x")
    assert (loc in specs.lost) == bool(problems)
