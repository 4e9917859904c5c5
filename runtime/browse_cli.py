"""The verbs that look at specs: `list`, `show` and `explain`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import click

from paprika.runtime.compile_cli import (
    Environment,
    compile_paths,
    report,
    set_option,
)

if TYPE_CHECKING:
    from paprika.compiler.compile import Result
    from paprika.compiler.compose import Composition, Draft, Resolved
    from paprika.compiler.problems import Place

KINDS = (
    "tasks",
    "suites",
    "conditions",
    "personas",
    "rubrics",
    "assumptions",
    "functions",
)
specs_option = click.option(
    "--specs",
    "paths",
    multiple=True,
    type=click.Path(),
    help="YAML files or folders; specs/ by default.",
)
json_option = click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text"
)


@click.command("list")
@click.argument("select", nargs=-1)
@click.option("--kind", type=click.Choice(KINDS), default="tasks", show_default=True)
@click.option("--dropped", is_flag=True, help="Count what rules take out instead.")
@specs_option
@set_option
@json_option
def list_command(
    select: tuple[str, ...],
    kind: str,
    dropped: bool,
    paths: tuple[str, ...],
    settings: tuple[str, ...],
    output_format: str,
) -> None:
    """List tasks, conditions, functions and the rest.

    SELECT narrows tasks: SUITE, SUITE:GLOB, facet=name[,name] or tag=name. What is
    named one after the other is added up; inside quotes, `night=calm user=grief`
    means both. Other kinds are narrowed by globs over their names.
    """
    result = _compiled(paths, settings)
    if dropped:
        rows = _narrowed(list(_dropped(result)), select, "suite")
    elif kind == "tasks":
        rows = [
            {
                "task": draft.task.key,
                "seeds": sum(map(len, draft.task.seeds.values())),
                "do_nothing": draft.task.do_nothing,
            }
            for draft in selected(result, select)
        ]
    else:
        rows = _narrowed(list(_of_kind(result, kind)), select)
    if output_format == "json":
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        for row in rows:
            click.echo("  ".join(str(value) for value in row.values() if value != ""))


@click.command("show")
@click.argument("task")
@specs_option
@set_option
def show_command(task: str, paths: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """Show one compiled task as JSON.

    TASK is SUITE:ID, or an ID that only one suite has.
    """
    result = _compiled(paths, settings)
    draft = _draft(result, task)
    click.echo(json.dumps(json.loads(draft.row), indent=2, ensure_ascii=False))


@click.command("explain")
@click.argument("task")
@specs_option
@set_option
def explain_command(
    task: str, paths: tuple[str, ...], settings: tuple[str, ...]
) -> None:
    """Say why a task is in or out, and who contributed what.

    TASK is SUITE:ID, or an ID that only one suite has. For a combination that a rule
    takes out, name its conditions joined by dots.
    """
    result = _compiled(paths, settings)
    drafts, out = _found(result, task)
    if drafts:
        click.echo("\n".join(_explain(result, _only(drafts, task))))
    elif out:
        click.echo("\n".join(out))
    else:
        raise Environment(_no_task(result, task))


# ---------------------------------------------------------------- finding


def _compiled(paths: Sequence[str], settings: Sequence[str]) -> Result:
    """Compile without the proof; specs with errors are shown and exit 1."""
    result = compile_paths(paths, settings, prove=False, cache=False)
    if result.errors:
        report(result.problems, result, "full")
        raise click.exceptions.Exit(1)
    return result


def selected(result: Result, select: Sequence[str]) -> list[Draft]:
    """Give the drafts that a selection names, in order; all if it is empty.

    Raises Environment (exit 2) for a part of it that matches nothing.
    """
    drafts = [d for c in result.compositions.values() for d in c.drafts]
    if not select:
        return drafts
    kept: set[int] = set()
    for part in select:
        found = [
            index
            for index, draft in enumerate(drafts)
            if part.strip() and all(_matches(draft, word) for word in part.split())
        ]
        if not found:
            raise Environment(f"{part!r} matches no task{_near(result, part)}")
        kept.update(found)
    return [draft for index, draft in enumerate(drafts) if index in kept]


def _matches(draft: Draft, word: str) -> bool:
    task = draft.task
    key, equals, names = word.partition("=")
    if equals and key == "tag":
        tags = {tag for facet in task.conditions for tag in draft.condition(facet).tags}
        return bool(tags & set(names.split(",")))
    if equals:
        return task.conditions.get(key) in names.split(",")
    suite, colon, pattern = word.partition(":")
    if not colon:
        return fnmatchcase(task.suite, word) or fnmatchcase(task.id, word)
    return fnmatchcase(task.suite, suite) and fnmatchcase(task.id, pattern)


def _near(result: Result, word: str) -> str:
    from paprika.compiler.problems import closest

    key, equals, name = (word.split() or [""])[0].partition("=")
    if equals:
        conditions = result.specs.conditions
        known: Iterable[str] = conditions.get(key, ()) if key in conditions else ()
        hint = closest(name, known) if known else closest(key, conditions)
    else:
        hint = closest(word, [task.key for task in result.tasks]) or closest(
            word, result.compositions
        )
    return f": {hint}" if hint else ""


def _found(result: Result, task: str) -> tuple[list[Draft], list[str]]:
    """Find a task among those that are in; else say how it is out."""
    suite, _, name = task.rpartition(":")
    drafts = []
    out: list[str] = []
    for of, composition in result.compositions.items():
        if suite and of != suite:
            continue
        drafts += [draft for draft in composition.drafts if draft.task.id == name]
        out += _why_out(composition, name, len(result.specs.suites[of].rotate))
    return drafts, out


def _why_out(composition: Composition, name: str, rotated: int) -> list[str]:
    from paprika.compiler.deal import task_id

    label = f"{composition.suite}:{name} is out: "
    lines = [
        f"{label}{reason}"
        for draft, reason in composition.absent
        if _is_of(name, draft.task.id, rotated) or _is_of(draft.task.id, name, rotated)
    ]
    lines += [
        f"{label}the sample leaves it out ({_at(draft.suite.place('sample'))})"
        for draft in composition.sampled_out
        if draft.task.id == name
    ]
    lines += [
        f"{label}the rule `{rule.name}` takes it out ({_at(rule.place)})"
        for at, rule in composition.dropped
        if _is_of(name, task_id(at.values()), rotated)
    ]
    return lines


def _is_of(name: str, crossed: str, rotated: int) -> bool:
    """Tell whether a name is that of a combination, with or without dealt names."""
    if name == crossed:
        return True
    dots = crossed.count(".") + rotated
    return name.startswith(f"{crossed}.") and name.count(".") == dots


def _only(drafts: list[Draft], task: str) -> Draft:
    if len(drafts) > 1:
        keys = ", ".join(draft.task.key for draft in drafts)
        raise Environment(f"{task!r} is in several suites: name one of {keys}")
    return drafts[0]


def _draft(result: Result, task: str) -> Draft:
    drafts, out = _found(result, task)
    if not drafts:
        raise Environment(out[0] if out else _no_task(result, task))
    return _only(drafts, task)


def _no_task(result: Result, task: str) -> str:
    from difflib import get_close_matches

    named = ":" in task
    known = [one.key if named else one.id for one in result.tasks]
    near = get_close_matches(task, dict.fromkeys(known), n=3, cutoff=0.5)
    hint = f"; near it: {', '.join(near)}" if near else ""
    return f"there is no task {task!r}{hint}"


# ---------------------------------------------------------------- telling


def _explain(result: Result, draft: Draft) -> Iterator[str]:
    task = draft.task
    yield f"{task.key} is in, with {sum(map(len, task.seeds.values()))} seeds"
    yield f"  hash {task.hash} ({', '.join(f'{k} {v}' for k, v in _parts(draft))})"
    idle = "passes" if task.do_nothing == "passes" else "fails"
    why = ""
    if task.do_nothing == "passes":
        body = draft.declares_idle()
        why = f", as {body.name} declares ({_at(body.place('do_nothing'))})"
    yield f"  doing nothing {idle}{why}"
    yield from _contribution("the suite", draft.parts[0], _at(draft.suite.place()))
    rotated = draft.suite.rotate
    for part, facet in zip(draft.parts[1:], task.conditions, strict=True):
        body = draft.condition(facet)
        how = "dealt by rotation" if facet in rotated else "crossed"
        label = f"{facet} {body.name} ({how})"
        yield from _contribution(label, part, _at(body.place()))
    absent = Counter(
        reason for _, reason in result.compositions[task.suite].absent
    ).most_common(1)
    if absent:
        yield f"  the suite leaves out what the night lacks, such as: {absent[0][0]}"


def _parts(draft: Draft) -> list[tuple[str, str]]:
    return [(key, value) for key, value in draft.hashes.items() if key != "hash"]


def _contribution(label: str, part: Resolved, where: str) -> Iterator[str]:
    yield f"  {label}  {where}"
    for slot, specs in part.specs.items():
        for spec, call in zip(specs, part.calls[slot], strict=True):
            arguments = {k: v for k, v in call.arguments.items() if v is not None}
            given = json.dumps(arguments, ensure_ascii=False) if arguments else ""
            yield f"    {slot:8} {call.name} {given}  {_at(spec.place())}"


def _at(place: Place) -> str:
    return f"{place.file}:{place.line}:{place.column}"


def _dropped(result: Result) -> Iterator[dict[str, Any]]:
    for name, composition in result.compositions.items():
        rules: dict[str, tuple[int, Place]] = {}
        for _, rule in composition.dropped:
            count, _ = rules.get(rule.name, (0, rule.place))
            rules[rule.name] = (count + 1, rule.place)
        for rule_name, (count, place) in rules.items():
            yield {
                "suite": name,
                "count": count,
                "by": f"rule {rule_name}",
                "where": _at(place),
            }
        for reason, count in Counter(why for _, why in composition.absent).items():
            yield {"suite": name, "count": count, "by": reason, "where": ""}
        if composition.sampled_out:
            count = len(composition.sampled_out)
            yield {"suite": name, "count": count, "by": "not sampled", "where": ""}


def _of_kind(result: Result, kind: str) -> Iterator[dict[str, Any]]:
    specs = result.specs
    if kind == "functions":
        from paprika.runtime.worlds import WORLDS

        for world in WORLDS.values():
            for (of, name), function in sorted(world.vocabulary.functions.items()):
                arguments = ", ".join(
                    argument if info.is_required() else f"{argument}={info.default!r}"
                    for argument, info in function.arguments.model_fields.items()
                )
                yield {
                    "name": name,
                    "kind": f"({of} of {world.name})",
                    "arguments": f"({arguments})",
                    "about": function.about,
                }
        return
    if kind == "conditions":
        for facet, conditions in specs.conditions.items():
            for name, body in conditions.items():
                yield {
                    "name": name,
                    "facet": facet,
                    "where": _at(body.place()),
                    "about": body.about or "",
                }
        return
    for name, other in getattr(specs, kind).items():
        about = other.about or ""
        yield {"name": name, "where": _at(other.place()), "about": about}


def _narrowed(
    rows: list[dict[str, Any]], select: Sequence[str], key: str = "name"
) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for pattern in select or ["*"]:
        found = [row for row in rows if fnmatchcase(row[key], pattern)]
        if not found and select:
            from paprika.compiler.problems import closest

            hint = closest(pattern, [row[key] for row in rows])
            raise Environment(
                f"{pattern!r} matches nothing{f': {hint}' if hint else ''}"
            )
        kept += [row for row in found if row not in kept]
    return kept
