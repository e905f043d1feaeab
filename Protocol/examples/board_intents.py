"""What the intents do that make, rename, move and remove columns and cards (SPEC.md APL-022 to APL-047).

Each intent has one function, here, in board_splice.py, in board_fields.py or in board_undo.py, which takes
the edit it is part of and the intent. The order of the checks in it is that of the statements (APL-021).
"""

import board_codec as codec
from board_edit import LIMITS, limit_if, reject_if
from board_state import AT_END, Body, Card, field, placed

INTENTS = {}  # The function of each intent.


def intent(case):
    """Marks the function that does an intent."""
    def mark(function):
        INTENTS[case] = function
        return function
    return mark


# The board


@intent("board-create")
def board_create(edit, asked):
    """APL-022; that there is no title yet is known here."""
    edit.board.title = edit.new(asked["title"])
    edit.write_field(field("member-role", user=edit.user), {"case": "role", "role": "owner"})


@intent("board-rename")
def board_rename(edit, asked):
    if edit.may_write(field("board-title"), {"case": "title", "title": asked["title"]}):
        edit.put_board_title(asked["title"])


@intent("board-raise")
def board_raise(edit, asked):
    """APL-075, APL-076."""
    reject_if(asked["level"] > codec.SCHEMA["model-level"], "unknown-level")
    edit.board.level = max(edit.board.level, asked["level"])


# Columns


@intent("column-create")
def column_create(edit, asked):
    column = asked["column"]
    known = column in edit.board.columns or column == edit.board.unsorted()
    reject_if(known, "identifier-in-use")
    limit_if(len(edit.board.columns) >= LIMITS["columns"], "columns")
    edit.add_column(column, asked["title"], asked["at"])
    edit.step("column-created", column=column)


@intent("column-rename")
def column_rename(edit, asked):
    column = asked["column"]
    edit.live_column(column)
    address = field("column-title", column=column)
    if edit.may_write(address, {"case": "title", "title": asked["title"]}):
        edit.put_column_title(column, asked["title"])


@intent("column-move")
def column_move(edit, asked):
    column = asked["column"]
    edit.live_column(column)
    address = field("column-place", column=column)
    if edit.may_write(address, {"case": "column-place", "at": asked["at"]}):
        edit.put_column_place(column, asked["at"])


@intent("column-delete")
def column_delete(edit, asked):
    board, column = edit.board, asked["column"]
    reject_if(column not in board.columns, "unknown-column", column=column)
    limit_if(len(asked["seen"]) > LIMITS["cards"], "cards")
    target = asked["disposition"].get("column")
    reject_if(target == column, "disposition-is-self")
    reject_if(target is not None and target not in board.columns, "unknown-column", column=target)
    if board.columns[column].is_deleted():
        return
    live = board.live_cards(column)
    reject_if(column == board.unsorted() and live, "unsorted-holds-cards")
    edit.cards_in_deleted += len(live)
    limit_if(edit.cards_in_deleted > LIMITS["vacated-cards"], "vacated-cards")
    archives = target is None
    if target is not None and board.columns[target].is_deleted():
        target = None
    empty_column(edit, live, set(asked["seen"]), archives, target)
    edit.put_column_deleted(column, True)
    if live and target is not None:
        note_over_limit(edit, target)


def empty_column(edit, live, seen, archives, target):
    """Archives or moves the cards of a column that goes, to Unsorted for want of a target (APL-031 to
    APL-033)."""
    for card in live:
        if archives and card in seen:
            edit.put_archived(card, True)
            continue
        column = edit.revive_unsorted() if target is None else target
        edit.put_card_place(card, column, AT_END)
        if card not in seen:
            edit.note("kept-unseen", card=card)
        if column == edit.board.unsorted():
            edit.note("in-unsorted", card=card)


def note_over_limit(edit, column):
    """APL-101."""
    limit = edit.board.plain_value("column-limit", column=column)
    if limit is not None and len(edit.board.live_cards(column)) > limit:
        edit.note("over-limit", column=column)


# Cards


@intent("card-create")
def card_create(edit, asked):
    board, card, column = edit.board, asked["card"], asked["column"]
    reject_if(len(asked["body"]) > LIMITS["body-scalars"], "body-too-long")
    reject_if(card in board.cards or (card, None) in board.purged, "identifier-in-use")
    used_up = board.next_number > LIMITS["card-number"]
    known = len(board.cards) + sum(comment is None for _, comment in board.purged)
    limit_if(known >= LIMITS["cards"] or used_up, "cards")
    reject_if(column not in board.columns, "unknown-column", column=column)
    homeless = board.columns[column].is_deleted()
    if homeless:
        column = edit.revive_unsorted()  # APL-036
    edit.make_room(column)
    body = Body(edit.type_new(asked["body"]), edit.stamp)
    board.cards[card] = Card(
        board.next_number, edit.stamp, edit.new(asked["title"]), body, edit.new(column),
        edit.new(False))
    board.next_number += 1  # APL-135
    board.put_column(column, cards=placed(board.columns[column].cards, card, asked["at"]))
    edit.step("card-archived", card=card, previous=True)  # APL-056
    if homeless:
        edit.note("in-unsorted", card=card)


@intent("card-retitle")
def card_retitle(edit, asked):
    card = asked["card"]
    edit.known_card(card)
    address = field("card-title", card=card)
    if edit.may_write(address, {"case": "title", "title": asked["title"]}):
        edit.put_card_title(card, asked["title"])
        edit.note_archived(card)


@intent("card-move")
def card_move(edit, asked):
    board, cards, column = edit.board, asked["cards"], asked["column"]
    edit.live_column(column)
    reject_if(not cards, "empty-operation")
    edit.cards_named += len(cards)
    limit_if(len(cards) > LIMITS["batch"] or edit.cards_named > LIMITS["moves"], "batch")
    reject_if(not any(card in board.cards for card in cards), "unknown-card", card=cards[0])
    at = asked["at"]
    for card in dict.fromkeys(cards):  # One named again is passed over (APL-041).
        if card not in board.cards:
            edit.note("unknown-card", card=card)
        elif move_card(edit, card, column, at):
            at = {"after": card, "before": asked["at"]["before"]}  # APL-042


def move_card(edit, card, column, at):
    """Moves one card with regard to conflicts; says whether it moved."""
    proposed = {"case": "card-place", "column": column, "at": at}
    if not edit.may_write(field("card-place", card=card), proposed):
        return False
    held = edit.board.cards[card]
    if held.is_live() and held.column["value"] != column:
        edit.make_room(column)
    edit.put_card_place(card, column, at)
    edit.note_archived(card)
    return True


@intent("card-archive")
def card_archive(edit, asked):
    write_archived(edit, asked["card"], True)


@intent("card-restore")
def card_restore(edit, asked):
    write_archived(edit, asked["card"], False)


def write_archived(edit, card, archived):
    """APL-045."""
    edit.known_card(card)
    same = edit.board.cards[card].archived["value"] == archived
    proposed = {"case": "archived", "archived": archived}
    if same or edit.may_write(field("card-archived", card=card), proposed):
        edit.put_archived(card, archived)


@intent("card-favourite")
def card_favourite(edit, asked):
    edit.known_card(asked["card"])
    edit.put_favourite(asked["card"], asked["marked"])
