"""A window on a board: a session, the board as its operations make it, and what is sent to change it.

SPEC.md SES, EDT, SNP, RSM, DIG, HIS. It edits only while it is connected: nothing waits on a disk to be
sent again.
"""

import os
import time

import board_model
import board_snapshot
from board_codec import SCHEMA
from board_connection import ErrorAnswer, Problem

NOTHING = "0" * 32
GIVE_UP = 300  # Seconds after which an edit that is refused for now is not tried again.
PAUSE = 1  # Seconds before it is, where the coordinator names no time.


def excerpt(connection, board, cards):
    """What belongs to no card of a board, and the cards with these names, as a board that no operation is
    applied to (EXC-006); nothing where it is not given (EXC-004, EXC-005)."""
    answers = connection.ask("fetch-excerpt", {
        "board": board, "level": SCHEMA["model-level"], "cards": cards})
    if not answers[0]["given"]:
        return None
    entities = [entity for answer in answers for entity in answer["entities"]]
    return board_snapshot.board_from(board, answers[0]["sequence"], entities)


class Window:
    def __init__(self, connection, board):
        self.connection = connection
        self.session = os.urandom(16).hex()
        self.board = board_model.Board(board)
        self.counter = 0  # Of the last operation sent, each of which has its outcome.
        self.acknowledged = (0, 0)
        self.is_fetching = self.is_stale = False
        self.waiting = []  # COMMITTED that came while a snapshot was fetched.
        self.on_change = lambda before, committed: None
        self.on_fetch = lambda board: None
        self.on_trouble = lambda words: None
        connection.on_event = self.take_event
        self.epoch = None
        self.fetch()

    def attach(self):
        """A fresh session of a command, which nobody restores (SES-003). It has nothing of the board yet, so
        that a snapshot follows ATTACHED (RSM-004, SNP-022)."""
        parts = self.connection.parts("attach", {
            "board": self.board.board, "session": self.session, "instance": os.urandom(16).hex(),
            "configuration": "command", "epoch": 0, "incarnation": NOTHING, "sequence": 0,
            "first-pending": 1, "level": SCHEMA["model-level"], "snapshot": True})
        self.epoch = next(parts)["epoch"]
        return list(parts)

    # What comes

    def take_event(self, name, value):
        if name == "committed":
            for committed in value["operations"]:
                self.take_committed(committed)
        elif name == "resync":
            self.is_stale = True  # Nothing is committed to us before we have fetched (RSM-007).
        elif name == "digest":
            self.compare_digest(value)

    def take_committed(self, committed):
        if self.is_fetching:
            self.waiting.append(committed)
        elif committed["sequence"] <= self.board.sequence or self.is_stale:
            pass  # The snapshot has it, or will have it.
        elif committed["sequence"] != self.board.sequence + 1:
            self.on_trouble("operations are missing before " + str(committed["sequence"]))
            self.is_stale = True
        else:
            self.apply(committed)

    def apply(self, committed):
        if committed["content"]["case"] == "purged":  # PRG-015
            self.on_trouble(f"operation {committed['sequence']} is purged, and cannot be replayed")
            self.is_stale = True
            return
        before = self.board
        self.board, content = board_model.take(before, committed)
        self.on_change(before, committed)
        if content != committed["content"]:  # EDT-018
            self.on_trouble(f"operation {committed['sequence']} came to something else here")
            self.is_stale = True
        if self.board.sequence - self.acknowledged[0] >= 64:
            self.acknowledge()

    def compare_digest(self, value):
        """DIG-005, DIG-006."""
        if self.is_fetching or self.is_stale or value["sequence"] != self.board.sequence:
            return
        if board_snapshot.digest(self.board) != value["digest"]:
            self.on_trouble(f"the board is another one here at operation {value['sequence']}")
            self.is_stale = True

    def settle(self):
        """Fetches the board again where it has to be, and acknowledges what came (EDT-019)."""
        while self.is_stale:
            self.fetch()
        self.acknowledge()

    def acknowledge(self):
        """EDT-019, EDT-021."""
        now = (self.board.sequence, self.counter)
        if now != self.acknowledged:
            self.acknowledged = now
            self.connection.event("acknowledge", {"sequence": now[0], "counter": now[1]})

    def follow(self):
        """Takes what comes, until somebody interrupts."""
        while True:
            self.connection.pump(0.5)  # Less than the second that EDT-019 leaves.
            self.settle()

    # Snapshots

    def fetch(self):
        """The board as a snapshot, behind ATTACHED or asked for (SNP-001 to SNP-005, SNP-022)."""
        self.is_fetching, self.is_stale = True, False
        self.waiting = []
        try:
            chunks = self.fetch_chunks()
        finally:
            self.is_fetching = False
        entities = [entity for chunk in chunks for entity in chunk["entities"]]
        if len(entities) != chunks[0]["total"]:
            raise Problem("the coordinator sent a snapshot that is not whole")
        self.board = board_snapshot.board_from(
            self.board.board, chunks[0]["sequence"], entities)
        self.on_fetch(self.board)
        for committed in self.waiting:
            self.take_committed(committed)

    def fetch_chunks(self, attempts=5):
        try:
            if self.epoch is None:
                return self.attach()
            return self.connection.ask("fetch-snapshot", {})
        except ErrorAnswer as error:
            if error.code != 3301 or not attempts:
                raise
            return self.fetch_chunks(attempts - 1)  # It is gone: another one.

    # What is sent

    def submit(self, intent):
        """Sends an edit, and gives its outcome as it was stored."""
        self.settle()
        operation = {
            "id": {"session": self.session, "epoch": self.epoch, "counter": self.counter + 1},
            "base": self.board.sequence, "queued": False, "intent": intent, "extensions": []}
        stored = self.send_until_taken(operation)
        self.counter += 1
        self.settle()
        return stored

    def send_until_taken(self, operation):
        """A refusal for now has consumed nothing: the same again, later (EDT-015, ERR-006)."""
        give_up = time.monotonic() + GIVE_UP
        while True:
            try:
                return self.connection.ask_one("submit", {"operation": operation})["stored"]
            except ErrorAnswer as error:
                if error.retry != "later" or time.monotonic() > give_up:
                    raise
                self.on_trouble(f"{error}; trying again")
                self.connection.pump(max(error.wait, PAUSE))
                self.acknowledge()

    def history(self, card=None):
        """The committed operations of the board, or those that concern a card (HIS-001, HIS-005)."""
        first = 1
        while True:
            asked = {"from": first, "count": 100}
            if card is None:
                answer = self.connection.ask_one("fetch-history", asked)
            else:
                answer = self.connection.ask_one("fetch-card-history", {"card": card, **asked})
            self.settle()
            if not answer["operations"]:
                return
            yield from answer["operations"]
            first = answer["operations"][-1]["sequence"] + 1

    def card_history(self, card):
        if "card-history" in self.connection.features:
            return self.history(card)
        return concerning(self.history(), card)

    def close(self):
        """The session is done for good (SES-018)."""
        self.connection.on_event = lambda name, value: None
        self.connection.ask("detach", {"close": True})


def concerning(history, card):
    """Those of a board's operations that concern a card (HIS-006)."""
    concerned = []
    for committed in history:
        content = committed["content"]
        if content["case"] == "rejected":
            continue
        intents = ([part["intent"] for part in content["parts"]] if content["case"] == "purged"
                   else [content["operation"]["intent"]])
        undone = any(intent["case"] == "undo" and intent["target"] in concerned for intent in intents)
        if undone or names(intents, card) or names(content.get("outcome", content).get("notes"), card):
            concerned.append((content if content["case"] == "purged" else content["operation"])["id"])
            yield committed


def names(value, card):
    """Whether a value names a card other than as an anchor."""
    if isinstance(value, dict):
        return any(names(part, card) for name, part in value.items() if name != "at")
    if isinstance(value, list):
        return any(names(part, card) for part in value)
    return value == card
