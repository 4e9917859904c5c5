"""Ways to break the shipped specs: each gives one finding, at the slip, with help.

Read the table as the messages a newcomer meets. Every breakage goes through the real
command: it ends with 1 (with 0 where all is but a warning), and the build of before
is left as it was, to the byte.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from .cli_runs import Edit, content, copied, paprika

NIGHT = "conditions/night.yaml"
PLACE = "conditions/place.yaml"
START = "conditions/start.yaml"
THEME = "conditions/theme.yaml"
USERS = "personas/users.yaml"
ASSUMPTIONS = "assumptions.yaml"
REAL = "suites/real.yaml"
WEEK4 = "suites/week4.yaml"
WEEK5 = "suites/week5.yaml"


class Breakage(NamedTuple):
    """What is done to the specs, and the one finding that it gives."""

    name: str
    edits: list[Edit]
    said: str


PLAIN = (
    Breakage(
        "a key with a typo",
        [
            (
                NIGHT,
                ("      do_nothing: passes\n      init:\n        - lie_awake"),
                ("      do_nothign: passes\n      init:\n        - lie_awake"),
            )
        ],
        (
            "specs/conditions/night.yaml:12:7: error[N202] unknown key "
            "'do_nothign' in condition 'restless' (did you mean 'do_nothing'?)"
        ),
    ),
    Breakage(
        "a top-level key with a typo",
        [(NIGHT, "conditions:", "condition:")],
        (
            "specs/conditions/night.yaml:2:1: error[N202] unknown top-level "
            "key 'condition' (did you mean 'conditions'?)"
        ),
    ),
    Breakage(
        "an init function with a typo",
        [(NIGHT, "lie_awake:", "lie_awke:")],
        (
            "specs/conditions/night.yaml:14:11: error[N201] unknown init "
            "function 'lie_awke' (did you mean 'lie_awake'?)"
        ),
    ),
    Breakage(
        "a check with a typo",
        [(WEEK5, "still_asleep", "still_aslep")],
        (
            "specs/suites/week5.yaml:23:14: error[N201] unknown check "
            "'still_aslep' (did you mean 'still_asleep'?)"
        ),
    ),
    Breakage(
        "a planner with a typo",
        [
            (
                NIGHT,
                "soft_sound_in_rem: {content: neutral",
                "soft_sond_in_rem: {content: neutral",
            )
        ],
        (
            "specs/conditions/night.yaml:28:18: error[N201] unknown planner "
            "'soft_sond_in_rem' (did you mean 'soft_sound_in_rem'?)"
        ),
    ),
    Breakage(
        "a check under init",
        [(NIGHT, "init: [ask_for: wish]", "init: [ask_for: wish, still_asleep]")],
        (
            "specs/conditions/night.yaml:6:29: error[N201] 'still_asleep' is a "
            "check, not an init function (move it under `assert`)"
        ),
    ),
    Breakage(
        "an argument with a typo",
        [(NIGHT, "{bpm: 6}", "{bmp: 6}")],
        (
            "specs/conditions/night.yaml:15:30: error[N212] 'raise_heart_rate' "
            "has no argument 'bmp' (did you mean 'bpm'?)"
        ),
    ),
    Breakage(
        "a crossed facet with a typo",
        [(WEEK5, "cross: [start, night]", "cross: [start, nigth]")],
        (
            "specs/suites/week5.yaml:6:20: error[N230] no condition has the "
            "facet 'nigth' (did you mean 'night'?)"
        ),
    ),
    Breakage(
        "a rotated facet with a typo",
        [(WEEK4, "rotate: [theme]", "rotate: [themes]")],
        (
            "specs/suites/week4.yaml:8:14: error[N230] no condition has the "
            "facet 'themes' (did you mean 'theme'?)"
        ),
    ),
    Breakage(
        "a facet with a typo where it is defined",
        [(NIGHT, ("\n  night:"), ("\n  nihgt:"))],
        (
            "specs/suites/real.yaml:6:20: error[N230] no condition has the "
            "facet 'night' (did you mean 'nihgt'?)"
        ),
    ),
    Breakage(
        "a condition with a typo in a rule",
        [(WEEK4, "night: calm", "night: clam")],
        (
            "specs/suites/week4.yaml:7:19: error[N232] the facet 'night' has "
            "no condition 'clam' (did you mean 'calm'?)"
        ),
    ),
    Breakage(
        "a condition with a typo in a list",
        [(WEEK5, "rem_onset-0941", "rem_onset-0914")],
        (
            "specs/suites/week5.yaml:11:13: error[N232] the facet 'start' has "
            "no condition 'rem_onset-0914' (did you mean 'rem_onset-0941'?)"
        ),
    ),
    Breakage(
        "a facet with a typo in a rule",
        [(WEEK4, "only: [night: calm]", "only: [nigth: calm]")],
        (
            "specs/suites/week4.yaml:7:12: error[N231] the suite neither "
            "crosses nor rotates 'nigth' (did you mean 'night'?)"
        ),
    ),
    Breakage(
        "a facet with a typo in excludes",
        [(NIGHT, "    calm:\n", ("    calm:\n      excludes: {usr: grief}\n"))],
        (
            "specs/conditions/night.yaml:5:18: error[N230] no condition has "
            "the facet 'usr' (did you mean 'user'?)"
        ),
    ),
    Breakage(
        "a condition with a typo in requires",
        [(PLACE, "sleep_onset: {do", "sleep_onset: {requires: {night: calmm}, do")],
        (
            "specs/conditions/place.yaml:5:37: error[N232] the facet 'night' "
            "has no condition 'calmm' (did you mean 'calm'?)"
        ),
    ),
    Breakage(
        "a rubric with a typo",
        [(WEEK5, "[reason, fit, tone]", "[reason, fitt, tone]")],
        (
            "specs/suites/week5.yaml:24:55: error[N235] there is no rubric "
            "'fitt' (did you mean 'fit'?)"
        ),
    ),
    Breakage(
        "a world with a typo",
        [(WEEK5, "world: night", "world: nigth")],
        (
            "specs/suites/week5.yaml:5:12: error[N236] there is no world "
            "'nigth' (did you mean 'night'?)"
        ),
    ),
    Breakage(
        "a part of the score with a typo",
        [(WEEK5, "timing: 0.75", "timming: 0.75")],
        (
            "specs/suites/week5.yaml:24:13: error[N233] the world 'night' has "
            "no score part 'timming' (did you mean 'timing'?)"
        ),
    ),
    Breakage(
        "an assumption with a typo",
        [(ASSUMPTIONS, ("\n  wake_kind:"), ("\n  wake_kin:"))],
        (
            "specs/suites/real.yaml:5:12: error[N238] the world 'night' needs "
            "the assumption 'wake_kind' (did you mean 'wake_kin'?)"
        ),
    ),
    Breakage(
        "a choice with a typo",
        [(WEEK5, "after_waking: end", "after_waking: stop")],
        (
            "specs/suites/week5.yaml:22:23: error[N213] `mode` of "
            "'after_waking' must be 'resume', 'end' or 'lose_rem', not the "
            "text 'stop'"
        ),
    ),
    Breakage(
        "a text for a number",
        [(NIGHT, "lie_awake: {minutes: 5}", "lie_awake: {minutes: five}")],
        (
            "specs/conditions/night.yaml:14:32: error[N213] `minutes` of "
            "'lie_awake' must be a number, not the text 'five'"
        ),
    ),
    Breakage(
        "a number for a clock",
        [(START, 'jump_to: "05:48"', "jump_to: 548")],
        (
            "specs/conditions/start.yaml:8:23: error[N213] `clock` of "
            "'jump_to' must be text, not the number 548 (quote it if it is "
            "text)"
        ),
    ),
    Breakage(
        "a number out of range",
        [(NIGHT, "bpm: 6", "bpm: 600")],
        (
            "specs/conditions/night.yaml:15:35: error[N213] `bpm` of "
            "'raise_heart_rate' must be at most 60, not 600"
        ),
    ),
    Breakage(
        "a number that is not finite",
        [(NIGHT, "bpm: 6", "bpm: .inf")],
        (
            "specs/conditions/night.yaml:15:35: error[Y113] .inf is not a "
            "finite number (quote it if it is text)"
        ),
    ),
    Breakage(
        "a text for a list",
        [(WEEK5, "cross: [start, night]", "cross: start")],
        (
            "specs/suites/week5.yaml:6:12: error[N206] `cross` must be a list, "
            "not the text 'start' (write [start])"
        ),
    ),
    Breakage(
        "a list for a text",
        [(WEEK5, "world: night", "world: [night]")],
        (
            "specs/suites/week5.yaml:5:12: error[N206] `world` must be text, "
            "not a list (write a single one; to have several, cross or rotate "
            "a facet)"
        ),
    ),
    Breakage(
        "a mapping for a list of calls",
        [(NIGHT, "init: [ask_for: wish]", "init: {ask_for: wish}")],
        (
            "specs/conditions/night.yaml:6:13: error[N206] `init` must be a "
            "list, not a mapping (begin each item with `- `, or write them in "
            "[brackets])"
        ),
    ),
    Breakage(
        "a bar above one",
        [(WEEK5, "timing: 0.75", "timing: 75")],
        (
            "specs/suites/week5.yaml:24:21: error[N206] `timing` must be at "
            "most 1, not 75"
        ),
    ),
    Breakage(
        "a bar alone for a judge",
        [(WEEK5, "{rubrics: [reason, fit, tone], bar: 0.75}", "0.75")],
        (
            "specs/suites/week5.yaml:24:36: error[N234] the score part "
            "'quality' is decided by a judge (write `{rubrics: [names], bar: "
            "0.75}`)"
        ),
    ),
    Breakage(
        "do_nothing that is neither",
        [
            (
                NIGHT,
                ("do_nothing: passes\n      init:\n        - lie_awake"),
                ("do_nothing: maybe\n      init:\n        - lie_awake"),
            )
        ],
        (
            "specs/conditions/night.yaml:12:19: error[N206] `do_nothing` must "
            "be 'passes' or 'fails', not the text 'maybe'"
        ),
    ),
    Breakage(
        "a missing argument",
        [(NIGHT, "{times: 3, minutes: 2}", "{times: 3}")],
        (
            "specs/conditions/night.yaml:35:11: error[N211] 'wake_up' lacks "
            "the argument `minutes` (write `wake_up: {times: ..., minutes: "
            "...}`)"
        ),
    ),
    Breakage(
        "one value for two arguments",
        [(NIGHT, "wake_up: {times: 3, minutes: 2}", "wake_up: 3")],
        (
            "specs/conditions/night.yaml:35:20: error[N210] 'wake_up' has 2 "
            "required arguments, so the value needs a name (write `wake_up: "
            "{times: ..., minutes: ...}`)"
        ),
    ),
    Breakage(
        "a missing key",
        [(WEEK5, "    world: night\n", "")],
        (
            "specs/suites/week5.yaml:2:3: error[N207] suite 'week5-night' "
            "lacks `world` (write `world:` below it)"
        ),
    ),
    Breakage(
        "a key without a value",
        [(NIGHT, "init: [ask_for: wish]", "init:")],
        (
            "specs/conditions/night.yaml:6:7: error[N208] `init` has no value "
            "(write its value, or remove it)"
        ),
    ),
    Breakage(
        "a missing assumption",
        [
            (
                ASSUMPTIONS,
                (
                    "  wake_scale:\n"
                    "    value: 1\n"
                    "    unit: factor on every probability of waking\n"
                    "    basis: assumed\n"
                    "    source: >-\n"
                    "      Real rates may lie far from the table; results should be "
                    "read over the sweep.\n"
                    "    vary: {scale: [0.5, 1, 2, 4]}\n"
                ),
                "",
            )
        ],
        (
            "specs/suites/real.yaml:5:12: error[N238] the world 'night' needs "
            "the assumption 'wake_scale' (write it under `assumptions:` with "
            "value, basis and source)"
        ),
    ),
    Breakage(
        "an assumption without its basis",
        [
            (
                ASSUMPTIONS,
                ("by kind of sound\n    basis: assumed\n"),
                "by kind of sound\n",
            )
        ],
        (
            "specs/assumptions.yaml:25:3: error[N207] assumption 'wake_kind' "
            "lacks `basis` (write `basis:` below it)"
        ),
    ),
    Breakage(
        "an assumption out of range",
        [(ASSUMPTIONS, "most: 1.5", "most: 0.5")],
        (
            "specs/assumptions.yaml:33:47: error[N239] assumption "
            "'wake_repetition': most: must be a number from 1 on, not 0.5"
        ),
    ),
    Breakage(
        "a part of an assumption with a typo",
        [(ASSUMPTIONS, "lose_rem: 0.5", "lose_rm: 0.5")],
        (
            "specs/assumptions.yaml:52:5: error[N239] assumption "
            "'after_waking': lose_rem: is missing (is it 'lose_rm'?)"
        ),
    ),
    Breakage(
        "a name twice in one file",
        [(NIGHT, "    stressed:", "    calm:")],
        (
            "specs/conditions/night.yaml:22:5: error[Y108] the key 'calm' "
            "stands twice in one mapping (merge the two, or rename one)"
        ),
    ),
    Breakage(
        "a name in two files",
        [
            (
                PLACE,
                "  place:\n",
                (
                    "  theme:\n"
                    "    sea: {init: [wish: {theme: the sea, own_words: [waves]}]}\n"
                    "  place:\n"
                ),
            )
        ],
        (
            "specs/conditions/theme.yaml:6:5: error[N204] condition 'sea' is "
            "defined twice (rename one, or remove it)"
        ),
    ),
    Breakage(
        "names that differ by case",
        [(NIGHT, "    stressed:", "    Calm:")],
        (
            "specs/conditions/night.yaml:22:5: error[N205] the conditions "
            "'Calm' and 'calm' look alike (rename one)"
        ),
    ),
    Breakage(
        "a name with a space",
        [(NIGHT, "    stressed:", "    very stressed:")],
        (
            "specs/conditions/night.yaml:22:5: error[N203] 'very stressed' is "
            "not a name (lower-case letters, digits, and single `-` or `_` "
            "between them)"
        ),
    ),
    Breakage(
        "a key twice, the first with a typo inside",
        [
            (
                NIGHT,
                "init: [ask_for: wish]",
                ("init: [lie_awke: 3]\n      init: [ask_for: wish]"),
            )
        ],
        (
            "specs/conditions/night.yaml:7:7: error[Y108] the key 'init' "
            "stands twice in one mapping (merge the two, or rename one)"
        ),
    ),
    Breakage(
        "personas as conditions of user",
        [(THEME, ("\n  theme:"), ("\n  user:"))],
        (
            "specs/conditions/theme.yaml:3:3: error[N215] the facet `user` is "
            "made of the personas (move its conditions under `personas:`)"
        ),
    ),
    Breakage(
        "everything excluded",
        [
            (
                WEEK4,
                "only: [night: calm]",
                ("only: [night: calm]\n    exclude: [night: calm]"),
            )
        ],
        (
            "specs/suites/week4.yaml:2:3: error[C303] the rules of suite "
            "'week4-night' leave no task: all 60 combinations are taken out "
            "(loosen one of the rules below)"
        ),
    ),
    Breakage(
        "a rule that matches nothing",
        [
            (
                WEEK4,
                ("cross: [start, night]\n    only: [night: calm]"),
                (
                    "cases: [{start: rem_onset-0607, night: calm}]\n"
                    "    exclude: [start: rem_onset-0653]"
                ),
            )
        ],
        (
            "specs/suites/week4.yaml:7:15: error[C302] this 'exclude' rule "
            "matches no combination of the suite (mend the names, or take the "
            "rule away)"
        ),
    ),
    Breakage(
        "an empty match",
        [(WEEK4, "only: [night: calm]", "only: [{}]")],
        (
            "specs/suites/week4.yaml:7:12: error[N206] item 1 of `only` must "
            "not be empty"
        ),
    ),
    Breakage(
        "requires against excludes",
        [
            (
                PLACE,
                "sleep_onset: {do",
                ("sleep_onset: {requires: {night: calm}, excludes: {night: calm}, do"),
            )
        ],
        (
            "specs/conditions/place.yaml:5:37: error[C304] place 'sleep_onset' "
            "requires and excludes night calm (take one of the two away)"
        ),
    ),
    Breakage(
        "init overwritten within a condition",
        [(NIGHT, "- raise_movement: {factor: 1.8}", "- lie_awake: {minutes: 3}")],
        (
            "specs/conditions/night.yaml:16:11: error[C305] night 'restless' "
            "sets 'lie_awake' twice (take one of the two away)"
        ),
    ),
    Breakage(
        "init of the suite overwritten",
        [
            (
                NIGHT,
                "init: [ask_for: wish]",
                "init: [ask_for: wish, after_waking: resume]",
            )
        ],
        (
            "specs/conditions/night.yaml:6:29: error[C305] night 'calm' and "
            "its suite both set 'after_waking' (take one of the two away)"
        ),
    ),
    Breakage(
        "init of six personas overwritten",
        [(NIGHT, "- raise_movement: {factor: 1.8}", "- mood: restless")],
        (
            "specs/conditions/night.yaml:16:11: error[C305] night 'restless' "
            "and user 'cooperative' (and 5 more) both set 'mood' (take one of "
            "the two away, or keep the conditions apart with `excludes`)"
        ),
    ),
    Breakage(
        "a facet crossed and rotated",
        [(WEEK5, "rotate: [user]", "rotate: [user, night]")],
        (
            "specs/suites/week5.yaml:16:20: error[N216] the facet 'night' is "
            "crossed or rotated twice (keep one of them)"
        ),
    ),
    Breakage(
        "the same task twice",
        [
            (
                PLACE,
                "  place:\n",
                (
                    "  place:\n"
                    "    extra: {do_nothing: passes, init: [jump_to_sleep_onset]}\n"
                ),
            )
        ],
        (
            "specs/conditions/place.yaml:6:5: error[C307] two tasks are the "
            "same task: real-night:extra.calm.cooperative and "
            "real-night:sleep_onset.calm.cooperative (make the conditions "
            "differ in what they do, or take one away)"
        ),
    ),
    Breakage(
        "nothing asserted and nothing scored",
        [
            (WEEK4, "    score: {timing: 0.75}\n", ""),
            (
                WEEK4,
                (
                    "    assert:\n"
                    "      - never: {seen: awake}\n"
                    "      - never: {seen: deep}\n"
                    "      - never: {seen: none}\n"
                    "      - never: {louder_than_db: -12}\n"
                    "      - after: {event: stop}\n"
                    "      - own_words_only\n"
                ),
                "",
            ),
        ],
        (
            "specs/suites/week4.yaml:2:3: error[C309] "
            "week4-night:sleep_onset-0548.calm.forest asserts nothing and "
            "scores nothing (add `assert` or `score` to the suite)"
        ),
    ),
    Breakage(
        "seeds that overlap",
        [(WEEK5, "held-out: 6-8", "held-out: 5-8")],
        (
            "specs/suites/week5.yaml:17:33: error[N214] seed 5 is in the "
            "splits 'dev' and 'held-out' (a seed belongs to one split, once)"
        ),
    ),
    Breakage(
        "a negative seed",
        [(WEEK5, "dev: 1-5", "dev: -1")],
        (
            "specs/suites/week5.yaml:17:18: error[N214] seed -1 is outside "
            "0..2147483647 (write e.g. `seeds: {dev: 1-5, held-out: 6-8}`)"
        ),
    ),
    Breakage(
        "no seeds",
        [(WEEK5, "{dev: 1-5, held-out: 6-8}", "[]")],
        (
            "specs/suites/week5.yaml:17:12: error[N214] `seeds` must name at "
            "least one split, not an empty list (write e.g. `seeds: {dev: 1-5, "
            "held-out: 6-8}`)"
        ),
    ),
    Breakage(
        "braces without quotes",
        [
            (
                USERS,
                '["Our old garden.", "I\'d like to be in {{ wish }}."]',
                "{{ wish }}",
            )
        ],
        (
            "specs/personas/users.yaml:321:16: error[Y110] braces without quotes "
            'are a YAML mapping, not a template (quote the whole text: "{{ '
            'name }}")'
        ),
    ),
    Breakage(
        "no wish for the world's brief",
        [(WEEK4, "    rotate: [theme]\n", "")],
        (
            "specs/suites/week4.yaml:2:3: error[N260] the brief of the world "
            "'night' needs more: 'wish' is no fact of the task (add an init "
            "call that sets it, or write a `brief` in the suite)"
        ),
    ),
    Breakage(
        "a tab",
        [(NIGHT, ("    calm:\n      about"), ("    calm:\n\t  about"))],
        (
            "specs/conditions/night.yaml:5:1: error[Y103] a tab indents this "
            "line (indent with spaces)"
        ),
    ),
    Breakage(
        "a byte order mark inside",
        [(NIGHT, "    calm:", "    \ufeffcalm:")],
        (
            "specs/conditions/night.yaml:4:5: error[Y102] a byte order mark "
            "inside the file is not allowed (remove it)"
        ),
    ),
    Breakage(
        "a second document",
        [(NIGHT, "    stressed:", ("---\n    stressed:"))],
        (
            "specs/conditions/night.yaml:22:1: error[Y105] a second document "
            "in one file (one document a file: put it into a file of its own)"
        ),
    ),
    Breakage(
        "a colon in a text",
        [(NIGHT, "The recording as it is.", "The recording: as it is.")],
        (
            "specs/conditions/night.yaml:5:27: error[Y107] a ':' is not "
            "possible here (quote a text that holds ': '; otherwise check the "
            "indentation)"
        ),
    ),
    Breakage(
        "assert indented too deep",
        [(WEEK5, "    assert:", "      assert:")],
        (
            "specs/suites/week5.yaml:23:7: error[Y107] expected another '- ' "
            "item of the list (indent the line like the key to which it "
            "belongs)"
        ),
    ),
    Breakage(
        "a profile's sentence in the brief",
        [
            (
                WEEK5,
                "    rotate: [user]",
                (
                    "    brief: Help with {{ wish }}. It belongs to the two of you. Be "
                    "kind.\n"
                    "    rotate: [user]"
                ),
            )
        ],
        (
            "specs/suites/week5.yaml:16:12: warning[L601] the agent's brief "
            "repeats words of the hidden profile: 'belongs to the two of you' "
            "(say it in other words, or leave it for the agent to find out)"
        ),
    ),
    Breakage(
        "a condition that no suite uses",
        [
            (
                NIGHT,
                "conditions:",
                ("conditions:\n  weather:\n    rain: {init: [mood: gloomy]}"),
            )
        ],
        (
            "specs/conditions/night.yaml:4:5: warning[C320] weather 'rain' is "
            "in no task: no suite crosses or rotates 'weather' (use it, or "
            "take it away)"
        ),
    ),
    Breakage(
        "a rubric that no suite uses",
        [
            (WEEK5, "[reason, fit, tone]", "[reason, fit]"),
            (REAL, "[reason, fit, tone]", "[reason, fit]"),
        ],
        (
            "specs/rubrics/night.yaml:21:3: warning[C321] no suite scores by "
            "the rubric 'tone' (use it, or take it away)"
        ),
    ),
    Breakage(
        "an assumption that no world needs",
        [
            (
                ASSUMPTIONS,
                "assumptions:\n",
                (
                    "assumptions:\n"
                    "  extra: {value: 1, basis: assumed, source: a guess}\n"
                ),
            )
        ],
        (
            "specs/assumptions.yaml:4:3: warning[C322] no world rests on the "
            "assumption 'extra' (use it, or take it away)"
        ),
    ),
)
PROVED = (
    Breakage(
        "a solution that fails",
        [
            (
                NIGHT,
                ("{content: wish}]\n\n    restless"),
                ("{content: wish, volume_db: -6}]\n\n    restless"),
            )
        ],
        (
            "specs/suites/week5.yaml:23:28: error[V403] the reference solution "
            "fails `phone_limits` in "
            "week5-night:rem_onset-0607.calm.forgetful, seed 1: step 2 "
            "(06:08:00): the phone refused a sound: too loud (and in 3 more "
            "tasks) (mend the solution, or the assert that no agent can meet)"
        ),
    ),
    Breakage(
        "no solution",
        [(NIGHT, "      solution: [soft_sound_in_rem: {content: wish}]\n", "")],
        (
            "specs/suites/week5.yaml:24:21: error[V404] no condition has a "
            "`solution`, and silence scores timing 0.00 in "
            "week5-night:rem_onset-0607.calm.forgetful, seed 1, below the bar "
            "0.75: no wish sound in REM, and this window asks for one (and in "
            "3 more tasks) (write under `solution` what an ideal agent does)"
        ),
    ),
    Breakage(
        "an unneeded step",
        [
            (
                NIGHT,
                "[soft_sound_in_rem: {content: wish}]",
                (
                    "[soft_sound_in_rem: {content: wish}, soft_sound_in_rem: {kind: "
                    "humming}]"
                ),
            )
        ],
        (
            "specs/conditions/night.yaml:7:18: error[V407] the solution of "
            "week5-night:rem_onset-0607.calm.forgetful, seed 1, passes without "
            "step 0: voice (wish) at -36 dB (and in 3 more tasks) (leave the "
            "step out, or assert what it is for)"
        ),
    ),
    Breakage(
        "silence that passes undeclared",
        [
            (
                NIGHT,
                ("      do_nothing: passes\n      init:\n        - lie_awake"),
                ("      init:\n        - lie_awake"),
            )
        ],
        (
            "specs/conditions/night.yaml:9:5: error[V405] doing nothing passes "
            "week5-night:rem_onset-0607.restless.grief at seed 1, and no "
            "condition of it declares that (and in 3 more tasks) (declare "
            "`do_nothing: passes` in the condition that makes silence right, "
            "or assert what the agent must do)"
        ),
    ),
    Breakage(
        "silence that fails though declared",
        [(START, "rem_onset-0607: {", "rem_onset-0607: {do_nothing: passes, ")],
        (
            "specs/conditions/start.yaml:10:34: error[V406] doing nothing is "
            "declared to pass week5-night:rem_onset-0607.calm.forgetful, but "
            "at seed 1 timing is 0.0, below 0.75: no wish sound in REM, and "
            "this window asks for one (and in 1 more task) (take `do_nothing: "
            "passes` away, or mend what fails)"
        ),
    ),
    Breakage(
        "a dead assert",
        [(WEEK5, "own_words_only]", "own_words_only, at_most: {sounds: 1000}]")],
        (
            "specs/suites/week5.yaml:23:78: error[V408] no agent and no "
            "spoiled solution ever breaks `at_most: {sounds: 1000}` in suite "
            "week5-night (take it out, or make it say something that can fail)"
        ),
    ),
    Breakage(
        "init without effect",
        [(NIGHT, "{bpm: 3}", "{bpm: 0}")],
        (
            "specs/conditions/night.yaml:26:11: error[V401] `raise_heart_rate: "
            "{bpm: 0.0}` changes nothing in "
            "week5-night:sleep_onset-0548.stressed.chatty (and in 6 more "
            "tasks) (take it out, or give it a value that differs from the "
            "default)"
        ),
    ),
    Breakage(
        "an expectation that doesn't hold",
        [
            (
                START,
                '"06:07"], expect: [replay_begins: rem]',
                '"06:07"], expect: [replay_begins: deep]',
            )
        ],
        (
            "specs/conditions/start.yaml:10:57: error[V402] `replay_begins: "
            "{stage: deep, minutes: 0.5}` doesn't hold right after init in "
            "week5-night:rem_onset-0607.calm.forgetful, seed 1: it begins with "
            "rem, not 0.5 min of deep (and in 3 more tasks) (the condition "
            "doesn't take effect as it says; mend its init or its expect)"
        ),
    ),
    Breakage(
        "a clock that is none",
        [(START, '"06:07"', "soon")],
        (
            "specs/conditions/start.yaml:10:38: error[V411] `jump_to`: 'soon' "
            "is not a clock time such as 09:41 or 09:41:00 (and in 3 more "
            'tasks) (write it in quotes: "09:41")'
        ),
    ),
    Breakage(
        "a clock outside the night",
        [(START, '"06:07"', '"15:48"')],
        (
            "specs/conditions/start.yaml:10:38: error[V411] `jump_to`: '15:48' "
            "is not a time in the recording 'seed-night-synthetic', which runs "
            "from 04:50:00 for 480 min (and in 3 more tasks)"
        ),
    ),
    Breakage(
        "a REM period that the night lacks",
        [(START, 'jump_to: "06:07"', "jump_to_rem: 14")],
        (
            "specs/conditions/start.yaml:10:29: error[V412] `jump_to_rem: "
            "{onset: 14}`: seed-night-synthetic holds 12 REM onsets, not 14 "
            "(and in 3 more tasks) (take the task out, or say `absent: skip` "
            "in the suite to leave such tasks out)"
        ),
    ),
    Breakage(
        "a start without a recording",
        [(WEEK5, "      - recording: seed-night-synthetic\n", "")],
        (
            "specs/suites/week5.yaml:18:5: error[V411] `jump_to`: no recording "
            "is set: add `recording: NAME` to the suite (and in 27 more tasks)"
        ),
    ),
    Breakage(
        "an unknown recording",
        [(WEEK5, "seed-night-synthetic", "seed-night-syntetic")],
        (
            "specs/suites/week5.yaml:19:20: error[V411] `recording`: no night "
            "'seed-night-syntetic'; did you mean 'seed-night-synthetic' or "
            "'band-night-synthetic'?"
        ),
    ),
    Breakage(
        "a window too short to lie awake",
        [(NIGHT, "lie_awake: {minutes: 5}", "lie_awake: {minutes: 25}")],
        (
            "specs/conditions/night.yaml:14:11: error[V413] "
            "week5-night:sleep_onset-0548.restless.vague can't begin: 20 min "
            "leave no room for the recording beside 25 min of lying awake and "
            "0 min of extra awakenings (and in 6 more tasks) (mend the init "
            "calls that lead to this)"
        ),
    ),
    Breakage(
        "a window without a step",
        [(WEEK5, "window: {minutes: 20}", "window: {minutes: 0.1}")],
        (
            "specs/suites/week5.yaml:21:9: error[V413] "
            "week5-night:sleep_onset-0548.calm.cooperative can't begin: 0 min "
            "leave no room for the recording beside 0 min of lying awake and 0 "
            "min of extra awakenings (and in 27 more tasks) (mend the init "
            "calls that lead to this)"
        ),
    ),
    Breakage(
        "own words without a word",
        [(USERS, "[a grey cat asleep on my knees]", '[" "]')],
        (
            "specs/personas/users.yaml:126:41: error[V411] `wish`: `own_words` "
            "holds a text without a word (and in 4 more tasks)"
        ),
    ),
)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build of the shipped specs, made once."""
    home = copied(tmp_path_factory.mktemp("shipped"))
    ran = paprika("compile", "specs", "--no-prove", "--no-cache", cwd=home)
    assert ran.code == 0, ran.err
    return home / "build"


def check(breakage: Breakage, home: Path, build: Path, *options: str) -> None:
    """Compile broken specs over a build: one finding, and no byte of it changes.

    With warnings alone there would be a new build, so the specs are only checked.
    """
    warning = ": warning[" in breakage.said
    verb = ["check"] if warning else ["compile", "-o", str(build)]
    before = content(build)

    ran = paprika(
        *verb, "specs", "--no-cache", "--output-format", "json", *options, cwd=home
    )

    # Where nights are looked for differs from machine to machine.
    found = [re.sub(r" \(looked in [^)]*\)", "", each) for each in ran.found]
    assert found == [breakage.said]
    assert ran.code == (0 if warning else 1)
    assert content(build) == before


@pytest.mark.parametrize("breakage", PLAIN, ids=lambda breakage: breakage.name)
def test_a_slip_is_one_finding(breakage: Breakage, tmp_path: Path, build: Path) -> None:
    """What is plain without a replay."""
    check(breakage, copied(tmp_path, breakage.edits), build, "--no-prove")


@pytest.mark.parametrize("breakage", PROVED, ids=lambda breakage: breakage.name)
def test_what_cannot_be_is_one_finding(
    breakage: Breakage, tmp_path: Path, build: Path
) -> None:
    """What only a replay shows."""
    check(breakage, copied(tmp_path, breakage.edits, small=True), build)


def test_the_small_copy_is_sound(tmp_path: Path) -> None:
    """Without a breakage the small copy has no finding, so a finding is its doing."""
    ran = paprika(
        "check",
        "specs",
        "--no-cache",
        "--output-format",
        "json",
        cwd=copied(tmp_path, small=True),
    )
    assert (ran.code, ran.found) == (0, [])


def test_the_shipped_specs_are_sound(tmp_path: Path) -> None:
    """Nor has the whole, as far as is seen without a replay."""
    ran = paprika(
        "check", "specs", "--no-prove", "--output-format", "json", cwd=copied(tmp_path)
    )
    assert (ran.code, ran.found) == (0, [])
