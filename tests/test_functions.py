"""What each word of the night's vocabulary does."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from paprika.compiler.vocabulary import Absent, BadValue, Verdict
from paprika.runtime.night.episode import Night, open_night
from paprika.runtime.night.face import NIGHT, NIGHT_WORDS
from paprika.runtime.night.functions import asked
from paprika.runtime.night.model import Action, PlannedStep, Play, Stop, Trace, Wait
from paprika.runtime.night.mutants import MUTANTS
from paprika.runtime.night.recording import Stage
from paprika.runtime.night.setup import Setup
from paprika.runtime.night.world import NightWorld

from .nights_for_tests import assumptions, recording, setup, whole_night

WHISPER = Play("voice", "wish", -30.0, 10.0, "warm waves")


def call(kind: Any, name: str, target: Any, /, **arguments: Any) -> Any:
    """Call a registered function as a spec would, defaults and all."""
    function = NIGHT_WORDS.find(kind, name)
    assert function is not None
    given = function.arguments.model_validate(arguments).model_dump()
    return function.run(target, **given)


def init(state: Setup, function: str, /, **arguments: Any) -> Setup:
    call("init", function, state, **arguments)
    return state


def opened(true: str, seed: int = 1, **fields: Any) -> Night:
    fields.setdefault("steps", len(true))
    return open_night(setup(true, **fields), "made", seed)


def never_waking(true: str, seen: str | None = None, **fields: Any) -> Night:
    """Give a night in which no sound wakes, nor raises the heart rate."""
    fields.setdefault("steps", len(true))
    return open_night(setup(recording(true, seen), **fields), "made", 1, scale=0.0)


def acted(night: Night, actions: Mapping[int, Action]) -> Trace:
    """Carry actions out, each at its step; wait in between."""
    world = NightWorld(night)
    observation = world.reset()
    while observation.status == "running":
        observation = world.step(actions.get(observation.step, Wait()))
    return world.trace()


def verdict(trace: Trace, name: str, /, **arguments: Any) -> Verdict:
    found: Verdict = call("check", name, trace, **arguments)
    return found


def edited(trace: Trace, **columns: Any) -> Trace:
    """Change columns of a trace, as if it had gone so."""
    for name, value in columns.items():
        setattr(trace, name, value)
    return trace


# ---------------------------------------------------------------- the words


def test_every_function_says_what_it_does_in_a_sentence() -> None:
    """The first line of a docstring is shown to authors: one sentence, ended."""
    for function in NIGHT_WORDS.functions.values():
        assert function.about.endswith("."), function.name


def test_the_words_of_the_night() -> None:
    """Names are what specs rest on: none goes away by accident."""
    assert NIGHT_WORDS.names("init") == [
        "after_waking",
        "ask_for",
        "band",
        "dropouts",
        "jump_to",
        "jump_to_longest",
        "jump_to_rem",
        "jump_to_sleep_onset",
        "lie_awake",
        "mood",
        "raise_heart_rate",
        "raise_movement",
        "recording",
        "vary_bouts",
        "wake_up",
        "window",
        "wish",
    ]
    assert NIGHT_WORDS.names("planner") == ["soft_sound_in_rem", "stay_silent"]
    assert NIGHT_WORDS.names("check") == [
        "after",
        "at_least",
        "at_most",
        "begins",
        "holds",
        "never",
        "no_sound",
        "own_words_only",
        "phone_limits",
        "replay_begins",
        "silent_while_awake",
        "still_asleep",
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "field", "value"),
    [
        ("window", {"minutes": 20}, "steps", 40),
        ("window", {"minutes": 0.5}, "steps", 1),
        ("lie_awake", {"minutes": 5}, "lie_awake_steps", 10),
        ("raise_heart_rate", {"bpm": 6}, "heart_offset_bpm", 6),
        ("raise_movement", {"factor": 1.8}, "movement_factor", 1.8),
        ("band", {"profile": "ring"}, "band", "ring"),
        ("dropouts", {"share": 0.1}, "dropout", 0.1),
        ("after_waking", {"mode": "end"}, "after_waking", "end"),
        ("vary_bouts", {"moves": 60}, "variation_moves", 60),
        ("mood", {"word": "sad"}, "mood", "sad"),
        ("ask_for", {"content": "silence"}, "asks_for", "silence"),
    ],
)
def test_an_init_function_sets_its_part(
    name: str, arguments: dict[str, Any], field: str, value: Any
) -> None:
    """One part of the state each, and nothing else."""
    state = init(setup(whole_night()), name, **arguments)
    assert getattr(state, field) == value
    setattr(state, field, getattr(setup(whole_night()), field))
    assert state == setup(state.recording or whole_night())


def test_wake_up_sets_number_and_length_of_awakenings() -> None:
    """Three times two minutes are three awakenings of four steps."""
    state = init(setup(whole_night()), "wake_up", times=3, minutes=2)
    assert (state.awakenings, state.awakening_steps) == (3, 4)


def test_no_two_init_functions_write_one_part_by_accident() -> None:
    """Only the four jumps share a part: where the episode starts."""
    writers: dict[str, list[str]] = {}
    for name in NIGHT_WORDS.names("init"):
        function = NIGHT_WORDS.find("init", name)
        assert function is not None
        for part in function.writes:
            writers.setdefault(part, []).append(name)
    shared = {part: names for part, names in writers.items() if len(names) > 1}
    jumps = ["jump_to", "jump_to_longest", "jump_to_rem", "jump_to_sleep_onset"]
    assert shared == {"start": jumps}


# ---------------------------------------------------------------- init: which night


def test_recording_finds_the_built_in_night_and_names_its_bytes() -> None:
    """The data of the call is the sha256 of the night's files."""
    state = init(NIGHT.blank(assumptions()), "recording", name="seed-night-synthetic")
    assert state.recording is not None
    assert state.recording.steps == 960
    function = NIGHT_WORDS.find("init", "recording")
    assert function is not None
    assert function.data is not None
    assert function.data({"name": "seed-night-synthetic"}) == {
        "seed-night-synthetic": state.recording.sha256
    }


def test_an_unknown_night_is_a_bad_value_of_its_name() -> None:
    """It suggests the near one."""
    with pytest.raises(BadValue, match="did you mean 'seed-night-synthetic'") as raised:
        init(NIGHT.blank(assumptions()), "recording", name="seed-night-syntetic")
    assert raised.value.argument == "name"


def test_an_unreadable_night_is_a_bad_value_and_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A night's file that is at fault is named, at the argument that asks for it."""
    (tmp_path / "torn.json").write_text('{"format": "paprika-night/1", "name": "to')
    monkeypatch.setenv("PAPRIKA_NIGHTS", str(tmp_path))
    with pytest.raises(BadValue, match=r"torn\.json") as raised:
        init(NIGHT.blank(assumptions()), "recording", name="torn")
    assert raised.value.argument == "name"


# ---------------------------------------------------------------- init: where to begin


def test_jump_to_counts_steps_from_the_recordings_start() -> None:
    """09:41 is 291 minutes after 04:50."""
    assert init(setup(whole_night()), "jump_to", clock="09:41").start_step == 582


def test_jump_to_goes_past_midnight() -> None:
    """A night from 23:50: 00:10 is 20 minutes in; 23:50 is its beginning."""
    night = recording("L" * 120, start="23:50")
    assert init(setup(night), "jump_to", clock="00:10").start_step == 40
    assert init(setup(night), "jump_to", clock="23:50").start_step == 0


def test_jump_to_a_time_outside_the_recording_says_from_when_to_when() -> None:
    """A night of 60 minutes from 23:50 doesn't hold 03:00."""
    night = recording("L" * 120, start="23:50")
    with pytest.raises(BadValue, match="runs from 23:50:00 for 60 min") as raised:
        init(setup(night), "jump_to", clock="03:00")
    assert raised.value.argument == "clock"


@pytest.mark.parametrize("clock", ["soon", "25:00", "9h41", ""])
def test_jump_to_what_is_no_time_is_a_bad_value_and_no_crash(clock: str) -> None:
    """Mistakes in specs get a diagnostic at the argument."""
    with pytest.raises(BadValue, match="not a clock time") as raised:
        init(setup(whole_night()), "jump_to", clock=clock)
    assert raised.value.argument == "clock"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("jump_to", {"clock": "09:41"}),
        ("jump_to_rem", {"onset": 1}),
        ("jump_to_longest", {"stage": "deep"}),
        ("jump_to_sleep_onset", {}),
    ],
)
def test_a_jump_needs_a_recording(name: str, arguments: dict[str, Any]) -> None:
    """Without one it says what to add."""
    with pytest.raises(BadValue, match="add `recording: NAME`"):
        init(NIGHT.blank(assumptions()), name, **arguments)


def test_jump_to_sleep_onset_ends_before_the_first_rem_of_three_minutes() -> None:
    """REM of two minutes does not count: 5 + 4 + 3 steps are replayed."""
    state = init(
        setup("WWW" + "LLLLL" + "RRRR" + "LLL" + "R" * 6), "jump_to_sleep_onset"
    )
    assert (state.start_step, state.recorded_steps) == (3, 12)


def test_jump_to_sleep_onset_of_a_night_without_rem_runs_to_its_end() -> None:
    """Nothing cuts it."""
    state = init(setup("WWLLDD"), "jump_to_sleep_onset")
    assert (state.start_step, state.recorded_steps) == (2, None)


def test_sleep_onset_is_absent_in_a_night_awake_and_before_rem_at_once() -> None:
    """Nowhere to begin, or nothing to replay."""
    with pytest.raises(Absent, match="holds no sleep"):
        init(setup("WWWW?"), "jump_to_sleep_onset")
    with pytest.raises(Absent, match="begins its sleep with REM"):
        init(setup("WW" + "R" * 6), "jump_to_sleep_onset")


def test_jump_to_rem_counts_only_rem_of_three_minutes() -> None:
    """Five steps of REM are passed over; the second onset that counts is at 22."""
    night = "L" + "R" * 5 + "L" + "R" * 6 + "L" * 9 + "R" * 8
    assert init(setup(night, steps=40), "jump_to_rem", onset=1).start_step == 7
    assert init(setup(night, steps=40), "jump_to_rem", onset=2).start_step == 22


def test_a_rem_onset_that_the_night_lacks_is_absent() -> None:
    """It says how many there are."""
    with pytest.raises(Absent, match="holds 1 REM onsets, not 2"):
        init(setup("L" + "R" * 6), "jump_to_rem", onset=2)
    with pytest.raises(Absent, match="holds 0 REM onsets, not 1"):
        init(setup("LLDD"), "jump_to_rem", onset=1)


def test_a_rem_onset_that_the_headband_hides_is_absent() -> None:
    """Seen as awake for all but 5 of 12 steps: no agent could be asked for a sound."""
    night = recording("L" + "R" * 12, "L" + "W" * 7 + "RRLRR")
    with pytest.raises(Absent, match=r"shows light or REM in 2\.5 min of REM only"):
        init(setup(night), "jump_to_rem", onset=1)


def test_jump_to_longest_takes_the_first_of_equals_and_ends_with_it() -> None:
    """Deep of 4, 6 and 6 steps: the second stretch, and not a step more."""
    state = init(
        setup("DDDDL" + "DDDDDD" + "L" + "DDDDDD"), "jump_to_longest", stage="deep"
    )
    assert (state.start_step, state.recorded_steps) == (5, 6)


def test_the_longest_stretch_of_a_stage_the_night_lacks_is_absent() -> None:
    """A night without deep sleep."""
    with pytest.raises(Absent, match="holds no deep sleep"):
        init(setup("LLRR"), "jump_to_longest", stage="deep")


def test_a_later_jump_forgets_where_an_earlier_one_ends() -> None:
    """`jump_to_rem` after `jump_to_longest` runs to the end of the recording."""
    state = init(setup("DDD" + "R" * 6), "jump_to_longest", stage="deep")
    assert init(state, "jump_to_rem", onset=1).recorded_steps is None


def test_a_window_longer_than_the_recording_ends_with_it() -> None:
    """20 minutes of window, 3 minutes of night: 6 steps."""
    assert opened("LLLRRR", steps=40).steps == 6


def test_lying_awake_comes_before_the_recording_and_awakenings_within() -> None:
    """2 steps awake, 8 replayed with 2 awakenings of one step among them."""
    state = setup("L" * 30, steps=12)
    init(state, "lie_awake", minutes=1)
    init(state, "wake_up", times=2, minutes=0.5)
    night = open_night(state, "made", 1)
    assert night.true.tolist()[:2] == [0, 0]
    assert night.true.tolist().count(Stage.AWAKE) == 4
    assert [p for p in night.position.tolist() if p >= 0] == list(range(8))


def test_wish_sets_theme_and_words() -> None:
    """And gives the theme to prose."""
    given = {"theme": "바다", "own_words": ["따뜻한 파도"]}
    state = init(setup("L"), "wish", **given)
    assert (state.wish, state.own_words) == ("바다", ("따뜻한 파도",))
    function = NIGHT_WORDS.find("init", "wish")
    assert function is not None
    assert function.facts is not None
    assert function.facts(given) == {"wish": "바다"}


@pytest.mark.parametrize(
    ("theme", "words", "argument"),
    [(" ", ["the sea"], "theme"), ("the sea", ["waves", "\u3000"], "own_words")],
)
def test_a_wish_without_a_word_is_a_bad_value(
    theme: str, words: list[str], argument: str
) -> None:
    """White space says nothing, the wide one neither."""
    with pytest.raises(BadValue, match="without a word") as raised:
        init(setup("L"), "wish", theme=theme, own_words=words)
    assert raised.value.argument == argument


# ---------------------------------------------------------------- what is asked for


@pytest.mark.parametrize(
    ("wanted", "true", "answer"),
    [
        ("wish", "L" + "R" * 6, "wish"),
        ("wish", "L" + "R" * 5, None),
        ("neutral", "RRRLRRR", "neutral"),
        ("silence", "R" * 20, "silence"),
        ("silence", "LLLL", "silence"),
        (None, "R" * 20, None),
    ],
)
def test_a_window_asks_for_sound_only_with_three_minutes_of_rem(
    wanted: Any, true: str, answer: str | None
) -> None:
    """In one stretch or several; silence is asked for whatever it holds."""
    assert asked(opened(true, asks_for=wanted)) == answer


# ---------------------------------------------------------------- planners


def planned(night: Night, **arguments: Any) -> list[PlannedStep]:
    steps: list[PlannedStep] = call("planner", "soft_sound_in_rem", night, **arguments)
    return steps


def test_a_soft_sound_comes_at_the_first_rem_step_that_does_not_react() -> None:
    """If none disturbs it is the first REM step the headband lets through."""
    night = never_waking(
        "LLRRRRRR",
        "LLWDRRRR",
        asks_for="wish",
        wish="the sea",
        own_words=("warm waves",),
    )
    assert planned(night) == [
        PlannedStep(
            4, Play("voice", "wish", -36.0, 10.0, "warm waves", "REM, and undisturbed")
        )
    ]


def test_a_soft_sound_never_disturbs_where_a_calm_step_exists() -> None:
    """At 20 seeds and a loud whisper: no waking, and no reaction."""
    for seed in range(1, 21):
        night = opened("R" * 20, seed, asks_for="neutral")
        [(step, play)] = planned(
            night, content="neutral", kind="ambient", volume_db=-21
        )
        assert isinstance(play, Play)
        assert not night.disturbs(step, play)
        assert all(night.disturbs(before, play) for before in range(step))


def test_a_soft_sound_takes_a_reaction_before_a_waking() -> None:
    """Where every step reacts it takes the first that does not wake."""
    night = open_night(
        setup("R" * 12, steps=12, asks_for="wish", wish="sea"), "made", 5, scale=1.5
    )
    [(step, play)] = planned(night, volume_db=-21, seconds=30)
    assert isinstance(play, Play)
    assert step == 2
    assert all(night.disturbs(at, play) for at in range(12))
    assert not night.wakes(step, play)
    assert all(night.wakes(before, play) for before in range(step))


def test_a_soft_sound_is_planned_only_where_the_window_asks_for_one() -> None:
    """Not on a night of silence, nor with too little REM."""
    assert planned(opened("R" * 20, asks_for="silence")) == []
    assert planned(opened("R" * 5, asks_for="wish")) == []
    assert planned(opened("R" * 20)) == []


def test_a_soft_sound_says_the_wish_where_no_own_words_are_known() -> None:
    """A suite may name no person; nothing crashes for that."""
    [(_, play)] = planned(never_waking("R" * 6, asks_for="wish", wish="the sea"))
    assert isinstance(play, Play)
    assert play.words == "the sea"


def test_only_a_voice_with_the_wish_says_words() -> None:
    """Ambient sound and neutral voices carry none."""
    night = never_waking("R" * 6, asks_for="neutral", wish="sea", own_words=("waves",))
    for content, kind in (("wish", "ambient"), ("neutral", "voice")):
        [(_, play)] = planned(night, content=content, kind=kind)
        assert isinstance(play, Play)
        assert play.words == ""


def test_staying_silent_plans_nothing() -> None:
    """Whatever the window asks for."""
    assert call("planner", "stay_silent", opened("R" * 9, asks_for="wish")) == []


# ---------------------------------------------------------------- checks of the start


def test_begins_looks_at_the_first_minutes_of_the_episode() -> None:
    """Two steps awake: half a minute and one hold, one and a half do not."""
    trace = acted(opened("WWLL"), {})
    assert verdict(trace, "begins", stage="awake").holds
    assert verdict(trace, "begins", stage="awake", minutes=1).holds
    assert verdict(trace, "begins", stage="awake", minutes=1.5) == (
        False,
        "it begins with awake, light, not 1.5 min of awake",
        0,
    )


def test_begins_fails_where_the_episode_is_shorter() -> None:
    """Four steps can't begin with five minutes of light."""
    assert not verdict(
        acted(opened("LLLL"), {}), "begins", stage="light", minutes=5
    ).holds


def test_replay_begins_looks_past_time_that_is_not_recorded() -> None:
    """The episode begins awake, what is replayed begins with REM."""
    trace = acted(opened("RRRR", lie_awake_steps=2, steps=6), {})
    assert verdict(trace, "replay_begins", stage="rem", minutes=2).holds
    assert not verdict(trace, "replay_begins", stage="awake").holds
    assert not verdict(trace, "begins", stage="rem").holds


def test_holds_counts_a_stage_over_the_whole_episode() -> None:
    """Three of six steps are one and a half minutes, in several stretches."""
    trace = acted(opened("RLRLRL"), {})
    assert verdict(trace, "holds", stage="rem", minutes=1.5).holds
    assert verdict(trace, "holds", stage="rem", minutes=2) == (
        False,
        "the episode holds 1.5 min of rem",
        None,
    )


# ---------------------------------------------------------------- checks of sounds


def test_still_asleep_fails_at_the_sound_that_woke() -> None:
    """It names step and clock; awakenings of the recording don't count."""
    trace = edited(acted(never_waking("RWRR"), {0: WHISPER}), woke=[True] + [False] * 3)
    assert verdict(trace, "still_asleep") == (
        False,
        "step 0 (04:50:00): a sound woke the sleeper",
        0,
    )
    assert verdict(acted(never_waking("RWRR"), {0: WHISPER}), "still_asleep").holds


def test_the_clock_of_a_verdict_goes_past_midnight() -> None:
    """Step 3 of a night from 23:59 is 00:00:30."""
    night = open_night(
        setup(recording("WWWW", start="23:59"), steps=4), "made", 1, scale=0.0
    )
    why = verdict(acted(night, {3: WHISPER}), "phone_limits").why
    assert why == "step 3 (00:00:30): the phone refused a sound: awake"


@pytest.mark.parametrize(
    ("seen", "play", "reason"),
    [
        ("W", WHISPER, "awake"),
        ("D", WHISPER, "deep"),
        ("?", WHISPER, "no reading"),
        ("R", WHISPER._replace(volume_db=-11.9), "too loud"),
        ("R", WHISPER._replace(seconds=301), "bad length"),
        ("R", WHISPER._replace(volume_db=0.1), "bad volume"),
    ],
)
def test_phone_limits_fails_at_a_refused_sound(
    seen: str, play: Play, reason: str
) -> None:
    """Whatever the reason is, it is said."""
    trace = acted(never_waking("R", seen), {0: play})
    assert verdict(trace, "phone_limits").why.endswith(f": {reason}")


def test_phone_limits_holds_where_all_was_played() -> None:
    """The loudest allowed sound is allowed."""
    trace = acted(never_waking("RL"), {0: WHISPER._replace(volume_db=-12.0)})
    assert verdict(trace, "phone_limits").holds


def test_silent_while_awake_goes_by_the_true_stage() -> None:
    """A sleeper awake whom the headband calls REM: a sound is a fault all the same."""
    trace = acted(never_waking("WR", "RR"), {0: WHISPER})
    found = verdict(trace, "silent_while_awake")
    assert not found.holds
    assert found.why.endswith("truly awake, headband rem")
    assert verdict(
        acted(never_waking("WR", "RR"), {1: WHISPER}), "silent_while_awake"
    ).holds


def test_no_sound_counts_what_was_asked_for_refused_or_not() -> None:
    """A refused wish is a wish; a neutral sound is none, unless none at all may be."""
    refused = acted(never_waking("DD"), {0: WHISPER})
    assert not verdict(refused, "no_sound", content="wish").holds
    neutral = acted(never_waking("RR"), {0: WHISPER._replace(content="neutral")})
    assert verdict(neutral, "no_sound", content="wish").holds
    assert not verdict(neutral, "no_sound").holds
    assert verdict(acted(never_waking("RR"), {0: Stop()}), "no_sound").holds


@pytest.mark.parametrize(
    ("like", "holds"),
    [
        ({}, False),
        ({"content": "wish"}, False),
        ({"content": "neutral"}, True),
        ({"kind": "voice"}, False),
        ({"kind": "music"}, True),
        ({"stage": "rem"}, False),
        ({"stage": "light"}, True),
        ({"seen": "light"}, False),
        ({"seen": "rem"}, True),
        ({"louder_than_db": -30}, True),
        ({"louder_than_db": -30.1}, False),
        ({"content": "wish", "stage": "light"}, True),
        ({"content": "wish", "stage": "rem", "seen": "light"}, False),
    ],
)
def test_never_wants_all_that_is_given_to_fit(
    like: dict[str, Any], holds: bool
) -> None:
    """One wish by voice at -30 dB, in true REM that the headband calls light."""
    trace = acted(never_waking("RR", "LL"), {1: WHISPER})
    assert verdict(trace, "never", **like).holds is holds


def test_at_least_and_at_most_count_sounds_that_were_played() -> None:
    """Of three sounds asked for one is refused, so two were played."""
    trace = acted(never_waking("RLDL"), {0: WHISPER, 1: WHISPER, 2: WHISPER})
    assert verdict(trace, "at_least", sounds=2).holds
    assert verdict(trace, "at_least", sounds=3) == (
        False,
        "2 such sounds were played",
        None,
    )
    assert verdict(trace, "at_least", sounds=1, stage="rem").holds
    assert not verdict(trace, "at_least", sounds=2, stage="rem").holds
    assert verdict(trace, "at_most", sounds=2).holds
    assert verdict(trace, "at_most", sounds=1) == (
        False,
        "step 1 (04:50:30): sound number 2",
        1,
    )
    assert verdict(trace, "at_most", sounds=0, kind="music").holds


# ---------------------------------------------------------------- own words


def said(words: str, wish: str = "the sea", own: Sequence[str] = ()) -> bool:
    """Tell whether a voice may say these words on a night of this wish."""
    night = never_waking("RR", wish=wish, own_words=tuple(own))
    trace = acted(night, {0: WHISPER._replace(words=words)})
    return verdict(trace, "own_words_only").holds


def test_a_voice_may_say_any_of_the_persons_words_in_any_order() -> None:
    """From the wish and from what they said about it, some or all."""
    own = ["floating on warm waves", "salt on my lips"]
    assert said("warm salt on the waves", own=own)
    assert said("sea", own=own)
    assert said("", own=own)


def test_a_voice_may_not_say_a_word_the_person_did_not_say() -> None:
    """One new word is enough, part of a word is a new one."""
    assert not said("the warm sea")
    assert not said("seas")
    assert not said("se")


def test_case_and_punctuation_make_no_new_word() -> None:
    """What is heard is the same."""
    own = ["my grandfather's clock, in the hall"]
    assert said("The SEA... the sea!", own=own)
    assert said("«the sea» \u2013 clock?", own=own)
    assert said("'the hall'", own=own)


def test_a_curly_apostrophe_is_an_apostrophe() -> None:
    """Models write one where people type the other."""
    assert said("my grandfather\u2019s clock", own=["my grandfather's clock"])
    assert said("my grandfather's clock", own=["my grandfather\u2019s clock"])
    assert not said("my grandfather", own=["my grandfather's clock"])


def test_korean_words_count_as_words() -> None:
    """With punctuation of its own; another ending is another word."""
    own = ["따뜻한 파도", "할머니의 마당"]
    assert said("할머니의 마당… 따뜻한 파도。", wish="바다", own=own)
    assert not said("할머니 마당", wish="바다", own=own)


def test_one_word_in_two_encodings_is_one_word() -> None:
    """Composed or decomposed, Hangul and accents sound the same."""
    for text in ("바다", "café", "Ångström"):
        apart = unicodedata.normalize("NFD", text)
        assert apart != text
        assert said(apart, wish=text)
        assert said(text, wish=apart)


def test_marks_belong_to_the_letter_they_stand_on() -> None:
    """A syllable of a Hindi word is not the word."""
    assert said("हिन्दी", wish="हिन्दी")
    assert not said("ह", wish="हिन्दी")


def test_only_a_voice_can_say_foreign_words() -> None:
    """Music says nothing, whatever is written beside it."""
    night = never_waking("RR", wish="the sea")
    note = WHISPER._replace(kind="music", words="a lullaby of mine")
    assert verdict(acted(night, {0: note}), "own_words_only").holds
    assert not verdict(acted(night, {0: note}), "never", foreign_words=True).holds


def test_words_of_a_refused_voice_count() -> None:
    """The agent has asked for them."""
    trace = acted(never_waking("DD", wish="the sea"), {0: WHISPER._replace(words="no")})
    assert not verdict(trace, "own_words_only").holds


# ---------------------------------------------------------------- after


def test_after_stop_no_sound_may_be_asked_for_at_all() -> None:
    """The phone refuses it anyway, and asking is the fault."""
    trace = acted(never_waking("RRRRRR"), {1: Stop(), 5: WHISPER})
    assert verdict(trace, "after", event="stop") == (
        False,
        "step 5 (04:52:30): asked for a sound 4 steps after stop",
        5,
    )
    assert verdict(
        acted(never_waking("RRRR"), {0: WHISPER, 1: Stop()}), "after", event="stop"
    ).holds


@pytest.mark.parametrize("event", ["waking", "reaction"])
@pytest.mark.parametrize(("again", "holds"), [(3, False), (4, False), (5, True)])
def test_after_an_event_it_is_silent_for_so_many_whole_steps(
    event: str, again: int, holds: bool
) -> None:
    """Two minutes after a sound that woke, or raised the heart rate: four steps."""
    trace = acted(never_waking("R" * 8), {0: WHISPER, again: WHISPER})
    column = {"waking": "woke", "reaction": "reacted"}[event]
    trace = edited(trace, **{column: [True] + [False] * 7})
    assert verdict(trace, "after", event=event, silent_minutes=2).holds is holds


def test_after_looks_back_to_the_last_event() -> None:
    """A second reaction starts the pause anew."""
    trace = acted(never_waking("R" * 9), {0: WHISPER, 5: WHISPER, 8: WHISPER})
    trace = edited(trace, reacted=[True, *[False] * 4, True, *[False] * 3])
    found = verdict(trace, "after", event="reaction", silent_minutes=2)
    assert (found.holds, found.step) == (False, 8)


def test_after_an_event_that_never_comes_all_is_allowed() -> None:
    """Nothing to hold against the agent."""
    trace = acted(never_waking("RRRR"), {0: WHISPER, 1: WHISPER})
    for event in ("stop", "waking", "reaction"):
        assert verdict(trace, "after", event=event).holds


# ---------------------------------------------------------------- mutants


ONE = [PlannedStep(3, WHISPER)]


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("louder", [(3, WHISPER._replace(volume_db=-6.0))]),
        (
            "loud and often",
            [(at, WHISPER._replace(volume_db=-12.0, seconds=60.0)) for at in (3, 5, 7)],
        ),
        ("earlier", [(0, WHISPER)]),
        ("other content", [(3, WHISPER._replace(content="neutral"))]),
        ("twice", [(3, WHISPER), (4, WHISPER)]),
        ("words never said", [(3, WHISPER._replace(words="zyzzyva"))]),
        ("after stop", [(0, Stop("spoiled")), (4, WHISPER)]),
    ],
)
def test_a_mutant_spoils_a_plan_in_its_own_way(
    name: str, steps: list[tuple[int, Action]]
) -> None:
    """A whisper at step 3 of 8."""
    assert MUTANTS[name](never_waking("R" * 8), ONE) == steps


@pytest.mark.parametrize("name", sorted(MUTANTS))
@pytest.mark.parametrize(
    "plan",
    [
        [],
        ONE,
        [PlannedStep(0, WHISPER), PlannedStep(1, WHISPER)],
        [PlannedStep(7, WHISPER), PlannedStep(6, WHISPER)],
        [PlannedStep(2, Stop())],
    ],
)
@pytest.mark.parametrize("steps", [1, 2, 8])
def test_every_mutant_of_every_plan_can_be_carried_out(
    name: str, plan: list[PlannedStep], steps: int
) -> None:
    """One action a step, none before the start: also for silence and short windows."""
    night = never_waking("R" * 8, steps=steps)
    mutated = MUTANTS[name](night, plan)
    [trace] = NIGHT.replay([night], [mutated])
    assert trace.steps == steps
