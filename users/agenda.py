"""The scripted policy of a person: what they do in a turn, which facts it may hold.

Everything is decided by the profile, the talk so far and keyed rolls: the same talk
gives the same person on every machine. Words come last, and hold no more than the
intent allows; so a hidden fact can't leak before its rule lets it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .acts import Heard, hear
from .intent import Act, Fault, Intent
from .persona import Fact, Kind, Phase, Profile

Content = Callable[[str], frozenset[str]]
"""Gives the content lemmas of a text."""

MOST_UNCLEAR = 2
"""Questions that were not understood; after more the simulation is at fault."""
RECALL: tuple[Kind, ...] = ("dream", "experience")
"""What a question for the dream asks for."""


@dataclass(slots=True)
class Agenda:
    """A person in one phase of one trial. `hear` is called once a turn of the agent.

    `key` names the task; with the seed it keys every roll.
    """

    profile: Profile
    phase: Phase
    key: str
    seed: int
    content: Content
    turn: int = 0
    """Turns of the agent heard so far."""
    told: list[str] = field(default_factory=list)
    gone: bool = False
    _asked: dict[str, int] = field(default_factory=dict)
    """Kind -> how often it was asked for."""
    _questions: int = 0
    _unclear: int = 0
    _known: set[str] = field(default_factory=set)
    """Content words said by the person so far."""
    _denied: tuple[str, ...] = ()
    """Content that was offered and turned down last."""
    _farewell: bool = False

    def hear(self, text: str) -> Intent:
        """Decide the person's turn; `words` are the scripted wording."""
        if self.gone:
            return Intent("silent")
        heard = hear(text, self.phase, self._questions)
        intent = self._decide(heard)
        self.turn += 1
        if heard.question:
            self._questions += 1
        if intent.ends:
            self.gone = True
        self.told += [fact for fact in intent.facts if fact not in self.told]
        self._known |= self.content(intent.words)
        return intent

    # ------------------------------------------------------------ the decision

    def _decide(self, heard: Heard) -> Intent:
        due = [
            fact
            for fact in self._untold()
            if fact.by_turn is not None and fact.by_turn <= self.turn
        ]
        if due:
            return self._tell(due[:1])
        if self.turn + 1 >= self.profile.patience and not self._waits_for_help():
            return self._leave()
        match heard.said:
            case "empty":
                return Intent("silent")
            case "closes":
                if self._farewell:
                    return Intent("silent")
                self._farewell = True
                return self._say("says_goodbye", self.profile.goodbyes)
            case "pressure":
                return self._pressed(heard)
            case "more":
                return self._more(heard)
            case "asks":
                return self._asked_for(heard)
            case "line":
                step = self._allowed(("next_step",), heard)
                return self._tell(step) if step else self._chat()
            case "states":
                return self._chat()

    def _asked_for(self, heard: Heard) -> Intent:
        offered = self._offered(heard)
        kinds = self._kinds(heard)
        if heard.closed and offered:
            hit = [fact for fact in self._untold() if self._names(fact, offered)]
            free = [fact for fact in hit if fact.tell in ("asked", "unasked")]
            if free:
                return self._tell(free[:1])
            if not self._about_consent(kinds):
                return self._offer(offered)
        if not kinds:
            return self._not_understood()
        for kind in kinds[:1]:
            self._asked[kind] = self._asked.get(kind, 0) + 1
        facts = self._allowed(kinds, heard)
        if facts:
            return self._tell(facts)
        if any(fact.tell == "again" for fact in self._of(kinds)):
            return self._say("nothing_left", self.profile.hesitations)
        again = [fact for fact in self._facts() if fact.id in self.told]
        again = [fact for fact in again if fact.kind in kinds]
        if again and self.phase != "morning":
            return self._tell(again[-1:])
        return self._nothing(kinds)

    def _more(self, heard: Heard) -> Intent:
        kinds = [Kind_ for Kind_ in self._kinds(heard)]
        kinds += [kind for kind in self._order() if kind in self._asked]
        if self.phase == "morning":
            kinds += [*RECALL]
        for kind in dict.fromkeys(kinds):
            self._asked[kind] = self._asked.get(kind, 0) + 1
        facts = self._allowed(tuple(dict.fromkeys(kinds)), heard)
        return self._tell(facts) if facts else self._nothing(kinds)

    def _pressed(self, heard: Heard) -> Intent:
        offered = self._offered(heard) or self._denied
        if offered and self._roll("shift") < self.profile.shifts:
            return self._yield(offered)
        return self._nothing(RECALL if self.phase == "morning" else ())

    def _offer(self, offered: tuple[str, ...]) -> Intent:
        if self._roll("yield") < self.profile.yields:
            return self._yield(offered)
        self._denied = offered
        return self._say("denies", self.profile.closed_answers)

    def _yield(self, offered: tuple[str, ...]) -> Intent:
        self._denied = ()
        words = self._pick(self.profile.yield_answers, "words")
        return Intent("yields", (), words.replace("{offered}", offered[-1]), offered)

    def _not_understood(self) -> Intent:
        self._unclear += 1
        intent = self._say("unclear", self.profile.unclear_answers)
        if self._unclear > MOST_UNCLEAR:
            why = f"{self._unclear} questions of the agent were not understood"
            return intent._replace(faults=(Fault("not_understood", why, True),))
        return intent

    def _nothing(self, kinds: Sequence[Kind]) -> Intent:
        empty = self.phase == "morning" and bool({*RECALL} & {*kinds})
        nothing = not any(fact.kind in RECALL for fact in self._told())
        if empty and nothing:
            return self._say("no_recall", self.profile.no_recall)
        return self._say("nothing_left", self.profile.empty_answers)

    def _leave(self) -> Intent:
        if self.profile.leaves == "asleep":
            return Intent("silent", ends="asleep")
        words = self._pick(self.profile.goodbyes, "words")
        return Intent("says_goodbye", (), words, ends="goodbye")

    def _chat(self) -> Intent:
        spare = [fact for fact in self._untold() if fact.tell == "unasked"]
        if spare:
            return self._tell(spare[:1])
        return self._say("chats", self.profile.chats)

    def _tell(self, facts: Sequence[Fact]) -> Intent:
        told = list(facts)
        room = self.profile.facts_a_turn - len(told)
        spare = [f for f in self._untold() if f.tell == "unasked" and f not in told]
        told += spare[: max(0, room)]
        words = " ".join(self._pick(fact.say, fact.id) for fact in told)
        if self.profile.asides and self._roll("aside") < self.profile.aside_share:
            words = f"{words} {self._pick(self.profile.asides, 'which aside')}"
        return Intent("tells", tuple(fact.id for fact in told), words)

    # ------------------------------------------------------------ facts

    def _facts(self) -> list[Fact]:
        return [fact for fact in self.profile.facts if fact.phase == self.phase]

    def _told(self) -> list[Fact]:
        return [fact for fact in self._facts() if fact.id in self.told]

    def _untold(self) -> list[Fact]:
        """Give the facts that may come now: one that replaces comes after its own."""
        return [
            fact
            for fact in self._facts()
            if fact.id not in self.told
            and (fact.replaces is None or fact.replaces in self.told)
        ]

    def _of(self, kinds: Sequence[Kind]) -> list[Fact]:
        return [fact for fact in self._untold() if fact.kind in kinds]

    def _allowed(self, kinds: Sequence[Kind], heard: Heard) -> list[Fact]:
        """Give the facts that this question may bring out, as many as fit a turn."""
        found: list[Fact] = []
        for kind in kinds:
            here = [fact for fact in self._of((kind,)) if self._may_tell(fact, heard)]
            if here:
                found += here
                break
        return found[: self.profile.facts_a_turn]

    def _may_tell(self, fact: Fact, heard: Heard) -> bool:
        match fact.tell:
            case "asked" | "unasked":
                return True
            case "again":
                more = heard.said == "more"
                return (more or self._asked.get(fact.kind, 0) > 1) and not heard.closed
            case "open":
                return not heard.closed

    def _kinds(self, heard: Heard) -> tuple[Kind, ...]:
        kinds = heard.kinds
        if "dream" in kinds:
            kinds = (*kinds, "experience")
        if (
            not kinds
            and not heard.sure
            and not heard.closed
            and self.phase == "bedtime"
        ):
            # What is asked of a person who just told something is more of it.
            return ("detail", "memory") if self.told else ()
        return kinds

    def _order(self) -> list[Kind]:
        return list(dict.fromkeys(fact.kind for fact in self._facts()))

    def _about_consent(self, kinds: Sequence[Kind]) -> bool:
        plain: set[Kind] = {
            "consent", "retention", "risk", "next_step", "age", "mood", "boundary",
        }  # fmt: skip
        return bool(plain & set(kinds))

    def _offered(self, heard: Heard) -> tuple[str, ...]:
        """Give the content words of a question that the person has not said."""
        return tuple(sorted(self.content(heard.question) - self._known))

    def _names(self, fact: Fact, offered: Sequence[str]) -> bool:
        words = fact.words or fact.say[:1]
        return any(self.content(word) & set(offered) for word in words)

    def _waits_for_help(self) -> bool:
        """A person who has told of a risk doesn't leave before they have been heard."""
        kinds = {fact.kind for fact in self._told()}
        return "risk" in kinds and self.turn < 2 * self.profile.patience

    # ------------------------------------------------------------ words and rolls

    def _say(self, act: Act, words: Sequence[str]) -> Intent:
        return Intent(act, (), self._pick(words, act))

    def _pick(self, words: Sequence[str], knob: str) -> str:
        return words[int(self._roll(knob) * len(words))]

    def _roll(self, knob: str) -> float:
        """Give a number in [0, 1) that (task, phase, seed, turn, knob) alone decide."""
        name = f"{self.key}\0{self.phase}\0{self.seed}\0{self.turn}\0{knob}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:6], "big") / 2.0**48
