"""Taking away for good (SPEC.md PRG)."""

import board_undo
from board_edit import LIMITS, limit_if, reject_if, step_field
from board_intents import intent
from board_state import Board, element_key, without

COLUMN_FIELDS = ("column-title", "column-place", "column-deleted", "column-limit")


@intent("purge")
def purge(edit, asked):
    target = asked["target"]
    edit.board.last_purge = edit.stamp["sequence"]  # PRG-013; a rejection forgets it.
    TARGETS[target["case"]](edit, target)


def purge_card(edit, target):
    """PRG-004."""
    board, card = edit.board, target["card"]
    edit.known_card(card)
    blocker = element_key({"case": "blocker", "blocker": card})
    blocked = [other for other, held in board.cards.items() if blocker in held.elements]
    limit_if(len(blocked) > LIMITS["vacated-cards"], "vacated-cards")
    erase_traces(board, lambda address: address.get("card") == card or address.get("blocker") == card)
    for other in blocked:
        elements = {place: held for place, held in board.cards[other].elements.items()
                    if place != blocker}
        board.put_card(other, elements=elements)
    column = board.cards[card].column["value"]
    board.put_column(column, cards=without(board.columns[column].cards, card))
    for user in list(board.favourites):
        board.favourites[user].pop(card, None)
        if not board.favourites[user]:
            del board.favourites[user]
    erase_fields(board, lambda address: address.get("card") == card)
    del board.cards[card]
    board.purged = {place: stamp for place, stamp in board.purged.items() if place[0] != card}
    board.purged[card, None] = edit.stamp


def purge_comment(edit, target):
    """PRG-006."""
    board, card, comment = edit.board, target["card"], target["comment"]
    edit.known_comment(card, comment)

    def is_gone(address):
        return address.get("card") == card and address.get("comment") == comment
    erase_traces(board, is_gone)
    erase_fields(board, is_gone)
    comments = {other: held for other, held in board.cards[card].comments.items() if other != comment}
    board.put_card(card, comments=comments)
    board.purged[card, comment] = edit.stamp


def purge_past(edit, target):
    """PRG-009."""
    board, address = edit.board, target["field"]
    check_past(edit, address)
    erase_traces(board, lambda other: other == address)
    if address["case"] in ("card-body", "comment-body"):
        body = board.body(address)
        purge = edit.stamp["sequence"]
        compacted = {"horizon": purge, "stamp": edit.stamp, "purge": purge}
        text = body.text.compacted(len(body.text))
        board.put_body(address, body._replace(text=text, compacted=compacted))


def check_past(edit, address):
    """PRG-003."""
    case, board = address["case"], edit.board
    if case in COLUMN_FIELDS:
        column = address["column"]
        reject_if(column not in board.columns, "unknown-column", column=column)
    elif case.startswith("label-"):
        reject_if(address["label"] not in board.labels(), "unknown-label", label=address["label"])
    elif "card" in address:
        edit.known_card(address["card"])
        if "comment" in address:
            edit.known_comment(address["card"], address["comment"])
        elif "item" in address:
            items = board.cards[address["card"]].items
            reject_if(address["item"] not in items, "unknown-item", item=address["item"])


def purge_board(edit, target):
    """PRG-011."""
    vars(edit.board).update(vars(Board(edit.board.board)))


TARGETS = {"card": purge_card, "comment": purge_comment, "past": purge_past, "board": purge_board}


def erase_traces(board, is_gone):
    """PRG-007."""
    board.proposals = {place: proposal for place, proposal in board.proposals.items()
                       if not is_gone(proposal.field)}
    for user in list(board.receipts):
        board.take_receipts(user, lambda receipt: "field" in receipt["kind"] and is_gone(
            receipt["kind"]["field"]))
    records = []
    for record in board.undo_records:
        steps = [step for step in record["steps"] if not is_gone(step_field(step))]
        if steps or not record["steps"]:
            records.append({**record, "steps": steps})
    board.undo_records = board_undo.newest(records)


def erase_fields(board, is_gone):
    board.fields = {place: written for place, written in board.fields.items()
                    if not is_gone(written["write"]["field"])}
