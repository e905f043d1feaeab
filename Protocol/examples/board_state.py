"""What a board is: columns, cards, texts, plain fields, proposals, undo records, receipts (SPEC.md APL).

Nothing that stands in a board changes: it is replaced, so that a copy of a board is cheap and a rejected
operation can be forgotten with the copy that it was tried on (APL-003). Values that the schema describes,
such as stamps, fields of entities and steps, are kept as the codec reads them.
"""

from typing import NamedTuple

import board_codec as codec
from board_text import Text

FIRST_LEVEL = 1  # APL-075

PLAIN_FIELDS = codec.HELD_CASE  # The case of the value of each plain field (schema rule field-write).
NOTHING = {  # What a plain field holds that nobody wrote (APL-083).
    "flag": {"case": "flag", "flag": False},
    "number": {"case": "number", "number": None},
    "role": {"case": "role", "role": None},
    "text": {"case": "text", "text": ""},
    "item-place": {"case": "item-place", "at": {"after": None, "before": None}}}


ELEMENT_FIELDS = ("card-label", "card-assignee", "card-blocker")

ADMINISTRATOR = "(administrator)"  # The user of whoever administers the coordinator, no user's name (APL-145).


def key(address):
    """A field address as something to look up and to sort by: its bytes."""
    return codec.write("field-address", address)


def field(case, **names):
    """A field address."""
    return {"case": case, **names}


def element_field(card, element):
    """The field that an element of a card is (APL-098)."""
    if element["case"] == "label":
        return field("card-label", card=card, label=element["label"])
    if element["case"] == "blocker":
        return field("card-blocker", card=card, blocker=element["blocker"])
    return field("card-assignee", card=card, user=element["user"])


def unsorted_of(board):
    """The identifier of the column "Unsorted" (APL-007)."""
    mark = 0x756E736F72746564
    first = int(board[:16], 16) ^ mark
    last = (int(board[16:], 16) + mark) % (1 << 64)
    return f"{first:016x}{last:016x}"


def around(order, thing):
    """The anchors of what a list holds: its neighbours (APL-055)."""
    index = order.index(thing)
    return {"after": order[index - 1] if index > 0 else None,
            "before": order[index + 1] if index + 1 < len(order) else None}


def without(order, thing):
    """A list without what it holds once, if at all."""
    if thing not in order:
        return order
    index = order.index(thing)
    return order[:index] + order[index + 1:]


def placed(order, thing, at):
    """A list with something put, or moved, to where anchors resolve to (APL-006)."""
    others = without(order, thing)
    if at["after"] and at["after"] in others:
        index = others.index(at["after"]) + 1
    elif at["before"] and at["before"] in others:
        index = others.index(at["before"])
    elif at["before"] and not at["after"]:
        index = 0
    else:
        index = len(others)
    return (*others[:index], thing, *others[index:])


AT_END = {"after": None, "before": None}


class Body(NamedTuple):
    """The text of a card or comment, the stamp of its last edit, and its last compaction (APL-115)."""

    text: Text
    stamp: dict
    compacted: dict = None  # `horizon`, `stamp` and `purge`, or None.

    def is_purged(self, base):
        """Whether what the text held was purged behind that base (PRG-010)."""
        return self.compacted is not None and self.compacted["purge"] > base

    def is_late(self, base):
        """Whether a splice with that base did not see the compaction (APL-116)."""
        return self.compacted is not None and self.compacted["stamp"]["sequence"] > base


class Column(NamedTuple):
    title: dict
    placed: dict
    deleted: dict
    cards: tuple = ()  # From top to bottom, archived ones included (APL-005).

    def is_deleted(self):
        return self.deleted["value"]


class Comment(NamedTuple):
    created: dict
    body: Body


class Card(NamedTuple):
    number: int
    created: dict
    title: dict
    body: Body
    column: dict
    archived: dict
    items: dict = {}  # The stamp that created each, in the order of the list.
    elements: dict = {}  # Each held-element by the bytes of its element.
    comments: dict = {}  # In the order in which they were made.

    def is_live(self):
        return not self.archived["value"]


class Proposal(NamedTuple):
    """A value that did not take effect (APL-012), or text whose place was gone (APL-117)."""

    field: dict
    value: dict
    stamp: dict
    text: Text = None

    def user(self):
        return self.stamp["author"]["user"]

    def is_text(self):
        return self.value["case"] == "text"


class Board:
    """A board; `apply` in board_model.py is what changes one."""

    def __init__(self, board):
        self.board = board
        self.sequence = 0
        self.level = FIRST_LEVEL
        self.title = None  # A title-field, once somebody created the board.
        self.column_order = ()
        self.columns = {}
        self.cards = {}
        self.next_number = 1  # APL-135
        self.favourites = {}  # By user, then by card: a bool-field.
        self.fields = {}  # Written plain fields, by key: `write` and `stamp`.
        self.proposals = {}  # By the key of the field, and the user.
        self.undo_records = ()  # Entities *undo* by ascending sequence numbers.
        self.receipts = {}  # By user: entities *receipt* in the order in which they arose.
        self.last_purge = 0  # PRG-013; 0 for none.
        self.purged = {}  # The stamp of the purge by card and comment, or None (PRG-008).

    def copy(self):
        board = Board(self.board)
        vars(board).update(vars(self))
        for name in ("columns", "cards", "fields", "proposals", "receipts", "purged"):
            setattr(board, name, dict(getattr(self, name)))
        board.favourites = {user: dict(marks) for user, marks in self.favourites.items()}
        return board

    def unsorted(self):
        return unsorted_of(self.board)

    def live_cards(self, column):
        return [card for card in self.columns[column].cards if self.cards[card].is_live()]

    def shown_elements(self, card):
        """What a card has, without removed labels (APL-099)."""
        elements = [held["element"] for _, held in sorted(self.cards[card].elements.items())]
        return [element for element in elements
                if element["case"] != "label" or not self.is_removed("label", label=element["label"])]

    def blocking(self, card):
        """The cards that block a card (APL-139)."""
        blockers = [element["blocker"] for element in self.shown_elements(card)
                    if element["case"] == "blocker"]
        return [other for other in blockers if self.cards[other].is_live()]

    # Plain fields

    def plain(self, address):
        """What a plain field holds, a *field-value* (APL-083)."""
        written = self.fields.get(key(address))
        return written["write"]["value"] if written else NOTHING[PLAIN_FIELDS[address["case"]]]

    def plain_value(self, case, **names):
        """What a plain field holds, without its case."""
        value = self.plain(field(case, **names))
        return value["at" if value["case"] == "item-place" else value["case"]]

    def is_removed(self, kind, **names):
        return self.plain_value(kind + "-removed", **names)

    def is_written(self, case, **names):
        return key(field(case, **names)) in self.fields

    def written(self, case):
        """The writes of all plain fields of a case that somebody wrote, in the order of their addresses."""
        found = [(place, entry["write"]) for place, entry in self.fields.items()
                 if entry["write"]["field"]["case"] == case]
        return [write for _, write in sorted(found, key=lambda each: each[0])]

    def labels(self):
        """Every label the board ever had."""
        return [write["field"]["label"] for write in self.written("label-name")]

    def roles(self):
        """The role of each member, by user; the empty user stands for everyone else (APL-078)."""
        held = {write["field"]["user"]: write["value"]["role"] for write in self.written("member-role")}
        return {user: role for user, role in held.items() if role is not None}

    def role_of(self, user):
        """What somebody may do: a role, or None for whoever may not even read the board (APL-078)."""
        if user == ADMINISTRATOR:
            return "owner"
        role = self.plain_value("member-role", user=user)
        return self.plain_value("member-role", user="") if role is None else role

    # Any field

    def stamp_of(self, address, user=None):
        """The stamp of the last write of a field, None where nobody wrote it (APL-002)."""
        case = address["case"]
        if case in PLAIN_FIELDS:
            written = self.fields.get(key(address))
            return written["stamp"] if written else None
        if case == "board-title":
            return self.title["stamp"]
        if case.startswith("column-"):
            column = self.columns[address["column"]]
            return {"column-title": column.title["stamp"], "column-place": column.placed,
                    "column-deleted": column.deleted["stamp"]}[case]
        if case in ("card-body", "comment-body"):
            return self.body(address).stamp
        if case == "favourite":
            mark = self.favourites.get(user, {}).get(address["card"])
            return mark["stamp"] if mark else None
        card = self.cards[address["card"]]
        if case in ELEMENT_FIELDS:
            held = card.elements.get(element_key(element_of(address)))
            return held["stamp"] if held else None
        return {"card-title": card.title, "card-place": card.column,
                "card-archived": card.archived}[case]["stamp"]

    def held(self, address, user=None):
        """What a field holds, as a proposal of it would say it (APL-106); for places what is around."""
        case = address["case"]
        if case in PLAIN_FIELDS:
            return {"case": "field", "value": self.plain_around(address)}
        if case == "board-title":
            return {"case": "title", "title": self.title["value"]}
        if case == "column-title":
            return {"case": "title", "title": self.columns[address["column"]].title["value"]}
        if case == "column-place":
            return {"case": "column-place", "at": around(self.column_order, address["column"])}
        if case == "column-deleted":
            return held_flag(self.columns[address["column"]].is_deleted())
        if case in ELEMENT_FIELDS:
            return held_flag(True)
        if case == "favourite":
            return held_flag(self.favourites[user][address["card"]]["value"])
        card = self.cards[address["card"]]
        if case == "card-title":
            return {"case": "title", "title": card.title["value"]}
        if case == "card-archived":
            return {"case": "archived", "archived": card.archived["value"]}
        return {"case": "card-place", **self.card_place(address["card"])}

    def plain_around(self, address):
        """What a plain field holds, for a place in a list the anchors around."""
        if address["case"] == "item-place":
            items = tuple(self.cards[address["card"]].items)
            return {"case": "item-place", "at": around(items, address["item"])}
        return self.plain(address)

    def card_place(self, card):
        column = self.cards[card].column["value"]
        return {"column": column, "at": around(self.columns[column].cards, card)}

    # Texts

    def body(self, address):
        """The text that a *card-body* or *comment-body* is."""
        card = self.cards[address["card"]]
        if address["case"] == "comment-body":
            return card.comments[address["comment"]].body
        return card.body

    def put_body(self, address, body):
        card = self.cards[address["card"]]
        if address["case"] == "comment-body":
            comment = card.comments[address["comment"]]._replace(body=body)
            self.put_card(address["card"], comments={**card.comments, address["comment"]: comment})
        else:
            self.put_card(address["card"], body=body)

    # Replacing

    def put_card(self, card, **changes):
        self.cards[card] = self.cards[card]._replace(**changes)

    def put_column(self, column, **changes):
        self.columns[column] = self.columns[column]._replace(**changes)

    def add_receipts(self, receipts):
        """Keeps the last receipts of each user (APL-109)."""
        for receipt in receipts:
            kept = self.receipts.get(receipt["user"], ()) + (receipt,)
            self.receipts[receipt["user"]] = kept[-codec.LIMITS["receipts"]:]

    def take_receipts(self, user, seen):
        """Takes away the receipts of a user that `seen` says of."""
        kept = tuple(receipt for receipt in self.receipts.get(user, ()) if not seen(receipt))
        if kept:
            self.receipts[user] = kept
        else:
            self.receipts.pop(user, None)


def held_flag(flag):
    """What a field holds that is true or false and no *card-archived* (APL-132)."""
    return {"case": "field", "value": {"case": "flag", "flag": flag}}


def element_key(element):
    return codec.write("element", element)


def element_of(address):
    """The element that a *card-label*, *card-assignee* or *card-blocker* is about."""
    if address["case"] == "card-label":
        return {"case": "label", "label": address["label"]}
    if address["case"] == "card-blocker":
        return {"case": "blocker", "blocker": address["blocker"]}
    return {"case": "assignee", "user": address["user"]}
