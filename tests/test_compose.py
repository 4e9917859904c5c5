"""Facets times rules give tasks: which ones, in what order, under which names."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paprika.compiler.compile import compile_specs
from paprika.compiler.deal import task_id
from paprika.compiler.lock import LOCK, lock_text
from paprika.compiler.problems import Place
from paprika.runtime.worlds import WORLDS

from .toy import (
    Toy,
    compiled,
    drafts,
    facet,
    ids,
    only_problem,
    specs,
    suite,
    where,
)

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


COLORS = facet("color", ["red", "green"], "color")
SIZES = facet("size", ["small", "big", "huge"], "size")
SHAPES = facet("shape", ["round", "flat"], "shape")
THREE = COLORS + SIZES + SHAPES


# ---------------------------------------------------------------- which, what order


def test_cross_multiplies_in_listing_order(tmp_path: Path) -> None:
    """The last facet turns fastest; names are in the order they are written in."""
    result = compiled(tmp_path, specs(THREE, suite("s", "cross: [color, size]")))
    assert ids(result) == [
        "red.small",
        "red.big",
        "red.huge",
        "green.small",
        "green.big",
        "green.huge",
    ]


def test_an_optional_facet_may_be_absent_and_that_comes_last(tmp_path: Path) -> None:
    """The task then has no name, no calls and no entry of it."""
    result = compiled(tmp_path, specs(THREE, suite("s", "cross: [color, shape?]")))
    assert ids(result) == [
        "red.round",
        "red.flat",
        "red",
        "green.round",
        "green.flat",
        "green",
    ]
    task = drafts(result)[2].task
    assert task.conditions == {"color": "red"}
    assert [call.name for call in task.init] == ["topic", "color"]


def test_at_least_one_of_needs_one_of_its_facets(tmp_path: Path) -> None:
    """Only combinations that have none of them are left out."""
    keys = "cross: [color?, shape?]\nat_least_one_of: [color]"
    result = compiled(tmp_path, specs(THREE, suite("s", keys)))
    assert ids(result) == [
        "red.round",
        "red.flat",
        "red",
        "green.round",
        "green.flat",
        "green",
    ]
    [(at, rule)] = result.compositions["s"].dropped[:1]
    assert (at, rule.name) == ({"shape": "round"}, "at_least_one_of")


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("exclude: [{color: red}]", ["green.small", "green.big", "green.huge"]),
        (
            "exclude: [{color: red, size: [small, big]}, {size: huge}]",
            ["green.small", "green.big"],
        ),
        ("only: [{size: big}]", ["red.big", "green.big"]),
        (
            "only: [{size: big}, {color: red, size: huge}]",
            ["red.big", "red.huge", "green.big"],
        ),
        ("only: [{size: big}]\nexclude: [{color: red}]", ["green.big"]),
    ],
)
def test_exclude_and_only_are_partial_matches(
    rule: str, kept: list[str], tmp_path: Path
) -> None:
    """All of a match must fit; of several `only` matches one is enough."""
    keys = f"cross: [color, size]\n{rule}"
    assert ids(compiled(tmp_path, specs(THREE, suite("s", keys)))) == kept


def test_cases_are_listed_coordinates(tmp_path: Path) -> None:
    """They come as listed, with facets in the order of their first mention."""
    keys = "cases: [{size: big, color: red}, {color: green}, {size: small}]"
    result = compiled(tmp_path, specs(THREE, suite("s", keys)))
    assert ids(result) == ["big.red", "green", "small"]


def test_requires_and_excludes_keep_conditions_together_and_apart(
    tmp_path: Path,
) -> None:
    """`requires` needs one of the names there; `excludes` refuses them all."""
    sizes = (
        "  size:\n    small: {init: [size: 1], requires: {color: red}}\n"
        "    big: {init: [size: 2], excludes: {color: [red], shape: [flat]}}\n"
    )
    keys = "cross: [color, size, shape?]"
    result = compiled(tmp_path, specs(COLORS + sizes + SHAPES, suite("s", keys)))
    assert ids(result) == [
        "red.small.round",
        "red.small.flat",
        "red.small",
        "green.big.round",
        "green.big",
    ]
    reasons = Counter(rule.name for _, rule in result.compositions["s"].dropped)
    assert reasons == {"size small requires": 3, "size big excludes": 4}


def test_excludes_of_a_facet_that_the_suite_lacks_does_nothing(tmp_path: Path) -> None:
    """A condition can serve suites that don't have the other facet."""
    sizes = "  size:\n    small: {init: [size: 1], excludes: {color: red}}\n"
    result = compiled(tmp_path, specs(COLORS + sizes, suite("s", "cross: [size]")))
    assert ids(result) == ["small"]


# ---------------------------------------------------------------- rotation

PEOPLE = facet("who", 6, "mark")


def deal(result_ids: list[str], names: int) -> list[list[str]]:
    """Give ids as lists of names, all but the last the crossed ones."""
    split = [task.split(".") for task in result_ids]
    assert all(len(parts) == names for parts in split)
    return split


def spread(rows: list[list[str]], place: int, dealt: list[str]) -> int:
    """Give the widest difference between dealt counts over the names at a place."""
    met: dict[str, Counter[str]] = {}
    for row in rows:
        met.setdefault(row[place], Counter(dict.fromkeys(dealt, 0)))[row[-1]] += 1
    return max(max(c.values()) - min(c.values()) for c in met.values())


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 7))
def test_each_crossed_name_meets_each_dealt_one_evenly(
    tmp_path: Path, first: int, second: int, people: int
) -> None:
    """Latin: counts differ by at most one, for every name of both crossed facets."""
    text = specs(
        facet("color", first, "color")
        + facet("shape", second, "shape")
        + facet("who", people, "mark"),
        suite("s", "cross: [color, shape]\nrotate: [who]"),
    )
    rows = deal(ids(compiled(tmp_path, text)), 3)
    assert len(rows) == first * second
    dealt = [f"who{index}" for index in range(people)]
    assert spread(rows, 0, dealt) <= 1
    assert spread(rows, 1, dealt) <= 1


def test_a_small_product_deals_every_name(tmp_path: Path) -> None:
    """Nine tasks and six people: each person has one task or two."""
    text = specs(
        facet("color", 3, "color") + facet("shape", 3, "shape") + PEOPLE,
        suite("s", "cross: [color, shape]\nrotate: [who]"),
    )
    rows = deal(ids(compiled(tmp_path, text)), 3)
    assert Counter(row[2] for row in rows) == {
        "who0": 2,
        "who1": 1,
        "who2": 2,
        "who3": 1,
        "who4": 2,
        "who5": 1,
    }


@pytest.mark.parametrize(
    ("people", "marks", "pairs"),
    [(2, 2, 4), (3, 3, 9), (4, 4, 15), (2, 4, 8), (6, 3, 18)],
)
def test_two_dealt_facets_are_not_in_lock_step(
    people: int, marks: int, pairs: int, tmp_path: Path
) -> None:
    """Over 36 tasks all pairs of dealt names occur, or all but one of 16."""
    text = specs(
        facet("color", 6, "color")
        + facet("size", 6, "size")
        + facet("who", people, "mark")
        + facet("form", marks, "shape"),
        suite("s", "cross: [color, size]\nrotate: [who, form]"),
    )
    rows = deal(ids(compiled(tmp_path, text)), 4)
    assert len({(row[2], row[3]) for row in rows}) == pairs


def test_a_condition_appended_moves_nothing_even_without_a_lock(tmp_path: Path) -> None:
    """Neither in the first crossed facet nor in the last."""

    def of(colors: int, shapes: int) -> set[str]:
        text = specs(
            facet("color", colors, "color")
            + facet("shape", shapes, "shape")
            + facet("who", 5, "mark"),
            suite("s", "cross: [color, shape]\nrotate: [who]"),
        )
        return set(ids(compiled(tmp_path, text)))

    before = of(4, 3)
    assert before < of(5, 3)
    assert before < of(4, 4)


@pytest.mark.parametrize(
    ("rule", "met"),
    [
        ("exclude: [{who: who0}]", {"who1": 3, "who2": 3}),
        ("exclude: [{who: who0, color: red}]", {"who0": 1, "who1": 3, "who2": 2}),
        ("only: [{who: who2}]", {"who2": 6}),
    ],
)
def test_rules_over_a_dealt_facet_pass_a_task_to_the_next_name(
    rule: str, met: dict[str, int], tmp_path: Path
) -> None:
    """No task is lost as long as some name may be dealt."""
    text = specs(
        COLORS + SIZES + facet("who", 3, "mark"),
        suite("s", f"cross: [color, size]\nrotate: [who]\n{rule}"),
    )
    rows = deal(ids(compiled(tmp_path, text)), 3)
    assert Counter(row[2] for row in rows) == met


def test_dealt_names_that_are_only_right_together_are_found(tmp_path: Path) -> None:
    """A first dealt name that leaves none for the second is given up."""
    text = specs(
        COLORS + facet("who", 3, "mark") + SHAPES,
        suite(
            "s",
            "cross: [color]\nrotate: [who, shape]\nonly: [{who: who2, shape: flat}]",
        ),
    )
    assert ids(compiled(tmp_path, text)) == ["red.who2.flat", "green.who2.flat"]


def test_a_task_that_no_dealt_name_suits_is_taken_out(tmp_path: Path) -> None:
    """It is counted under the rule, by its crossed names."""
    text = specs(
        COLORS + facet("who", 2, "mark"),
        suite(
            "s",
            "cross: [color]\nrotate: [who]\nexclude: [{color: red, who: [who0, who1]}]",
        ),
    )
    result = compiled(tmp_path, text)
    assert ids(result) == ["green.who1"]
    [(at, rule)] = result.compositions["s"].dropped
    assert (at, rule.name) == ({"color": "red"}, "exclude 1")


# ---------------------------------------------------------------- what a task holds


def test_calls_come_from_suite_then_crossed_then_dealt(tmp_path: Path) -> None:
    """In every slot, in the order of `cross` and `rotate`, not of the files."""
    body = (
        "{{init: [{0}: x], expect: [said: {0}], solution: [say: {0}], "
        "assert: [said: {0}]}}"
    )
    conditions = "".join(
        f"  {name}:\n    x-{name}: {body.format(call)}\n"
        for name, call in (("a", "color"), ("b", "shape"), ("c", "mark"))
    )
    keys = "cross: [b, a]\nrotate: [c]"
    [draft] = drafts(compiled(tmp_path, specs(conditions, suite("s", keys))))
    task = draft.task
    assert task.id == "x-b.x-a.x-c"
    assert [call.name for call in task.init] == ["topic", "shape", "color", "mark"]
    for calls in (task.expect, task.solution):
        words = [call.arguments["word"] for call in calls]
        assert words == ["shape", "color", "mark"]
    assert [(call.name, call.arguments["word"]) for call in task.asserts] == [
        ("unsaid", "no"),
        ("said", "shape"),
        ("said", "color"),
        ("said", "mark"),
    ]


def test_a_call_is_found_where_it_was_written(tmp_path: Path) -> None:
    """By its index in the task, over suite and conditions."""
    conditions = "  a:\n    x:\n      assert: [said: yes, said: please]\n"
    [draft] = drafts(compiled(tmp_path, specs(conditions, suite("s", "cross: [a]"))))
    lines = [draft.writer("assert", index).place().line for index in range(3)]
    columns = [draft.writer("assert", index).place().column for index in range(3)]
    assert (lines, columns) == ([10, 5, 5], [14, 16, 27])
    with pytest.raises(IndexError, match="x has no assert number 3"):
        draft.writer("assert", 3)


def test_facts_of_all_parts_fill_the_prose(tmp_path: Path) -> None:
    """Brief and profile are rendered over the task's facts; braces in them stay."""
    people = (
        'personas:\n  ann: {profile: {about: "Loves {{ topic }}.", '
        'likes: [{what: "{{ topic }}", much: 2}]}, '
        'init: [topic: "{{ tea }}"]}\n'
    )
    keys = 'cross: [color]\nrotate: [user]\nbrief: "Ask about {{topic}}."'
    text = specs(COLORS, suite("s", keys, topics=False), people)
    task = drafts(compiled(tmp_path, text))[0].task
    assert task.facts == {"topic": "{{ tea }}"}
    assert task.brief == "Ask about {{ tea }}."
    assert task.persona == {
        "name": "ann",
        "profile": {
            "about": "Loves {{ tea }}.",
            "likes": [{"what": "{{ tea }}", "much": 2}],
        },
    }


@pytest.mark.parametrize(
    ("prose", "message", "help"),
    [
        (
            "{{ topik }}",
            "'topik' is no fact of the task",
            "did you mean 'topic'?",
        ),
        (
            "{{ range }}",
            "'range' is no fact of the task",
            "facts of this task: topic",
        ),
        (
            "{{ topic",
            "the text is no valid template: unexpected end of template, expected "
            "'end of print statement'.",
            "fill in with `{{ fact }}`; two braces that shall stay are {{ '{{' }}",
        ),
        (
            "{{ topic * 9000 }}",
            "the text is no valid template: `*` is not for texts",
            "fill in with `{{ fact }}`; two braces that shall stay are {{ '{{' }}",
        ),
        (
            "{{ topic + 1 }}",
            'the text can\'t be filled in: can only concatenate str (not "int") to str',
            "write `{{ fact }}` and no more",
        ),
    ],
)
def test_prose_that_cannot_be_filled_is_an_error_at_the_text(
    prose: str, message: str, help: str, tmp_path: Path
) -> None:
    """N260, once, however many tasks there are; at the name, where it is one."""
    keys = f"cross: [color]\nbrief: '{prose.replace(chr(39), chr(39) * 2)}'"
    problem = only_problem(compiled(tmp_path, specs(COLORS, suite("s", keys))))
    assert (problem.code, problem.message, problem.help) == ("N260", message, help)
    column = 16 if "no fact" in message else 12
    assert where(problem) == f"specs/0.yaml:13:{column}"


@pytest.mark.parametrize(
    "text",
    [
        "{{ a }} and {{b}}{{  a  }}",
        "{ a } {{ a }}}",
        "a\n",
        "{{ a }}\n",
        "{{ a }}\r\nb",
        "{{ a|upper }}",
        "{# {{ a }} #}{{ a }}",
        "{%- if a %} x {% endif -%} {{ a }}",
        "{{ '{{' }} a",
        "%} }} {{ a }}",
    ],
)
def test_prose_is_what_jinja_gives(text: str) -> None:
    """Also where no Jinja had to be started."""
    from jinja2 import Environment

    from paprika.compiler.prose import render

    facts = {"a": "x{{ b }}", "b": "\\1"}
    jinja = Environment(keep_trailing_newline=True)
    assert render(text, facts) == jinja.from_string(text).render(facts)


def test_a_profile_that_the_brief_repeats_is_a_warning(tmp_path: Path) -> None:
    """L601 with both places, once for a person."""
    hidden = "He lost his keys near the old harbour gate."
    people = f"personas:\n  ann: {{profile: {hidden}, init: [mark: ann]}}\n"
    keys = f"cross: [color]\nrotate: [user]\nbrief: Ask him. {hidden}"
    problem = only_problem(compiled(tmp_path, specs(COLORS, suite("s", keys), people)))
    assert (problem.code, problem.severity) == ("L601", "warning")
    assert problem.message == (
        "the agent's brief repeats words of the hidden profile: "
        "'he lost his keys near the'"
    )
    assert where(problem) == "specs/0.yaml:16:12"
    assert problem.related[0].place == Place("specs/0.yaml", 3, 18, 3, 61)


@pytest.mark.parametrize(
    ("profile", "code", "message", "place"),
    [
        (
            "{likes: [{what: tea}, {what: jam, mush: 2}]}",
            "N202",
            "unknown key 'mush' in `likes`",
            "specs/0.yaml:3:52",
        ),
        (
            "{likes: [{what: 3}]}",
            "N206",
            "`what` must be text, not the number 3",
            "specs/0.yaml:3:34",
        ),
        ("{likes: [{much: 3}]}", "N207", "`likes` lacks `what`", "specs/0.yaml:3:27"),
        (
            "{abuot: shy}",
            "N202",
            "unknown key 'abuot' in `profile`",
            "specs/0.yaml:3:19",
        ),
    ],
)
def test_a_slip_in_a_profile_is_one_finding_at_its_place(
    tmp_path: Path, profile: str, code: str, message: str, place: str
) -> None:
    """The world's own model of a profile is read like the rest of the grammar."""
    people = f"personas:\n  ann: {{profile: {profile}, init: [mark: ann]}}\n"
    keys = "cross: [color]\nrotate: [user]"
    problem = only_problem(compiled(tmp_path, specs(COLORS, suite("s", keys), people)))
    assert (problem.code, problem.message, where(problem)) == (code, message, place)


@pytest.mark.parametrize(
    ("said", "message", "place"),
    [
        ("of {{ topci }}", "'topci' is no fact of the task", "specs/0.yaml:3:41"),
        ("of {{ topic }", "the text is no valid template: ", "specs/0.yaml:3:34"),
    ],
)
def test_a_text_deep_in_a_profile_that_cannot_be_filled_in(
    tmp_path: Path, said: str, message: str, place: str
) -> None:
    """N260 at its place, as in a brief."""
    people = (
        f'personas:\n  ann: {{profile: {{likes: [{{what: "{said}"}}]}}, '
        "init: [topic: tea]}\n"
    )
    keys = "cross: [color]\nrotate: [user]"
    text = specs(COLORS, suite("s", keys, topics=False), people)
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, where(problem)) == ("N260", place)
    assert problem.message.startswith(message)


def test_another_rubric_text_is_another_task(tmp_path: Path) -> None:
    """What a judge is asked is part of the task's hash; its known cases are not."""

    def hashed(ask: str, more: str = "") -> str:
        rubric = (
            f"rubrics:\n  good: {{on: sound, sees: [action], ask: {ask}, "
            f"pass_when: It is., fail_when: It is not.{more}}}\n"
        )
        keys = "cross: [color]\nscore: {taste: {rubrics: [good], bar: 0.5}}"
        text = specs(COLORS, suite("s", keys), rubric)
        return drafts(compiled(tmp_path, text))[0].task.hash

    first = hashed("Is it good?")
    assert hashed("Is it fine?") != first
    assert hashed("Is it good?", ", known: [{case: a, answer: pass}]") == first


# ---------------------------------------------------------------- ids


def test_an_id_is_its_names_and_can_be_taken_apart_again(tmp_path: Path) -> None:
    """Names hold no dot, so splitting gives the coordinates back."""
    result = compiled(tmp_path, specs(THREE, suite("s", "cross: [color, size]")))
    for draft in drafts(result):
        assert draft.task.id.split(".") == list(draft.task.conditions.values())
        assert draft.task.key == f"s:{draft.task.id}"


@given(st.lists(st.from_regex(r"[a-z]{1,40}", fullmatch=True), min_size=1, max_size=6))
def test_a_long_id_is_cut_at_a_name(names: list[str]) -> None:
    """At most 100 characters: whole names, then .x and ten hex digits."""
    whole, task = ".".join(names), task_id(names)
    assert len(task) <= 100
    if len(whole) <= 100:
        assert task == whole
    else:
        head, _, tail = task.rpartition(".")
        assert re.fullmatch("x[0-9a-f]{10}", tail)
        assert whole.startswith(f"{head}.")
        assert len(head.split(".")[-1]) == len(names[head.count(".")])


def test_long_ids_differ_by_what_was_cut() -> None:
    """The hash is of the whole id."""
    long = ["a" * 40, "b" * 40, "c" * 17]
    assert task_id([*long, "d"]) == f"{'a' * 40}.{'b' * 40}.xdc30227b2a"
    assert task_id([*long, "e"]) == f"{'a' * 40}.{'b' * 40}.x75ec7511bf"
    assert task_id([*long[:2], "c" * 18]) == ".".join([*long[:2], "c" * 18])


# ---------------------------------------------------------------- mistakes


def test_two_conditions_that_write_the_same_part(tmp_path: Path) -> None:
    """C305 at the call that meets most others; once for all their tasks."""
    text = specs(
        COLORS + "  dress:\n    gala: {init: [dress: red]}\n",
        suite("s", "cross: [color, dress]"),
    )
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, where(problem)) == ("C305", "specs/0.yaml:7:19")
    assert problem.message == (
        "dress 'gala' and color 'red' (and 1 more) both set 'color'"
    )
    assert [(r.message, r.place.line) for r in problem.related] == [
        ("set here too", 4),
        ("set here too", 5),
    ]


def test_an_init_overwritten_in_the_suite_or_in_one_body(tmp_path: Path) -> None:
    """C305 too: nothing that was written is silently without effect."""
    text = specs(
        "  a:\n    x: {init: [color: red, color: blue]}\n",
        suite("s", "cross: [a]") + suite("t", "cross: [b]"),
    ).replace("conditions:\n", "conditions:\n  b:\n    y: {init: [topic: milk]}\n")
    problems = compiled(tmp_path, text).problems
    assert [(p.code, where(p)) for p in problems] == [
        ("C305", "specs/0.yaml:4:16"),
        ("C305", "specs/0.yaml:6:28"),
    ]
    assert [problem.message for problem in problems] == [
        "b 'y' and its suite both set 'topic'",
        "a 'x' sets 'color' twice",
    ]


def test_conditions_that_never_meet_may_write_the_same(tmp_path: Path) -> None:
    """What rules keep apart is no conflict."""
    conditions = COLORS + "  dress:\n    gala: {init: [dress: red]}\n"
    keys = (
        "cross: [color?, dress?]\nat_least_one_of: [color, dress]\n"
        "exclude: [{dress: gala, color: [red, green]}]"
    )
    assert ids(compiled(tmp_path, specs(conditions, suite("s", keys)))) == [
        "red",
        "green",
        "gala",
    ]


def test_the_same_task_twice(tmp_path: Path) -> None:
    """C307 at the condition that makes no difference, with the other one."""
    text = specs(
        "  a:\n    x: {init: [color: red]}\n    y: {init: [color: red]}\n" + SHAPES,
        suite("s", "cross: [a, shape]"),
    )
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message) == (
        "C307",
        "two tasks are the same task: s:x.round and s:y.round",
    )
    assert where(problem) == "specs/0.yaml:5:5"
    assert (problem.related[0].place.line, problem.task) == (4, "s:y.round")


def test_two_tasks_with_one_id(tmp_path: Path) -> None:
    """C308: optional facets with a common name can't be told apart."""
    text = specs(
        "  a:\n    on: {init: [color: red]}\n  b:\n    on: {init: [shape: flat]}\n",
        suite("s", "cross: [a?, b?]\nat_least_one_of: [a, b]"),
    )
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message) == (
        "C308",
        "two tasks have the id 'on': s:on and s:on",
    )


def test_a_case_listed_twice_is_the_same_id(tmp_path: Path) -> None:
    """C308 at the suite."""
    text = specs(COLORS, suite("s", "cases: [{color: red}, {color: red}]"))
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, where(problem)) == ("C308", "specs/0.yaml:7:3")


def test_a_task_that_asserts_and_scores_nothing(tmp_path: Path) -> None:
    """C309: it would always pass."""
    text = specs(COLORS, suite("s", "cross: [color]")).replace(
        "    assert: [unsaid: no]\n", ""
    )
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message) == (
        "C309",
        "s:red asserts nothing and scores nothing",
    )
    assert problem.help == "add `assert` or `score` to the suite"


def test_a_product_that_is_too_large(tmp_path: Path) -> None:
    """C310 with the number, before anything is multiplied."""
    facets = [f"f{index}" for index in range(7)]
    conditions = "".join(facet(name, 9, "color") for name in facets)
    keys = f"cross: [{', '.join(facets)}]"
    problem = only_problem(compiled(tmp_path, specs(conditions, suite("s", keys))))
    assert (problem.code, problem.message) == (
        "C310",
        "the suite crosses to 4,782,969 combinations, more than 1,000,000",
    )
    assert where(problem) == "specs/0.yaml:79:12"


def test_a_facet_in_cases_and_rotated(tmp_path: Path) -> None:
    """C311 at `rotate`, with the case."""
    text = specs(COLORS, suite("s", "cases: [{color: red}]\nrotate: [color]"))
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, where(problem)) == ("C311", "specs/0.yaml:13:14")
    assert problem.related[0].place.line == 12


def test_a_facet_crossed_twice(tmp_path: Path) -> None:
    """The grammar sees it already (N216), also with and without `?`."""
    text = specs(COLORS, suite("s", "cross: [color, color?]"))
    result = compiled(tmp_path, text)
    assert result.problems[0].code == "N216"


@pytest.mark.parametrize(
    ("rule", "at"),
    [
        ("exclude: [{color: red}, {color: green, shape: round}]", "16:29"),
        ("only: [{color: red}, {shape: round, color: green}]", "16:26"),
    ],
)
def test_a_rule_that_matches_nothing(rule: str, at: str, tmp_path: Path) -> None:
    """C302 at the rule."""
    keys = f"cases: [{{color: red, shape: flat}}, {{color: green}}]\n{rule}"
    text = specs(COLORS + SHAPES, suite("s", keys))
    problem = next(
        p for p in compiled(tmp_path, text).problems if p.severity == "error"
    )
    assert problem.code == "C302"
    assert problem.message == (
        f"this {rule.split(':')[0]!r} rule matches no combination of the suite"
    )
    assert where(problem) == f"specs/0.yaml:{at}"


def test_rules_that_leave_no_task(tmp_path: Path) -> None:
    """C303 names every rule and how many combinations it takes out."""
    keys = (
        "cross: [color, shape]\nexclude: [{color: red}, {shape: [round]}]\n"
        "only: [{shape: round}]"
    )
    text = specs(COLORS + SHAPES, suite("s", keys))
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message) == (
        "C303",
        "the rules of suite 's' leave no task: all 4 combinations are taken out",
    )
    assert [(r.message, r.place.line) for r in problem.related] == [
        ("`exclude 1` takes out 2", 16),
        ("`exclude 2` takes out 1", 16),
        ("`only` takes out 1", 17),
    ]


def test_requires_that_contradicts_excludes(tmp_path: Path) -> None:
    """C304 with both places, even if no suite has the condition."""
    conditions = COLORS + (
        "  b:\n    x:\n      init: [shape: x]\n      requires: {color: red}\n"
        "      excludes: {color: [red, green]}\n"
    )
    for keys in ("cross: [b, color]", "cross: [color]"):
        problem = only_problem(compiled(tmp_path, specs(conditions, suite("s", keys))))
        assert (problem.code, problem.message) == (
            "C304",
            "b 'x' requires and excludes color red",
        )
        assert where(problem) == "specs/0.yaml:9:25"
        assert problem.related[0].place.line == 10


@pytest.mark.parametrize(
    ("keys", "code", "message", "at", "help"),
    [
        (
            "cross: [colour]",
            "N230",
            "no condition has the facet 'colour'",
            "12:13",
            "did you mean 'color'?",
        ),
        (
            "cross: [color]\nrotate: [zzz]",
            "N230",
            "no condition has the facet 'zzz'",
            "13:14",
            "facets: color, shape",
        ),
        (
            "cross: [color]\nrotate: [user]",
            "N230",
            "no condition has the facet 'user'",
            "13:14",
            "write people under `personas:`; they are this facet",
        ),
        (
            "cross: [color]\nat_least_one_of: [color, shape]",
            "N231",
            "the suite neither crosses nor rotates 'shape'",
            "13:30",
            "its facets: color",
        ),
        (
            "cross: [color]\nexclude: [{shape: flat}]",
            "N231",
            "the suite neither crosses nor rotates 'shape'",
            "13:16",
            "its facets: color",
        ),
        (
            "cross: [color]\nsample: {take: 1, per: [colr]}",
            "N231",
            "the suite neither crosses nor rotates 'colr'",
            "13:29",
            "did you mean 'color'?",
        ),
        (
            "cross: [color]\nonly: [{color: [red, gren]}]",
            "N232",
            "the facet 'color' has no condition 'gren'",
            "13:26",
            "did you mean 'green'?",
        ),
        (
            "cases: [{color: rde}]",
            "N232",
            "the facet 'color' has no condition 'rde'",
            "12:21",
            "did you mean 'red'?",
        ),
        (
            "cross: [color]\nscore: {maners: 0.5}",
            "N233",
            "the world 'toy' has no score part 'maners'",
            "13:13",
            "did you mean 'manners'?",
        ),
        (
            "cross: [color]\nscore: {taste: 0.5}",
            "N234",
            "the score part 'taste' is decided by a judge",
            "13:20",
            "write `{rubrics: [names], bar: 0.75}`",
        ),
        (
            "cross: [color]\nscore: {taste: {rubrics: [fine], bar: 0.5}}",
            "N235",
            "there is no rubric 'fine'",
            "13:31",
            None,
        ),
    ],
)
def test_names_in_suites_that_nothing_has(
    keys: str, code: str, message: str, at: str, help: str | None, tmp_path: Path
) -> None:
    """One error at the very name, with the nearest one."""
    text = specs(COLORS + SHAPES, suite("s", keys))
    line, column = at.split(":")
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message, problem.help) == (code, message, help)
    assert where(problem) == f"specs/0.yaml:{int(line) + 3}:{column}"


def test_names_in_conditions_are_checked_without_any_suite(tmp_path: Path) -> None:
    """A typo in `requires` or `excludes` never goes unnoticed."""
    conditions = COLORS + (
        "  b:\n    x: {init: [shape: x], requires: {colr: red}, "
        "excludes: {color: [red, blu]}}\n"
    )
    text = specs(conditions, suite("s", "cross: [color]"))
    problems = compiled(tmp_path, text).problems
    assert [(p.code, where(p), p.help) for p in problems] == [
        ("N230", "specs/0.yaml:7:38", "did you mean 'color'?"),
        ("N232", "specs/0.yaml:7:74", "it has red, green"),
    ]


def test_a_condition_that_requires_a_facet_the_suite_lacks(tmp_path: Path) -> None:
    """N231 at the condition: in this suite it could never be met."""
    conditions = COLORS + "  b:\n    x: {init: [shape: x], requires: {color: red}}\n"
    problem = only_problem(
        compiled(tmp_path, specs(conditions, suite("s", "cross: [b]")))
    )
    assert (problem.code, where(problem)) == ("N231", "specs/0.yaml:7:38")


def test_faults_in_a_suite_do_not_hide_each_other(tmp_path: Path) -> None:
    """An unknown facet and an unknown function of one suite come in one run."""
    keys = "cross: [colour]"
    text = specs(COLORS, suite("s", keys)).replace("topic: tea", "topik: tea")
    problems = compiled(tmp_path, text).problems
    assert [(p.code, where(p)) for p in problems] == [
        ("N201", "specs/0.yaml:11:12"),
        ("N230", "specs/0.yaml:12:13"),
    ]


def test_a_fault_in_a_condition_of_three_suites_is_one_problem(tmp_path: Path) -> None:
    """It is counted once, as it is printed once."""
    text = specs(
        "  color:\n    red: {init: [colr: red]}\n",
        "".join(suite(name, "cross: [color]") for name in "abc"),
    )
    result = compiled(tmp_path, text)
    assert (only_problem(result).code, result.errors) == ("N201", 1)


@pytest.mark.parametrize(
    "text",
    [
        specs(COLORS, suite("s", "cross: [color]")).replace("conditions", "conditons"),
        specs(COLORS, suite("s", "cross: [color]")).replace(
            "source: a guess", "sauce: a guess"
        ),
        specs(COLORS, suite("s", "cross: [color]")).replace(
            "red: {init: [{color: red}]}", "red: {innit: [{color: red}]}"
        ),
        "conditions: [red]\nsuites:\n" + suite("s", "cross: [color]"),
        specs(
            COLORS,
            suite("s", "cross: [color]\nscore: {taste: {rubrics: [fine], bar: 0.5}}"),
            "rubrics:\n  fine: {on: sound}\n",
        ),
    ],
    ids=["top-level key", "assumption", "condition", "no mapping", "rubric"],
)
def test_a_body_that_is_lost_is_not_called_unknown(text: str, tmp_path: Path) -> None:
    """The fault is reported, and nothing that only follows from it."""
    result = compiled(tmp_path, text)
    assert {p.code for p in result.problems} <= {"N202", "N206", "N207"}
    assert result.errors >= 1


# ---------------------------------------------------------------- worlds


def test_absent_tasks_are_an_error_of_the_proof_or_left_out(tmp_path: Path) -> None:
    """With `absent: skip` the suite goes without them, and says why."""
    shelves = "  at:\n" + "".join(
        f"    at-{n}: {{init: [shelf: {n}]}}\n" for n in (1, 3, 4)
    )
    text = specs(shelves, suite("s", "cross: [at]\nabsent: skip"))
    result = compiled(tmp_path, text)
    assert ids(result) == ["at-1", "at-3"]
    assert [(d.task.id, why) for d, why in result.compositions["s"].absent] == [
        ("at-4", "there are 3 shelves, not 4")
    ]


def test_a_suite_whose_tasks_are_all_absent(tmp_path: Path) -> None:
    """C312 with the reason."""
    text = specs(
        "  at:\n    far: {init: [shelf: 9]}\n",
        suite("s", "cross: [at]\nabsent: skip"),
    )
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message) == (
        "C312",
        "no task of 's' is left: there are 3 shelves, not 9",
    )


def test_a_data_file_that_is_missing(tmp_path: Path) -> None:
    """V411 at the argument; one that is there is part of the task's hash."""
    good = "  a:\n    x: {init: [parcel: box]}\n"
    [draft] = drafts(compiled(tmp_path, specs(good, suite("s", "cross: [a]"))))
    assert draft.task.data == {"box": "ab" * 32}
    text = specs(good.replace("box", "lost"), suite("s", "cross: [a]"))
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message) == (
        "V411",
        "`parcel`: there is no parcel 'lost'",
    )
    assert where(problem) == "specs/0.yaml:4:24"


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        (
            "world: toy",
            "world: tory",
            "N236",
            "there is no world 'tory'",
        ),
        (
            "patience:",
            "patienze:",
            "N238",
            "the world 'toy' needs the assumption 'patience'",
        ),
        (
            "value: 1",
            "value: 0",
            "N239",
            "assumption 'patience': 0 is no patience",
        ),
    ],
)
def test_a_world_that_is_missing_or_lacks_what_it_rests_on(
    old: str, new: str, code: str, message: str, tmp_path: Path
) -> None:
    """One error; the suite is not composed."""
    text = specs(COLORS, suite("s", "cross: [color]")).replace(old, new)
    problem = only_problem(compiled(tmp_path, text))
    assert (problem.code, problem.message) == (code, message)


def test_what_nothing_uses_is_a_warning(tmp_path: Path) -> None:
    """A condition, a rubric and an assumption, each with the reason."""
    more = (
        "rubrics:\n  fine: {on: sound, sees: [action], ask: Is it?, pass_when: It is., "
        "fail_when: It isn't.}\n"
    )
    text = specs(
        COLORS + SHAPES, suite("s", "cross: [color]\nonly: [{color: red}]"), more
    ).replace(
        "assumptions: {",
        "assumptions: {spare: {value: 2, basis: assumed, source: none}, ",
    )
    result = compiled(tmp_path, text)
    assert {(p.code, p.severity, p.message) for p in result.problems} == {
        (
            "C320",
            "warning",
            "shape 'round' is in no task: no suite crosses or rotates 'shape'",
        ),
        (
            "C320",
            "warning",
            "shape 'flat' is in no task: no suite crosses or rotates 'shape'",
        ),
        (
            "C320",
            "warning",
            "color 'green' is in no task: its suites' rules leave it out everywhere",
        ),
        ("C321", "warning", "no suite scores by the rubric 'fine'"),
        ("C322", "warning", "no world rests on the assumption 'spare'"),
    }


# ---------------------------------------------------------------- what edits move

BASE = {
    "color": ["red", "green", "blue"],
    "shape": ["round", "flat"],
    "who": ["ann", "bob", "cay"],
}
CALLS = {"color": "color", "shape": "shape", "who": "mark", "spare": "mark"}
SUITES = suite("s", "cross: [color, shape]\nrotate: [who]")


def keep(folder: Path, *texts: str) -> dict[str, str]:
    """Compile and lock; give the hash of every task of the suite, by id."""
    result = compiled(folder, *texts)
    (folder / "specs" / LOCK).write_text(lock_text(result.compositions, result.specs))
    return {draft.task.id: draft.task.hash for draft in drafts(result)}


def hashes(folder: Path, *texts: str, share: bool = False) -> dict[str, str]:
    """Compile; give the hash of every task of the suite, by id."""
    result = compiled(folder, *texts, share=share)
    return {draft.task.id: draft.task.hash for draft in drafts(result)}


def written(members: dict[str, list[str]]) -> str:
    """Give a file of facets and the suite."""
    lines = "".join(facet(name, each, CALLS[name]) for name, each in members.items())
    return specs(lines, SUITES)


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(st.sampled_from(["color", "shape"]), st.integers(0, 3))))
def test_with_a_lock_a_condition_added_anywhere_changes_no_task(
    tmp_path: Path, added: list[tuple[str, int]]
) -> None:
    """In the middle of the listing too, and several at once: ids and hashes stay."""
    before = keep(tmp_path, written(BASE))
    members = {name: list(each) for name, each in BASE.items()}
    for index, (name, place) in enumerate(added[:4]):
        members[name].insert(place, f"new{index}")
    after = hashes(tmp_path, written(members))
    assert before.items() <= after.items()
    assert len(after) == len(members["color"]) * len(members["shape"])


RUBRIC = (
    "rubrics:\n  fine: {on: sound, sees: [action], ask: Is it?, pass_when: It is., "
    "fail_when: It isn't.}\n"
)


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("0-first", "conditions:\n" + facet("spare", 2, "mark")),
        ("z-last", "conditions:\n" + facet("spare", 2, "mark")),
        ("0-first", "personas:\n  ann: {init: [mark: ann]}\n"),
        ("0-first", "assumptions: {a: {value: 2, basis: assumed, source: a guess}}\n"),
        ("0-first", RUBRIC),
        ("0-first", "suites:\n" + suite("a", "cross: [shape]")),
        ("0-first", ""),
    ],
    ids=[
        "condition",
        "condition last",
        "persona",
        "assumption",
        "rubric",
        "suite",
        "file",
    ],
)
def test_what_a_suite_does_not_use_changes_nothing_in_it(
    name: str, more: str, tmp_path: Path
) -> None:
    """Ids and hashes are the same without any lock."""
    before = hashes(tmp_path, written(BASE))
    (tmp_path / "specs" / f"{name}.yaml").write_text(more)
    assert hashes(tmp_path, written(BASE)) == before


@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_name_added_to_a_dealt_facet_takes_its_share_when_asked(
    place: int, tmp_path: Path
) -> None:
    """With a lock nothing moves; with `share` one task in four does."""
    members = {"color": [*"abcd"], "shape": ["round", "flat"], "who": [*"xyz"]}
    before = keep(tmp_path, written(members))
    members["who"].insert(place, "new")
    assert hashes(tmp_path, written(members)) == before
    after = hashes(tmp_path, written(members), share=True)
    moved = [task for task in after if task not in before]
    assert len(after) == len(before) == 8
    assert [task.split(".")[2] for task in moved] == ["new", "new"]
    assert all(after[task] == before[task] for task in after if task in before)


def test_a_dealt_name_that_is_gone_moves_only_its_tasks(tmp_path: Path) -> None:
    """The others keep what the lock says."""
    before = keep(tmp_path, written(BASE))
    after = hashes(tmp_path, written({**BASE, "who": ["ann", "cay"]}))
    assert {task for task in before if not task.endswith(".bob")} <= set(after)
    assert len(after) == len(before)


def test_comments_and_the_order_of_keys_change_no_row(tmp_path: Path) -> None:
    """What is written elsewhere is not another task."""
    conditions = (
        "  a:\n    x:\n      init: [{color: red}, {size: 3}]\n      tags: [t]\n"
    )
    other = (
        "  a:\n    # About this.\n    x:\n      tags: [t]   # so\n"
        "      init:\n        - color: red\n        - size:\n            value: 3\n"
    )
    keys = "cross: [a]\nscore: {manners: 0.5}"
    swapped = "score: {manners: 0.50}\n# so\ncross: [a]"
    first = drafts(compiled(tmp_path, specs(conditions, suite("s", keys))))
    second = drafts(compiled(tmp_path, specs(other, suite("s", swapped))))
    assert [draft.row for draft in first] == [draft.row for draft in second]


def test_a_hash_has_parts_that_say_what_changed(tmp_path: Path) -> None:
    """The world's code, its assumptions, and the spec, each on its own."""
    text = specs(COLORS, suite("s", "cross: [color]"))

    def parts(text: str, world: Toy) -> dict[str, str]:
        return dict(drafts(compiled(tmp_path, text, world=world))[0].hashes)

    base = parts(text, Toy())
    cases = {
        "code": parts(text, Toy(code="f" * 64)),
        "world": parts(text.replace("value: 1", "value: 2"), Toy()),
        "spec": parts(text.replace("unsaid: no", "unsaid: yes"), Toy()),
    }
    for changed, now in cases.items():
        different = {key for key in base if base[key] != now[key]}
        assert different == {"hash", changed}


NIGHT_EDITS = {
    "start first": ("conditions/start.yaml", "  start:\n", "start"),
    "start middle": ("conditions/start.yaml", '"08:34"]\n', "after"),
    "night first": ("conditions/night.yaml", "  night:\n", "night"),
    "place middle": ("conditions/place.yaml", "  place:\n", "place"),
    "theme unused": ("conditions/place.yaml", "conditions:\n", "facet"),
    "suite": ("suites/week5.yaml", "suites:\n", "suite"),
    "rubric": ("rubrics/night.yaml", "rubrics:\n", "rubric"),
    "assumption": ("assumptions.yaml", "assumptions:\n", "assumption"),
}
ADDED = {
    "start": '    new: {init: [jump_to: "10:00"]}\n',
    "after": (
        "      expect: [replay_begins: {stage: deep, minutes: 10}]\n"
        '    new: {init: [jump_to: "10:00"]}\n'
        '    other:\n      init: [jump_to: "08:35"]\n'
    ),
    "night": "    new: {init: [raise_heart_rate: {bpm: 1}, ask_for: wish]}\n",
    "place": '    new: {init: [jump_to: "10:00"]}\n',
    "facet": "  spare: {new: {init: [band: ring]}}\n",
    "suite": (
        "  new: {world: night, cross: [theme], seeds: {dev: 1}, init: [recording: "
        "seed-night-synthetic, after_waking: end], assert: [still_asleep]}\n"
    ),
    "rubric": RUBRIC.partition("\n")[2],
    "assumption": "  new: {value: 2, basis: assumed, source: a guess}\n",
}


@pytest.fixture(scope="module")
def shipped() -> dict[str, str]:
    """Give the hash of every shipped task."""
    result = compile_specs([str(ROOT / "specs")], WORLDS)
    return {
        draft.task.key: draft.task.hash
        for c in result.compositions.values()
        for draft in c.drafts
    }


@pytest.mark.parametrize("edit", NIGHT_EDITS)
def test_additions_to_the_shipped_specs_change_no_task_of_theirs(
    edit: str, shipped: dict[str, str], tmp_path: Path
) -> None:
    """With the lock that is shipped with them."""
    copytree(ROOT / "specs", tmp_path / "specs")
    name, after, what = NIGHT_EDITS[edit]
    path = tmp_path / "specs" / name
    text = path.read_text()
    assert after in text
    path.write_text(text.replace(after, after + ADDED[what], 1))
    result = compile_specs(["specs"], WORLDS)
    assert not result.errors, result.problems
    now = {task.key: task.hash for task in result.tasks}
    assert shipped.items() <= now.items()


def test_a_person_added_to_the_shipped_specs_moves_one_task_in_seven_if_asked(
    shipped: dict[str, str], tmp_path: Path
) -> None:
    """At the front of the list; all other tasks stay. Not asked for, all do."""
    copytree(ROOT / "specs", tmp_path / "specs")
    path = tmp_path / "specs" / "personas" / "users.yaml"
    new = "  new:\n    init: [{wish: {theme: tea, own_words: [tea]}}, {mood: calm}]\n"
    path.write_text(path.read_text().replace("personas:\n", f"personas:\n{new}"))
    for name in ("week5", "real"):
        nights = Path("specs", "suites", f"{name}.yaml")
        nights.write_text(nights.read_text().replace("grief]", "grief, new]"))
    as_is = compile_specs(["specs"], WORLDS)
    assert {task.key: task.hash for task in as_is.tasks} == shipped
    assert [(p.code, p.message) for p in as_is.problems] == [
        ("C320", "user 'new' is in no task: the lock keeps others in all")
    ]
    shared = compile_specs(["specs"], WORLDS, share=True)
    now = {task.key: task.hash for task in shared.tasks}
    moved = Counter(key.partition(":")[0] for key in now if key not in shipped)
    assert moved == {"week5-night": 28 // 7, "real-night": 9}
    assert all(now[key] == shipped[key] for key in now if key in shipped)


def test_a_condition_may_overrule_that_doing_nothing_passes(tmp_path: Path) -> None:
    """`do_nothing: fails`, written out, wins; left out it says nothing."""
    colors = (
        "  color:\n"
        "    red: {do_nothing: passes, init: [color: red]}\n"
        "    green: {init: [color: green]}\n"
    )
    sizes = (
        "  size:\n"
        "    small: {init: [size: 1]}\n"
        "    big: {do_nothing: fails, init: [size: 2]}\n"
    )
    text = specs(colors + sizes, suite("s", "cross: [color, size]"))
    found = drafts(compiled(tmp_path, text))
    assert {draft.task.id: draft.task.do_nothing for draft in found} == {
        "red.small": "passes",
        "red.big": "fails",
        "green.small": "fails",
        "green.big": "fails",
    }
