"""How the person says what a tool showed or did, in English and Korean.

A report holds what was found and nothing else: no other device, no judgement, and
never anything false. Numbers are said as the device shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Finding(NamedTuple):
    """What came of a tool: what it is about, how it is, and a number shown."""

    what: str
    value: str
    number: int | None = None


Pick = Callable[[Sequence[str]], str]
"""Picks one of several ways to say a thing."""

ENGLISH: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("fit", "loose"): (
        "It is loose and slides down.",
        "It's rather loose, it slips when I move.",
    ),
    ("fit", "a_little_loose"): (
        "It is a little loose.",
        "It still sits a bit loose.",
    ),
    ("fit", "snug"): ("It sits snug.", "It fits snugly now, it doesn't move."),
    ("fit", "tight"): ("It is too tight, it presses.", "It feels too tight."),
    ("fit", "unreadable"): (
        "How it fits I can't tell, it shows nothing without power.",
        "It doesn't show how it fits while it has no power.",
    ),
    ("battery", "good"): (
        "Its battery shows {number} percent.",
        "The headband's battery is at {number} percent.",
    ),
    ("battery", "low"): (
        "Its light blinks red, the battery is low.",
        "The battery light is red, so it is nearly empty.",
    ),
    ("pairing", "paired"): (
        "The headband is connected.",
        "It says the headband is connected.",
    ),
    ("pairing", "unpaired"): (
        "It says the headband is not connected.",
        "The headband is not connected, it says.",
    ),
    ("pairing", "unreadable"): (
        "I can't tell whether it is connected, it has no power.",
        "It shows nothing about a connection without power.",
    ),
    ("speaker", "on"): ("The speaker is on.", "The speaker's sound is on."),
    ("speaker", "off"): (
        "The speaker is muted.",
        "There is a mute sign on the speaker.",
    ),
    ("test", "silent"): ("I hear nothing.", "There is no sound at all."),
    ("test", "soft"): ("I hear it, nice and soft.", "I can hear it, it's soft."),
    ("test", "faint"): ("I can barely hear it.", "It is very faint."),
    ("test", "loud"): ("Oh, that is loud.", "I hear it, and it's quite loud."),
    ("volume", "at"): (
        "The volume is at {number} percent.",
        "It says volume {number} percent.",
    ),
    ("do_not_disturb", "on"): (
        "Do not disturb is on.",
        "It shows that do not disturb is on.",
    ),
    ("do_not_disturb", "off"): (
        "Do not disturb is off.",
        "It says do not disturb is off.",
    ),
    ("charging", "on"): ("The phone is charging.", "It is plugged in and charging."),
    ("charging", "off"): (
        "The phone is not charging.",
        "It is not plugged in, so it isn't charging.",
    ),
    ("lamp", "on"): ("The lamp is on.", "The lamp is still on."),
    ("lamp", "off"): ("The lamp is off.", "The lamp is off, it's dark."),
    ("room", "on"): (
        "It is bright in here. More I can't see without looking closely.",
        "The room is bright. I'd have to look closely to say more.",
    ),
    ("room", "off"): (
        "It is dark in here. More I can't see without looking closely.",
        "It's dark. I'd have to look closely to say more.",
    ),
    ("done", "tighten_headband"): (
        "I pulled the strap in by one notch.",
        "Okay, one notch tighter.",
    ),
    ("done", "loosen_headband"): (
        "I let the strap out by one notch.",
        "Okay, one notch looser.",
    ),
    ("done", "swap_battery"): (
        "I put the spare battery in.",
        "Okay, the spare battery is in.",
    ),
    ("done", "pair_headband"): (
        "I pressed the pairing button, it beeped.",
        "Okay, I have paired it.",
    ),
    ("done", "unmute_speaker"): (
        "I took the mute off.",
        "Okay, I pressed the mute button and the sign is gone.",
    ),
    ("done", "mute_speaker"): ("I muted it.", "Okay, it is muted."),
    ("done", "set_volume"): (
        "The volume is at {number} percent now.",
        "Okay, I set it to {number} percent.",
    ),
    ("done", "turn_on_do_not_disturb"): (
        "I turned do not disturb on.",
        "Okay, do not disturb is on now.",
    ),
    ("done", "turn_off_do_not_disturb"): (
        "I turned do not disturb off.",
        "Okay, do not disturb is off now.",
    ),
    ("done", "plug_in_phone"): ("I plugged the phone in.", "Okay, it is plugged in."),
    ("done", "unplug_phone"): ("I unplugged the phone.", "Okay, it is unplugged."),
    ("done", "turn_off_lamp"): ("I turned the lamp off.", "Okay, the lamp is out."),
    ("done", "turn_on_lamp"): ("I turned the lamp on.", "Okay, the lamp is on."),
    ("cannot", "no_spare"): ("There is no spare battery left.",),
    ("cannot", "only_spare"): ("I have no charger for it, only a spare battery.",),
    ("cannot", "no_charger"): ("I have no charger for it here.",),
    ("cannot", "no_power"): ("It won't pair, it has no power.",),
    ("cannot", "no_further"): ("The strap goes no further.",),
    ("cannot", "no_such_volume"): ("It only goes from 0 to 100 percent.",),
}
KOREAN: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("fit", "loose"): (
        "헐거워서 자꾸 흘러내려요.",
        "꽤 헐거워요, 움직이면 미끄러져요.",
    ),
    ("fit", "a_little_loose"): ("조금 헐거워요.", "아직 살짝 헐거워요."),
    ("fit", "snug"): ("딱 맞아요.", "이제 딱 맞고 안 움직여요."),
    ("fit", "tight"): ("너무 꽉 조여요.", "너무 조여서 눌려요."),
    ("fit", "unreadable"): (
        "전원이 없어서 잘 맞는지 알 수 없어요.",
        "전원이 없으니 착용 상태가 안 나와요.",
    ),
    ("battery", "good"): (
        "배터리는 {number}퍼센트예요.",
        "머리띠 배터리가 {number}퍼센트로 나와요.",
    ),
    ("battery", "low"): (
        "빨간 불이 깜빡여요, 배터리가 부족해요.",
        "배터리 표시가 빨간색이에요, 배터리가 부족해요.",
    ),
    ("pairing", "paired"): ("머리띠는 연결되어 있어요.", "머리띠가 연결됐다고 나와요."),
    ("pairing", "unpaired"): (
        "머리띠가 연결 안 됐다고 나와요.",
        "머리띠가 연결 안 되어 있어요.",
    ),
    ("pairing", "unreadable"): (
        "전원이 없어서 연결은 알 수 없어요.",
        "전원이 없어서 연결 표시가 안 보여요.",
    ),
    ("speaker", "on"): ("스피커 소리는 켜져 있어요.", "스피커는 켜져 있어요."),
    ("speaker", "off"): ("스피커가 음소거예요.", "스피커에 음소거 표시가 있어요."),
    ("test", "silent"): ("아무 소리도 안 들려요.", "전혀 안 들려요."),
    ("test", "soft"): ("작고 부드럽게 들려요.", "들려요, 부드러워요."),
    ("test", "faint"): ("거의 안 들려요.", "아주 희미해요."),
    ("test", "loud"): ("아, 소리가 커요.", "들리는데 꽤 커요."),
    ("volume", "at"): ("볼륨은 {number}퍼센트예요.", "볼륨 {number}퍼센트로 나와요."),
    ("do_not_disturb", "on"): (
        "방해 금지 모드는 켜져 있어요.",
        "방해 금지가 켜져 있다고 나와요.",
    ),
    ("do_not_disturb", "off"): (
        "방해 금지 모드는 꺼져 있어요.",
        "방해 금지가 꺼져 있다고 나와요.",
    ),
    ("charging", "on"): ("휴대폰은 충전 중이에요.", "꽂혀 있고 충전 중이에요."),
    ("charging", "off"): (
        "휴대폰은 충전이 안 되고 있어요.",
        "안 꽂혀 있어서 충전이 안 돼요.",
    ),
    ("lamp", "on"): ("램프가 켜져 있어요.", "램프가 아직 켜져 있어요."),
    ("lamp", "off"): ("램프는 꺼져 있어요.", "램프는 꺼져 있고 어두워요."),
    ("room", "on"): (
        "방이 밝아요. 자세히 안 보면 더는 모르겠어요.",
        "여기는 환해요. 더는 자세히 봐야 알아요.",
    ),
    ("room", "off"): (
        "방이 어두워요. 자세히 안 보면 더는 모르겠어요.",
        "여기는 깜깜해요. 더는 자세히 봐야 알아요.",
    ),
    ("done", "tighten_headband"): ("끈을 한 칸 조였어요.", "네, 한 칸 더 조였어요."),
    ("done", "loosen_headband"): ("끈을 한 칸 풀었어요.", "네, 한 칸 늦췄어요."),
    ("done", "swap_battery"): (
        "새 배터리로 갈았어요.",
        "네, 여분 배터리를 끼웠어요.",
    ),
    ("done", "pair_headband"): (
        "연결 버튼을 눌렀더니 소리가 났어요.",
        "네, 다시 연결했어요.",
    ),
    ("done", "unmute_speaker"): (
        "음소거를 풀었어요.",
        "네, 음소거 표시가 없어졌어요.",
    ),
    ("done", "mute_speaker"): ("음소거했어요.", "네, 음소거했어요."),
    ("done", "set_volume"): (
        "이제 볼륨이 {number}퍼센트예요.",
        "네, {number}퍼센트로 맞췄어요.",
    ),
    ("done", "turn_on_do_not_disturb"): (
        "방해 금지 모드를 켰어요.",
        "네, 방해 금지를 켰어요.",
    ),
    ("done", "turn_off_do_not_disturb"): (
        "방해 금지 모드를 껐어요.",
        "네, 방해 금지를 껐어요.",
    ),
    ("done", "plug_in_phone"): ("휴대폰을 꽂았어요.", "네, 충전기에 꽂았어요."),
    ("done", "unplug_phone"): ("휴대폰을 뽑았어요.", "네, 충전기를 뺐어요."),
    ("done", "turn_off_lamp"): ("램프를 껐어요.", "네, 램프 껐어요."),
    ("done", "turn_on_lamp"): ("램프를 켰어요.", "네, 램프 켰어요."),
    ("cannot", "no_spare"): ("여분 배터리가 없어요.",),
    ("cannot", "only_spare"): ("머리띠 충전기는 없고 여분 배터리만 있어요.",),
    ("cannot", "no_charger"): ("여기에는 머리띠 충전기가 없어요.",),
    ("cannot", "no_power"): ("전원이 없어서 연결이 안 돼요.",),
    ("cannot", "no_further"): ("끈이 더는 안 움직여요.",),
    ("cannot", "no_such_volume"): ("0에서 100퍼센트까지만 돼요.",),
}
REPORTS = {"en": ENGLISH, "ko": KOREAN}

ONE_AT_A_TIME = {
    "en": ("One thing at a time, please.", "That was a lot. I did the first one."),
    "ko": ("한 번에 하나씩만요.", "너무 많아요. 첫 번째 것만 했어요."),
}
"""What the person adds where several things were asked: they did the first."""
OPENINGS = {
    "en": ("I'm in bed now.", "I'm lying down now."),
    "ko": ("이제 누웠어요.", "이제 자려고 누웠어요."),
}
CHATS = {"en": ("Okay.", "Mm-hm."), "ko": ("네.", "음, 네.")}
UNCLEAR = {"ko": ("네? 뭐라고요?", "무슨 말씀이세요?")}
"""Where a profile in this language brings none of its own."""
GOODBYES = {"ko": ("안녕히 주무세요.",)}


def first(words: Sequence[str]) -> str:
    """Pick the first way to say a thing."""
    return words[0]


def report(findings: Sequence[Finding], language: str, pick: Pick = first) -> str:
    """Say what was found, a sentence or two a finding."""
    said = [
        pick(REPORTS[language][finding.what, finding.value]).format(
            number=finding.number
        )
        for finding in findings
    ]
    return " ".join(said)


IN_WORDS: Mapping[str, str] = {
    "look_around": "look around",
    "look_at_headband": "look at the headband",
    "look_at_speaker": "look at the speaker",
    "look_at_phone": "look at the phone",
    "look_at_lamp": "look at the lamp",
    "play_test_sound": "play a test sound",
    "tighten_headband": "tighten the headband by one notch",
    "loosen_headband": "loosen the headband by one notch",
    "swap_battery": "swap the headband's battery",
    "charge_headband": "charge the headband",
    "pair_headband": "pair the headband",
    "unmute_speaker": "unmute the speaker",
    "mute_speaker": "mute the speaker",
    "set_volume": "set the volume to {to} percent",
    "turn_down_volume": "turn down the volume",
    "turn_up_volume": "turn up the volume",
    "turn_on_do_not_disturb": "turn on do not disturb",
    "turn_off_do_not_disturb": "turn off do not disturb",
    "plug_in_phone": "plug in the phone",
    "unplug_phone": "unplug the phone",
    "turn_off_lamp": "turn off the lamp",
    "turn_on_lamp": "turn on the lamp",
}
"""Tool -> how one asks for it."""


def in_words(tool: str, arguments: Mapping[str, object]) -> str:
    """Say a use of a tool as one would ask for it; the person understands it."""
    said = IN_WORDS[tool].format_map(arguments)
    part = str(arguments.get("at", "")).replace("_", " ")
    return f"{said}'s {part}" if part else said
