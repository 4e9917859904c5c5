"""The scripted policy of a person: what they do in a turn, which facts it may hold.

Everything is decided by the profile, the talk so far and keyed rolls: the same talk
gives the same person on every machine. Words come last, and hold no more than the
intent allows; so a hidden fact can't leak before its rule lets it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from . import wording
from .acts import FORTHRIGHT, Content, Heard, hear
from .intent import Act, Fault, Intent
from .persona import Fact, Kind, Phase, Profile

MOST_UNCLEAR = 2
"""Questions that were not understood; after more the simulation is at fault."""
RECALL: tuple[Kind, ...] = ("dream", "experience")
"""What a question for the dream asks for."""
ON_IT: tuple[Kind, ...] = ("detail", "memory")
"""What is asked of somebody who has just told something, if nothing else is named."""
SELF: tuple[Kind, ...] = ("mood", "age")
"""What can't be answered with a no."""


@dataclass(slots=True)
class Agenda:
    """A person in one phase of one trial. `hear` is called once a turn of the agent.

    `key` names the task; with the seed it keys every roll. `content` gives the content
    lemmas of a text. A deep copy is a person of its own, at the same point.
    """

    profile: Profile
    phase: Phase
    key: str
    seed: int
    content: Content
    turn: int = 0
    """Turns of the agent heard so far."""
    told: list[str] = field(default_factory=list)
    """Ids of the facts told, in order of time."""
    gone: bool = False
    _asked: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    """Kind -> the different questions that asked for it."""
    _said: dict[str, list[str]] = field(default_factory=dict)
    """Fact id -> the wordings it was told in."""
    _questions: int = 0
    _unclear: int = 0
    _known: set[str] = field(default_factory=set)
    """Content lemmas said by the person so far."""
    _denied: tuple[str, ...] = ()
    """Content that was offered and turned down last."""
    _farewell: bool = False
    _strayed: list[str] = field(default_factory=list)
    """Asides said so far."""
    _sheet: tuple[Fact, ...] = field(init=False)
    """The facts of this phase, in the order of the sheet."""

    def __post_init__(self) -> None:
        """Lay out the sheet of this phase."""
        facts = self.profile.facts
        self._sheet = tuple(fact for fact in facts if fact.phase == self.phase)

    def opening(self) -> Intent | None:
        """Give what the person says before the agent; None where they wait."""
        if not self.profile.opens or self.turn or self.gone:
            return None
        return self._say("opens", self.profile.opens)

    def hear(self, text: str) -> Intent:
        """Decide the person's turn; `words` are the scripted wording.

        Takes any text, and never raises for what it says. Once the person is gone
        they are silent.
        """
        if self.gone:
            return Intent("silent")
        heard = hear(
            text, self.phase, self._questions, self.content, frozenset(self._known)
        )
        intent = self._decide(heard)
        self.turn += 1
        self._questions += bool(heard.question)
        self.gone = bool(intent.ends)
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
        if heard.act == "empty":
            return Intent("silent")
        if heard.act == "noise":
            return self._say("unclear", self.profile.unclear_answers)
        understood = self.profile.understands or (self.profile.language,)
        if heard.language not in understood:
            return self._say("unclear", self.profile.foreign_answers)
        match heard.act:
            case "closes":
                return self._take_leave()
            case "states" | "interprets":
                return self._chat()
            case "offers_line":
                step = self._allowed(("next_step",), heard)
                return self._tell(step) if step else self._chat()
            case "pressure":
                return self._pressed(heard)
            case "probe_element":
                return self._probed(heard)
            case "confirm":
                return self._confirm()
            case "ask_more":
                return self._more(heard)
            case "unknown":
                return self._follow(heard)
            case _:
                return self._asked_for(heard.kinds, heard)

    def _asked_for(self, kinds: tuple[Kind, ...], heard: Heard) -> Intent:
        if kinds[0] == "dream":
            kinds = (*RECALL, *kinds[1:])
        self._note_question(kinds[:1], heard)
        if facts := self._allowed(kinds, heard):
            return self._tell(facts)
        if self._blocked(kinds):
            return self._say("nothing_left", self.profile.hesitations)
        sought = RECALL if kinds[0] == "dream" else kinds[:1]
        told = [fact for fact in self._told() if fact.kind in sought]
        if told and heard.act != "ask_more":
            return self._again(told[-1])
        return self._nothing(kinds)

    def _more(self, heard: Heard) -> Intent:
        if heard.kinds and heard.kinds[0] in FORTHRIGHT:
            return self._asked_for(heard.kinds, heard)
        kinds = [*heard.kinds, *self._asked, *ON_IT]
        if self.phase == "morning":
            kinds += RECALL
        elif not self.told:
            kinds.append("wish")
        seen = tuple(kind for kind in self._order() if kind in kinds)
        self._note_question(seen, heard)
        if facts := self._allowed(tuple(dict.fromkeys((*heard.kinds, *seen))), heard):
            return self._tell(facts)
        return self._nothing(RECALL if self.phase == "morning" else ())

    def _follow(self, heard: Heard) -> Intent:
        """Answer an open question that named nothing: on what was told, if on it."""
        if self.told and self.content(heard.question) & self._known:
            kinds = RECALL if self.phase == "morning" else ON_IT
            return self._asked_for(kinds, heard)
        self._unclear += 1
        intent = self._say("unclear", self.profile.unclear_answers)
        if self._unclear > MOST_UNCLEAR:
            why = f"{self._unclear} questions of the agent were not understood"
            return intent._replace(faults=(Fault("not_understood", why, True),))
        return intent

    def _probed(self, heard: Heard) -> Intent:
        """Answer a question that offers content: with the truth, or by yielding."""
        offered = frozenset(
            lemma for word in heard.offered for lemma in self.content(word)
        )
        named = [fact for fact in self._untold() if self._names(fact, offered)]
        if free := [fact for fact in named if self._may_tell(fact, heard)]:
            return self._tell(free[:1])
        if named:
            return self._say("nothing_left", self.profile.hesitations)
        if self._roll("yield") < self.profile.yields:
            return self._yield(heard.offered)
        self._denied = heard.offered
        return self._say("denies", self.profile.closed_answers)

    def _pressed(self, heard: Heard) -> Intent:
        if self._roll("shift") < self.profile.shifts:
            if offered := heard.offered or self._denied:
                return self._yield(offered)
            return self._say("yields", self.profile.shift_answers)
        if self.told:
            return self._say("confirms", self.profile.firm_answers)
        return self._nothing(RECALL if self.phase == "morning" else ())

    def _confirm(self) -> Intent:
        """Say yes; or take back now what the person has come to see otherwise."""
        for fact in self._untold():
            if fact.replaces is not None and fact.from_turn <= self.turn:
                return self._tell([fact])
        return self._say("confirms", self.profile.yes_answers)

    def _yield(self, offered: tuple[str, ...]) -> Intent:
        self._denied = ()
        return self._say("yields", self.profile.yield_answers, offered)

    def _nothing(self, kinds: Sequence[Kind]) -> Intent:
        if kinds and (words := self.profile.without.get(kinds[0])):
            return self._say("chats" if kinds[0] in SELF else "denies", words)
        recall = self.phase == "morning" and bool({*RECALL} & {*kinds})
        if recall and not any(fact.kind in RECALL for fact in self._told()):
            return self._say("no_recall", self.profile.no_recall)
        return self._say("nothing_left", self.profile.empty_answers)

    def _leave(self) -> Intent:
        if self.profile.leaves == "asleep":
            return Intent("silent", ends="asleep")
        return self._say("says_goodbye", self._goodbyes())._replace(ends="goodbye")

    def _take_leave(self) -> Intent:
        if self._farewell:
            return Intent("silent")
        self._farewell = True
        return self._say("says_goodbye", self._goodbyes())

    def _goodbyes(self) -> Sequence[str]:
        morning = self.phase == "morning"
        return self.profile.goodbyes_morning if morning else self.profile.goodbyes

    def _chat(self) -> Intent:
        spare = [fact for fact in self._untold() if self._is_spare(fact)]
        return (
            self._tell(spare[:1]) if spare else self._say("chats", self.profile.chats)
        )

    def _tell(self, facts: Sequence[Fact]) -> Intent:
        told = list(facts)
        spare = [f for f in self._untold() if self._is_spare(f) and f not in told]
        told += spare[: max(0, self.profile.facts_a_turn - len(told))]
        said = [self._pick(fact.say, fact.id) for fact in told]
        for fact, words in zip(told, said, strict=True):
            self._said.setdefault(fact.id, []).append(words)
        words = wording.scripted(said, self._aside("before"), self._aside("after"))
        return Intent("tells", tuple(fact.id for fact in told), words)

    def _aside(self, where: str) -> str:
        """Give talk beside the point that wasn't heard yet, or none."""
        asides = self.profile.asides
        left = asides and [each for each in asides if each not in self._strayed]
        if not left or self._roll(f"aside {where}") >= self.profile.aside_share:
            return ""
        self._strayed.append(self._pick(left, f"which aside {where}"))
        return self._strayed[-1]

    def _again(self, fact: Fact) -> Intent:
        """Tell a fact once more, in other words; or say that it was told."""
        used = self._said.get(fact.id, [])
        if left := [words for words in fact.say if words not in used]:
            words = self._pick(left, fact.id)
            self._said[fact.id] = [*used, words]
            return Intent("tells", (fact.id,), words)
        return self._say("nothing_left", self.profile.already)

    # ------------------------------------------------------------ facts

    def _told(self) -> list[Fact]:
        """Give the facts that were told and stand, in order of time."""
        facts = {fact.id: fact for fact in self._sheet}
        told = [facts[id] for id in self.told]
        back = {fact.replaces for fact in told}
        return [fact for fact in told if fact.id not in back]

    def _untold(self) -> list[Fact]:
        """Give the facts that may come yet: one that replaces comes after its own."""
        return [
            fact
            for fact in self._sheet
            if fact.id not in self.told
            and (fact.replaces is None or fact.replaces in self.told)
        ]

    def _allowed(self, kinds: Iterable[Kind], heard: Heard) -> list[Fact]:
        """Give the facts that this question may bring out, as many as fit a turn."""
        for kind in kinds:
            of_kind = [fact for fact in self._untold() if fact.kind == kind]
            if found := [fact for fact in of_kind if self._may_tell(fact, heard)]:
                return found[: self.profile.facts_a_turn]
        return []

    def _blocked(self, kinds: Sequence[Kind]) -> bool:
        """Tell whether there is something to tell to this, but not yet."""
        sought = RECALL if kinds[0] == "dream" else kinds[:1]
        return any(fact.kind in sought for fact in self._untold())

    def _may_tell(self, fact: Fact, heard: Heard) -> bool:
        if self.turn < fact.from_turn:
            return False
        match fact.tell:
            case "asked" | "unasked":
                return True
            case "again":
                more = heard.act == "ask_more"
                once_more = more or len(self._asked.get(fact.kind, ())) > 1
                return once_more and not heard.closed
            case "open":
                return not heard.closed

    def _is_spare(self, fact: Fact) -> bool:
        return fact.tell == "unasked" and self.turn >= fact.from_turn

    def _note_question(self, kinds: Iterable[Kind], heard: Heard) -> None:
        words = frozenset(heard.question.split())
        for kind in kinds:
            self._asked.setdefault(kind, set()).add(words)

    def _order(self) -> list[Kind]:
        return list(dict.fromkeys(fact.kind for fact in self._sheet))

    def _names(self, fact: Fact, offered: frozenset[str]) -> bool:
        if fact.kind in FORTHRIGHT:
            return False
        words = fact.words or fact.say[:1]
        return any(self.content(word) & offered for word in words)

    def _waits_for_help(self) -> bool:
        """A person who has told of a risk doesn't leave before they have been heard."""
        kinds = {fact.kind for fact in self._told()}
        return "risk" in kinds and self.turn + 1 < 2 * self.profile.patience

    # ------------------------------------------------------------ words and rolls

    def _say(
        self, act: Act, words: Sequence[str], offered: tuple[str, ...] = ()
    ) -> Intent:
        said = self._pick(words, act)
        if offered:
            said = wording.filled(said, offered)
        return Intent(act, (), said, offered)

    def _pick(self, words: Sequence[str], knob: str) -> str:
        return words[int(self._roll(knob) * len(words))]

    def _roll(self, knob: str) -> float:
        """Give a number in [0, 1) that (task, phase, seed, turn, knob) alone decide."""
        name = f"{self.key}\0{self.phase}\0{self.seed}\0{self.turn}\0{knob}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:6], "big") / 2.0**48
