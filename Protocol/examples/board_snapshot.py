"""Boards as entities, entities as boards, and the digest of both (SPEC.md SNP, DIG)."""

import hashlib
import itertools

import board_codec as codec
from board_state import Board, Body, Card, Column, Comment, Proposal, element_key, field, key
from board_text import Text

ENTITY_BYTES = 61440  # SNP-013
MARKS = 256  # SNP-008
LAST_NUMBER = codec.LIMITS["card-number"]


class NoSnapshot(Exception):
    """The entities do not fit together (SNP-012, SNP-016)."""


# From a board to its entities


def entities(board):
    """The entities of a board in their order (SNP-006, SNP-015, SNP-017)."""
    if board.title is None:
        return []
    return [header(board), *columns(board), *cards(board), *favourites(board, MARKS),
            *proposals(board), *board.undo_records, *fields_by_card(board).get(None, []),
            *receipts(board), *purged(board)]


def header(board):
    return {"case": "header", "board": board.board, "level": board.level,
            "next-number": board.next_number, "title": board.title}


def columns(board):
    for name in board.column_order:
        column = board.columns[name]
        yield {"case": "column", "column": name, "title": column.title, "placed": column.placed,
               "deleted": column.deleted}


def cards_in_order(board):
    return [card for column in board.column_order for card in board.columns[column].cards]


def cards(board):
    own_fields = fields_by_card(board)
    for name in cards_in_order(board):
        card = board.cards[name]
        yield card_entity(name, card)
        yield from text_entities({"case": "text", "card": name}, card.body.text)
        yield from compacted(name, None, card.body)
        yield from items(name, card)
        yield from elements(name, card)
        for comment_name, comment in card.comments.items():
            yield comment_entity(name, comment_name, comment)
            address = {"case": "comment-text", "card": name, "comment": comment_name}
            yield from text_entities(address, comment.body.text)
            yield from compacted(name, comment_name, comment.body)
        yield from own_fields.get(name, [])


def card_entity(name, card):
    own = {"title": card.title, "column": card.column, "archived": card.archived}
    return {"case": "card", "card": name, "number": card.number, "created": card.created,
            **{part: held["value"] for part, held in own.items()},
            **{part + "-stamp": besides(card.created, held["stamp"]) for part, held in own.items()},
            "body-stamp": besides(card.created, card.body.stamp)}


def comment_entity(card, name, comment):
    return {"case": "comment", "card": card, "comment": name, "created": comment.created,
            "body-stamp": besides(comment.created, comment.body.stamp)}


def besides(created, stamp):
    """A stamp as it stands beside that of the creation (SNP-021)."""
    return None if stamp == created else stamp


def items(name, card):
    for item, created in card.items.items():
        yield {"case": "item", "card": name, "item": item, "created": created}


def elements(name, card):
    if card.elements:
        held = [element for _, element in sorted(card.elements.items())]
        yield {"case": "elements", "card": name, "elements": held}


def compacted(card, comment, body):
    if body.compacted is not None:
        yield {"case": "compacted", "card": card, "comment": comment, **body.compacted}


def text_entities(entity, text):
    """Canonical runs in as many entities as they need (SNP-007, SNP-013)."""
    room = ENTITY_BYTES - len(codec.write("entity", {**entity, "runs": []}))
    chunk, size = [], 0
    for run in short_runs(text.runs(), room):
        length = len(codec.write("text-run", run))
        if chunk and size + length > room:
            yield {**entity, "runs": chunk}
            chunk, size = [], 0
        chunk.append(run)
        size += length
    if chunk:
        yield {**entity, "runs": chunk}


def short_runs(runs, room):
    """Runs of which each fits an entity; a longer one is cut, and whoever reads it joins it again."""
    scalars = (room - 64) // 4  # 64 bytes are more than a run has beside its text.
    for run in runs:
        for start in range(0, len(run["text"]), scalars):
            yield part_of(run, start, run["text"][start : start + scalars])


def part_of(run, start, text):
    first = dict(run["start"])
    if run["step"] == "offset":
        first["offset"] += start
    else:
        counter = first["operation"]["counter"] + start
        first["operation"] = {**first["operation"], "counter": counter}
    step = run["step"] if len(text) > 1 else "offset"
    return {**run, "start": first, "step": step, "text": text}


def by_user(entries):
    """A dict's items in ascending order of the bytes of users."""
    return sorted(entries.items(), key=lambda entry: entry[0].encode("utf-8"))


def favourites(board, at_once):
    for user, marks in by_user(board.favourites):
        marked = [{"card": card, "marked": mark} for card, mark in sorted(marks.items())]
        for start in range(0, len(marked), at_once):
            yield {"case": "favourites", "user": user, "marked": marked[start : start + at_once]}


def proposals_in_order(board):
    """SNP-009."""
    return sorted(board.proposals.values(),
                  key=lambda proposal: (proposal.stamp["sequence"], key(proposal.field)))


def proposal_entity(proposal):
    return {"case": "proposal", "field": proposal.field, "value": proposal.value,
            "stamp": proposal.stamp}


def proposals(board):
    for proposal in proposals_in_order(board):
        yield proposal_entity(proposal)
        if proposal.is_text():
            address = {"case": "proposal-text", "field": proposal.field, "user": proposal.user()}
            yield from text_entities(address, proposal.text)


def fields(board):
    for _, written in sorted(board.fields.items()):
        yield {"case": "field", **written}


def fields_by_card(board):
    """The written plain fields of each card, and under None those of no card (SNP-015)."""
    found = {}
    for entity in fields(board):
        found.setdefault(entity["write"]["field"].get("card"), []).append(entity)
    return found


def receipts(board):
    return itertools.chain.from_iterable(kept for _, kept in by_user(board.receipts))


def purged(board):
    """SNP-020."""
    for card, comment in sorted(board.purged, key=lambda place: (place[0], place[1] or "")):
        yield {"case": "purged", "card": card, "comment": comment, "stamp": board.purged[card, comment]}
    if board.last_purge:
        yield {"case": "last-purge", "sequence": board.last_purge}


# The digest


def digest(board):
    """The digest of a board as hexadecimal digits (DIG-001, DIG-003)."""
    words = [0, 0, 0, 0]
    if board.title is not None:
        for data in itertools.chain(hashed_entities(board), places(board), pieces(board)):
            one = hashlib.sha256(data).digest()
            for index in range(4):
                word = int.from_bytes(one[8 * index : 8 * index + 8], "big")
                words[index] = (words[index] + word) % (1 << 64)
    return "".join(f"{word:016x}" for word in words)


def hashed_entities(board):
    """The bytes that are hashed, one for each entity (DIG-002, DIG-008, DIG-009)."""
    def entity(value):
        return codec.write("entity", value)

    yield entity(header(board))
    yield from map(entity, columns(board))
    for name, card in board.cards.items():
        yield entity(card_entity(name, card))
        yield from map(entity, compacted(name, None, card.body))
        yield from map(entity, items(name, card))
        for held in card.elements.values():
            yield entity({"case": "elements", "card": name, "elements": [held]})
        for comment_name, comment in card.comments.items():
            yield entity(comment_entity(name, comment_name, comment))
            yield from map(entity, compacted(name, comment_name, comment.body))
    yield from map(entity, map(proposal_entity, board.proposals.values()))
    for others in (favourites(board, 1), board.undo_records, fields(board), receipts(board),
                   purged(board)):
        yield from map(entity, others)


def places(board):
    """The bytes that are hashed, one for each element of a list (DIG-010)."""
    yield from places_in(128, board.board, board.column_order)
    for name, column in board.columns.items():
        yield from places_in(129, name, column.cards)
    for name, card in board.cards.items():
        yield from places_in(130, name, card.items)
        yield from places_in(131, name, card.comments)


def places_in(kind, name, elements):
    left = None
    for element in elements:
        yield bytes([kind]) + codec.write("id128", name) + codec.write("id128", element) + (
            optional("id128", left))
        left = element


def optional(name, value):
    return b"\x00" if value is None else b"\x01" + codec.write(name, value)


def pieces(board):
    """The bytes that are hashed, one for each piece of a text (DIG-011, DIG-012)."""
    for name, card in board.cards.items():
        card_bytes = codec.write("id128", name)
        yield from pieces_of(card.body.text, b"\x84" + card_bytes)
        for comment_name, comment in card.comments.items():
            address = b"\x85" + card_bytes + codec.write("id128", comment_name)
            yield from pieces_of(comment.body.text, address)
    for proposal in board.proposals.values():
        if proposal.is_text():
            user = codec.write("title", proposal.user())
            address = b"\x86" + codec.write("field-address", proposal.field) + user
            yield from pieces_of(proposal.text, address)


def pieces_of(text, address):
    left = None
    for run in text.runs():
        for start, end in cuts(run):
            piece = part_of(run, start, run["text"][start:end])
            yield address + codec.write("text-run", piece) + optional("text-identity", left)
            left = part_of(run, end - 1, run["text"][end - 1])["start"]


def cuts(run):
    """Where the pieces of a canonical run start and end in it."""
    if run["step"] == "offset":
        first = run["start"]["offset"]
    else:
        first = run["start"]["operation"]["counter"]
    size, length = codec.LIMITS["digest-piece"], len(run["text"])
    starts = [0, *range(size - first % size, length, size)]
    return zip(starts, [*starts[1:], length])


# From entities to a board


def board_from(board, sequence, snapshot):
    """The board that a complete snapshot is of (SNP-011)."""
    builder = Builder(board, sequence)
    for entity in snapshot:
        builder.add(entity)
    return builder.finished()


class Builder:
    """Takes entities as they come, refusing what does not fit (SNP-012, SNP-016)."""

    def __init__(self, board, sequence):
        self.board = Board(board)
        self.board.sequence = sequence
        self.numbers = set()  # SNP-019
        self.cards_of = {}  # The cards of each column, from top to bottom.

    def add(self, entity):
        names = {name: value for name, value in entity.items() if name != "case"}
        if entity["case"] != "header" and self.board.title is None:
            raise NoSnapshot("no header")
        getattr(self, entity["case"].replace("-", "_"))(**{
            name.replace("-", "_"): value for name, value in names.items()})

    def finished(self):
        for column, cards_of in self.cards_of.items():
            self.board.put_column(column, cards=tuple(cards_of))
        return self.board

    @staticmethod
    def refuse_if(condition, why):
        if condition:
            raise NoSnapshot(why)

    def card_named(self, card):
        self.refuse_if(card not in self.board.cards, "a card that did not come before")
        return self.board.cards[card]

    def comment_named(self, card, comment):
        comments = self.card_named(card).comments
        self.refuse_if(comment not in comments, "a comment that did not come before")
        return comments[comment]

    def body_named(self, card, comment):
        """The address of a text whose card or comment came before."""
        if comment is None:
            self.card_named(card)
            return field("card-body", card=card)
        self.comment_named(card, comment)
        return field("comment-body", card=card, comment=comment)

    def add_runs(self, text, runs):
        self.refuse_if(not text.add_runs(runs), "an identity twice in one text")

    # One for each entity

    def header(self, board, level, next_number, title):
        self.refuse_if(board != self.board.board, "another board")
        self.refuse_if(self.board.title is not None, "two headers")
        self.refuse_if(not 0 < next_number <= LAST_NUMBER + 1, "an impossible next number")
        self.board.level, self.board.title = level, title
        self.board.next_number = next_number

    def column(self, column, title, placed, deleted):
        self.refuse_if(column in self.board.columns, "a column twice")
        self.board.columns[column] = Column(title, placed, deleted)
        self.board.column_order += (column,)
        self.cards_of[column] = []

    def card(self, card, number, created, title, title_stamp, body_stamp, column, column_stamp,
             archived, archived_stamp):
        self.refuse_if(card in self.board.cards, "a card twice")
        self.refuse_if(column not in self.cards_of, "a column that did not come before")
        self.refuse_if(not 0 < number < self.board.next_number, "a number that was not given")
        self.refuse_if(number in self.numbers, "a number twice")
        self.numbers.add(number)
        self.board.cards[card] = Card(
            number, created, {"value": title, "stamp": title_stamp or created},
            Body(Text(), body_stamp or created),
            {"value": column, "stamp": column_stamp or created},
            {"value": archived, "stamp": archived_stamp or created})
        self.cards_of[column].append(card)

    def text(self, card, runs):
        self.add_runs(self.board.body(self.body_named(card, None)).text, runs)

    def comment_text(self, card, comment, runs):
        self.add_runs(self.board.body(self.body_named(card, comment)).text, runs)

    def compacted(self, card, comment, horizon, stamp, purge):
        address = self.body_named(card, comment)
        body = self.board.body(address)
        self.refuse_if(body.compacted is not None, "a text compacted twice")
        compaction = {"horizon": horizon, "stamp": stamp, "purge": purge}
        self.board.put_body(address, body._replace(compacted=compaction))

    def item(self, card, item, created):
        known = self.card_named(card).items
        self.refuse_if(item in known, "an item twice")
        self.board.put_card(card, items={**known, item: created})

    def comment(self, card, comment, created, body_stamp):
        known = self.card_named(card).comments
        self.refuse_if(comment in known, "a comment twice")
        made = Comment(created, Body(Text(), body_stamp or created))
        self.board.put_card(card, comments={**known, comment: made})

    def elements(self, card, elements):
        self.refuse_if(self.card_named(card).elements, "the elements of a card twice")
        held = {element_key(element["element"]): element for element in elements}
        self.board.put_card(card, elements=held)

    def favourites(self, user, marked):
        marks = self.board.favourites.setdefault(user, {})
        for mark in marked:
            self.card_named(mark["card"])
            marks[mark["card"]] = mark["marked"]

    def proposal(self, field, value, stamp):
        text = Text() if value["case"] == "text" else None
        proposal = Proposal(field, value, stamp, text)
        self.board.proposals[key(field), proposal.user()] = proposal

    def proposal_text(self, field, user, runs):
        proposal = self.board.proposals.get((key(field), user))
        unknown = proposal is None or not proposal.is_text()
        self.refuse_if(unknown, "a proposal that did not come before")
        self.add_runs(proposal.text, runs)

    def undo(self, stamp, steps, kind, undone_by):
        self.board.undo_records += ({"case": "undo", "stamp": stamp, "steps": steps, "kind": kind,
                                     "undone-by": undone_by},)

    def field(self, write, stamp):
        self.check_field(write["field"])
        place = key(write["field"])
        self.refuse_if(place in self.board.fields, "a field twice")
        self.board.fields[place] = {"write": write, "stamp": stamp}

    def check_field(self, address):
        """What a field is of came before it."""
        if "column" in address:
            unknown = address["column"] not in self.board.columns
            self.refuse_if(unknown, "a column that did not come before")
        if "item" in address:
            unknown = address["item"] not in self.card_named(address["card"]).items
            self.refuse_if(unknown, "an item that did not come before")
        elif "comment" in address:
            self.comment_named(address["card"], address["comment"])
        elif "card" in address:
            self.card_named(address["card"])

    def purged(self, card, comment, stamp):
        places = self.board.purged
        self.refuse_if((card, None) in places or (card, comment) in places, "a purge twice")
        if comment is None:
            known = card in self.board.cards or any(card == other for other, _ in places)
            self.refuse_if(known, "a purged card that is there")
        else:
            self.refuse_if(comment in self.card_named(card).comments, "a purged comment that is there")
        places[card, comment] = stamp

    def last_purge(self, sequence):
        self.refuse_if(self.board.last_purge, "two last purges")
        self.refuse_if(not 0 < sequence <= self.board.sequence, "a purge that is to come")
        self.board.last_purge = sequence

    def receipt(self, user, cause, index, mine, kind):
        kept = self.board.receipts.get(user, ())
        place = (cause["sequence"], index)
        twice = any((other["cause"]["sequence"], other["index"]) == place for other in kept)
        self.refuse_if(twice, "a receipt twice")
        self.board.receipts[user] = kept + ({
            "case": "receipt", "user": user, "cause": cause, "index": index, "mine": mine,
            "kind": kind},)
