"""Plays a case against a target, step by step, and returns what could be seen after each."""

from typing import Any

from evals.boundaries_cases import Case, Chatter, Consolidate, Read, Restart, Say, ThreadOf
from evals.boundaries_chatter import chatter
from evals.targets import Observation, Outcome, Session, Target, Turn
from evals.targets_look import look, look_up
from memory.core.ids import user_root

UNHURRIED = {"recall_deadline_ms": 10_000}
"""What is remembered is graded here, not how fast: a busy machine must not leave out passages."""


async def play(case: Case, target: Target) -> list[Observation]:
    """Return what could be seen after each message and each look-up of a case.

    Raises what the product raises where nothing is looked at: in small talk and in background work.
    """
    async with target.case(case.id) as session:
        return await _Play(case, session).run()


class _Play:
    def __init__(self, case: Case, session: Session) -> None:
        self._case = case
        self._session = session
        self._ids: dict[str, str] = {}
        self._told = 0
        self._rooms: dict[str, int] = {}
        """Tokens for messages in the newest window, by thread."""

    async def run(self) -> list[Observation]:
        steps = [await self._step(number, step) for number, step in enumerate(self._case.steps)]
        return [seen for seen in steps if seen]

    async def _step(self, number: int, step: Any) -> Observation | None:
        match step:
            case Say():
                return await self._say(number, step)
            case Read():
                user = self._session.user(step.user)
                return await look_up(self._session, number, user, await self._find(user, step.read))
            case Chatter():
                await self._chatter(number, step)
            case Restart():
                await self._session.restart()
            case Consolidate():
                await self._consolidate(step)
        return None

    async def _say(self, number: int, step: Say) -> Observation:
        message_id = self._ids[step.edit] if step.edit else f"{self._case.id}-{number}"
        if step.name:
            self._ids[step.name] = message_id
        user = self._session.user(step.user)
        turn = Turn(
            user,
            await self._name(step.into),
            step.say,
            message_id,
            {**UNHURRIED, **self._case.context, **step.context},
            await self._thread(step.into) if isinstance(step.into, ThreadOf) and step.into.direct else None,
            step.killed,
        )
        outcome = await self._send(turn)
        return await look(self._session, number, turn, outcome, await self._find(user, step.into))

    async def _chatter(self, number: int, step: Chatter) -> None:
        context = {**UNHURRIED, **self._case.context}
        user = self._session.user(step.user)
        for _ in range(step.chatter):
            text = chatter(self._told, self._case.language)
            sent = Turn(user, step.into, text, f"{self._case.id}-{number}-{self._told}", context)
            outcome = await self._send(sent)
            if outcome.error:
                raise RuntimeError(f"steps[{number}], small talk: {outcome.error}")
            self._told += 1

    async def _consolidate(self, step: Consolidate) -> None:
        user = self._session.user(step.user)
        thread = await self._session.thread(user, step.consolidate)
        await self._session.consolidate(user_root(user, 0), thread, self._rooms[thread])

    async def _send(self, turn: Turn) -> Outcome:
        outcome = await self._session.say(turn)
        if not outcome.error:
            self._rooms[outcome.thread] = outcome.state["plan"]["room"]
        return outcome

    async def _find(self, user: str, conversation: str | ThreadOf) -> Any:
        return await self._session.read(user, await self._name(conversation))

    async def _name(self, conversation: str | ThreadOf) -> str:
        return conversation if isinstance(conversation, str) else await self._thread(conversation)

    async def _thread(self, named: ThreadOf) -> str:
        return await self._session.thread(self._session.user(named.thread_of), named.conversation)
