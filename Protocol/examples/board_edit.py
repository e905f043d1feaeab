"""One operation on its way through `apply`: what it writes, and what it tells (SPEC.md APL).

An `Edit` works on a copy of the board. The intents in board_intents.py and the undo in board_undo.py are
made of what it can do: write a field with or without regard to conflicts, note, displace, record.
"""

import board_codec as codec
from board_state import (
    AT_END, Column, Proposal, around, element_field, element_key, field, key, placed, without)
from board_text import Text, identity, ranges, typed_by

LIMITS = codec.LIMITS


class Rejected(Exception):
    """The operation is rejected for this reason, a *rejection*."""

    def __init__(self, case, **fields):
        super().__init__(case)
        self.rejection = {"case": case, **fields}


def reject_if(condition, case, **fields):
    if condition:
        raise Rejected(case, **fields)


def limit_if(condition, limit):
    reject_if(condition, "limit-reached", limit=limit)


class Edit:
    def __init__(self, board, operation, sequence, time, author):
        self.board = board
        self.operation = operation
        self.id = operation["id"]
        self.base = operation["base"]
        self.queued = operation["queued"]
        self.accepting = False  # Whether a proposal's value is being written (APL-103).
        self.user = author["user"]
        self.stamp = {"operation": self.id, "sequence": sequence, "time": time, "author": author}
        self.typed = 0  # Scalars, by all its splices and created bodies (TXT-008).
        self.notes, self.displaced, self.receipts, self.steps = [], [], [], []
        self.tells = board.title is not None  # Whether it makes receipts (APL-105).
        self.superseded = None  # The first write that did not take effect (APL-016).
        self.merged = False
        self.cards_named = 0  # By all its moves (APL-040).
        self.cards_in_deleted = 0  # Live ones of all columns it deletes (APL-030).
        self.scalars = 0  # What it typed, deleted, took out and looked through (APL-142).

    def is_undo(self):
        return self.operation["intent"]["case"] == "undo"

    def is_own(self, stamp):
        return stamp["operation"] == self.id and stamp["author"]["user"] == self.user

    def new(self, value):
        """A field of an entity as this operation writes it."""
        return {"value": value, "stamp": self.stamp}

    # What is told

    def note(self, case, **fields):
        """APL-015."""
        note = {"case": case, **fields}
        if note not in self.notes and len(self.notes) < LIMITS["notes"]:
            self.notes.append(note)

    def note_archived(self, card):
        """APL-039, APL-092."""
        if not self.board.cards[card].is_live():
            self.note("on-archived-card", card=card)

    def note_superseded(self, address, by):
        self.note("superseded-part", field=address, by=by)
        if self.superseded is None:
            self.superseded = {"by": by, "field": address}

    def displace(self, stamp):
        """APL-010."""
        if stamp["operation"] not in self.displaced and len(self.displaced) < LIMITS["displaced"]:
            self.displaced.append(stamp["operation"])

    def receipt(self, user, mine, kind):
        if self.tells:
            self.receipts.append({"user": user, "mine": mine, "kind": kind})

    def receipt_displaced(self, address, value, stamp):
        """APL-106, APL-127: for whoever wrote, or proposed, what is there no longer."""
        kind = {"case": "displaced", "field": address, "value": value}
        self.receipt(stamp["author"]["user"], stamp["operation"], kind)

    def receipt_superseded(self, address, by):
        """APL-107."""
        self.receipt(self.user, self.id, {"case": "superseded", "field": address, "by": by})

    def step(self, case, **fields):
        """Records how to undo a write (APL-055)."""
        self.steps.append({"case": case, **fields})

    # Conflicts

    def is_unseen(self, stamp):
        """Whether another's write came behind the author's back (APL-009)."""
        return (stamp is not None and stamp["sequence"] > self.base
                and (stamp["operation"]["session"] != self.id["session"]
                     or stamp["author"]["user"] != self.user))

    def may_write(self, address, proposed):
        """Whether a write with regard to conflicts takes effect; what else becomes of it is done."""
        stamp = self.board.stamp_of(address)
        if not self.is_unseen(stamp):
            return True
        if self.queued and not self.accepting:
            self.supersede(address, proposed, stamp["operation"])
            return False
        self.displace(stamp)
        self.receipt_displaced(address, self.board.held(address), stamp)
        return True

    def supersede(self, address, proposed, winner):
        """APL-011: the value becomes a proposal."""
        self.note_superseded(address, winner)
        self.receipt_superseded(address, winner)
        earlier = self.board.proposals.get((key(address), self.user))
        if earlier is not None and self.is_unseen(earlier.stamp):
            self.receipt_displaced(address, earlier.value, earlier.stamp)  # APL-127
        self.propose(Proposal(address, proposed, self.stamp))

    def propose(self, proposal):
        """APL-012, APL-013."""
        place = (key(proposal.field), proposal.user())
        full = len(self.board.proposals) >= LIMITS["proposals"]
        limit_if(full and place not in self.board.proposals, "proposals")
        self.board.proposals[place] = proposal

    def end_proposals(self):
        """Ends the author's proposals of fields it wrote (APL-071)."""
        for step in self.steps:
            address = step_field(step)
            place = (key(address), self.user)
            proposal = self.board.proposals.get(place)
            if proposal is None or proposal.is_text() or self.is_own(proposal.stamp):
                continue
            del self.board.proposals[place]
            if self.is_unseen(proposal.stamp):
                self.receipt_displaced(address, proposal.value, proposal.stamp)  # APL-127

    # Columns

    def live_column(self, column):
        reject_if(column not in self.board.columns, "unknown-column", column=column)
        reject_if(self.board.columns[column].is_deleted(), "column-deleted", column=column)

    def add_column(self, column, title, at):
        self.board.columns[column] = Column(self.new(title), self.stamp, self.new(False))
        self.board.column_order = placed(self.board.column_order, column, at)

    def revive_unsorted(self):
        """APL-008; says which column it is."""
        column = self.board.unsorted()
        if column not in self.board.columns:
            self.add_column(column, "Unsorted", AT_END)
        elif self.board.columns[column].is_deleted():
            self.board.put_column(column, deleted=self.new(False))
        return column

    def put_board_title(self, title):
        self.step("board-title", previous=self.board.title["value"])
        self.board.title = self.new(title)

    def put_column_title(self, column, title):
        self.step("column-title", column=column, previous=self.board.columns[column].title["value"])
        self.board.put_column(column, title=self.new(title))

    def put_column_place(self, column, at):
        self.step("column-place", column=column, previous=around(self.board.column_order, column))
        self.board.column_order = placed(self.board.column_order, column, at)
        self.board.put_column(column, placed=self.stamp)

    def put_column_deleted(self, column, deleted):
        self.step("column-deleted", column=column, previous=self.board.columns[column].is_deleted())
        self.board.put_column(column, deleted=self.new(deleted))

    # Cards

    def known_card(self, card):
        reject_if(card not in self.board.cards, "unknown-card", card=card)

    def known_comment(self, card, comment):
        self.known_card(card)
        comments = self.board.cards[card].comments
        reject_if(comment not in comments, "unknown-comment", comment=comment)
        return comments[comment]

    def make_room(self, column):
        """APL-100: a live card is about to come into the column."""
        if column == self.board.unsorted():
            return
        limit = self.board.plain_value("column-limit", column=column)
        if limit is None or limit > len(self.board.live_cards(column)):
            return
        blocks = self.board.plain_value("limit-blocks") and not self.queued and not self.is_undo()
        reject_if(blocks, "limit-blocked", column=column)
        self.note("over-limit", column=column)

    def put_card_title(self, card, title):
        self.step("card-title", card=card, previous=self.board.cards[card].title["value"])
        self.board.put_card(card, title=self.new(title))

    def put_card_place(self, card, column, at):
        old = self.board.card_place(card)
        self.step("card-place", card=card, previous=old["column"], at=old["at"])
        left = without(self.board.columns[old["column"]].cards, card)
        self.board.put_column(old["column"], cards=left)
        self.board.put_column(column, cards=placed(self.board.columns[column].cards, card, at))
        self.board.put_card(card, column=self.new(column))

    def move_to_unsorted(self, card):
        """Puts a card to the end of a revived Unsorted, with the note that says so."""
        self.put_card_place(card, self.revive_unsorted(), AT_END)
        self.note("in-unsorted", card=card)

    def put_archived(self, card, archived):
        """Archives or restores; a card that was away may find its column gone or full (APL-046, APL-100)."""
        held = self.board.cards[card]
        column = held.column["value"]
        homeless = not archived and self.board.columns[column].is_deleted()
        if held.archived["value"] and not archived and not homeless:
            self.make_room(column)
        self.step("card-archived", card=card, previous=held.archived["value"])
        self.board.put_card(card, archived=self.new(archived))
        if homeless:
            self.move_to_unsorted(card)

    def put_favourite(self, card, marked):
        marks = self.board.favourites.setdefault(self.user, {})
        previous = marks[card]["value"] if card in marks else False
        self.step("favourite", card=card, previous=previous)
        marks[card] = self.new(marked)

    # Plain fields and elements

    def write_field(self, address, value):
        """Writes a plain field and records nothing."""
        self.board.fields[key(address)] = {
            "write": {"field": address, "value": value}, "stamp": self.stamp}

    def put_field(self, address, value):
        self.step("field", previous={"field": address, "value": self.board.plain_around(address)})
        self.write_field(address, value)
        if address["case"] == "item-place":  # APL-091
            items = self.board.cards[address["card"]].items
            order = placed(tuple(items), address["item"], value["at"])
            self.board.put_card(address["card"], items={item: items[item] for item in order})

    def step_removed(self, address):
        """Something new is undone by removing it (APL-110)."""
        removed = {"case": "flag", "flag": True}
        self.step("field", previous={"field": address, "value": removed})

    def put_element(self, card, element):
        elements = self.board.cards[card].elements
        place = element_key(element)
        self.step("element", card=card, element=element, previous=place in elements)
        held = {"element": element, "stamp": self.stamp}
        self.board.put_card(card, elements={**elements, place: held})

    def take_element(self, card, element):
        place = element_key(element)
        self.step("element", card=card, element=element, previous=True)
        others = {other: held for other, held in self.board.cards[card].elements.items()
                  if other != place}
        self.board.put_card(card, elements=others)

    # Texts

    def type_new(self, string):
        """The text of something that is created, typed at the start (APL-037, APL-095)."""
        text = Text()
        text.insert(typed_by(self.id, self.typed), string, None)
        self.typed += len(string)
        return text

    def put_text(self, address, text, inserted, deleted):
        """Puts an edited text in its place; `inserted` and `deleted` say how it was edited (APL-057)."""
        step = {"card": address["card"], "offset": self.typed - inserted, "inserted": inserted,
                "deleted": ranges(text.in_order(deleted))}
        if address["case"] == "comment-body":
            self.step("comment-splice", comment=address["comment"], **step)
        else:
            self.step("splice", **step)
        self.board.put_body(address, self.board.body(address)._replace(text=text, stamp=self.stamp))

    def own_extension(self, name):
        """An extension that says something of the one splice that the operation is (TXT-016, APL-121)."""
        if self.operation["intent"]["case"] in ("card-splice", "comment-splice"):
            return codec.extension("operation", self.operation, name)
        return None

    def left_of(self):
        """The scalar that the first insertion was typed in front of, or None."""
        value = self.own_extension("left-of")
        return identity(value) if value is not None else None


def step_field(step):
    """The field that an undo step is about."""
    case = step["case"]
    if case == "board-title":
        return field("board-title")
    if case == "field":
        return step["previous"]["field"]
    if case == "element":
        return element_field(step["card"], step["element"])
    if case == "comment-splice":
        return field("comment-body", card=step["card"], comment=step["comment"])
    if case == "splice":
        return field("card-body", card=step["card"])
    if case == "column-created":
        return field("column-deleted", column=step["column"])  # APL-063
    if case.startswith("column-"):
        return field(case, column=step["column"])
    return field(case, card=step["card"])
