"""Plain fields, labels, items, comments, elements, proposals and receipts (SPEC.md APL-082 to APL-127)."""

import re

from board_edit import LIMITS, limit_if, reject_if
from board_intents import INTENTS, card_move, column_move, intent, write_archived
from board_splice import TEXT_LIMIT, check_comment_text, finish_splice
from board_state import Body, Comment, element_field, element_key, field, key, placed
from board_text import place_between_words, typed_by

USER_NAME = re.compile(r"(?!\.+$)[a-z0-9._-]{1,%d}" % LIMITS["user-bytes"])


def is_user_name(name):
    """TLS-013."""
    return USER_NAME.fullmatch(name) is not None and name != "everyone"


@intent("set")
def set_field(edit, asked):
    """APL-084, APL-091, APL-092."""
    address, value = asked["write"]["field"], asked["write"]["value"]
    FIELD_CHECKS[address["case"]](edit, address, value)
    removes = address["case"].endswith("-removed") and value["flag"]
    same = address["case"] != "item-place" and edit.board.plain(address) == value
    if removes or same or edit.may_write(address, {"case": "field", "value": value}):
        edit.put_field(address, value)
        if "card" in address:
            edit.note_archived(address["card"])


def check_nothing(edit, address, value):
    pass


def check_role(edit, address, value):
    """APL-082."""
    board, user, role = edit.board, address["user"], value["role"]
    reject_if(user != "" and not is_user_name(user), "invalid-member")
    others = [write for write in board.written("member-role") if write["field"]["user"] != user]
    limit_if(len(others) >= LIMITS["members"], "members")
    after = {**board.roles(), user: role}
    reject_if(not any(name and held == "owner" for name, held in after.items()), "last-owner")


def check_column_limit(edit, address, value):
    edit.live_column(address["column"])
    check_number(value, 1, LIMITS["column-limit"], none=True)


def check_number(value, least, greatest, none):
    number = value["number"]
    fits = none if number is None else least <= number <= greatest
    reject_if(not fits, "value-out-of-range")


def check_label(edit, address, value):
    """APL-087."""
    known_label(edit, address["label"])
    if address["case"] != "label-removed":
        present_label(edit, address["label"])
    if address["case"] == "label-colour":
        check_number(value, 0, LIMITS["colours"] - 1, none=False)


def check_due(edit, address, value):
    edit.known_card(address["card"])
    check_number(value, 0, LIMITS["due-day"], none=True)


def check_priority(edit, address, value):
    """APL-138."""
    edit.known_card(address["card"])
    check_number(value, 1, LIMITS["priority"], none=True)


def check_item(edit, address, value):
    """APL-089."""
    card, item = address["card"], address["item"]
    edit.known_card(card)
    reject_if(item not in edit.board.cards[card].items, "unknown-item", item=item)
    if address["case"] != "item-removed":
        reject_if(edit.board.is_removed("item", card=card, item=item), "item-removed", item=item)


def check_comment_removed(edit, address, value):
    comment = edit.known_comment(address["card"], address["comment"])
    reject_if(not may_settle_comment(edit, comment), "not-your-comment")


FIELD_CHECKS = {
    "board-archived": check_nothing, "limit-blocks": check_nothing, "member-role": check_role,
    "column-limit": check_column_limit,
    "label-name": check_label, "label-colour": check_label, "label-removed": check_label,
    "card-due": check_due, "card-priority": check_priority, "item-text": check_item,
    "item-done": check_item,
    "item-place": check_item, "item-removed": check_item, "comment-removed": check_comment_removed}


def may_settle_comment(edit, comment):
    """Whether the author made a comment or is an owner (APL-090, APL-124)."""
    return comment.created["author"]["user"] == edit.user or edit.board.role_of(edit.user) == "owner"


def known_label(edit, label):
    reject_if(not edit.board.is_written("label-name", label=label), "unknown-label", label=label)


def present_label(edit, label):
    reject_if(edit.board.is_removed("label", label=label), "label-removed", label=label)


# Labels, items, comments, elements


def flag(value):
    return {"case": "flag", "flag": value}


@intent("label-create")
def label_create(edit, asked):
    """APL-093."""
    board, label = edit.board, asked["label"]
    reject_if(asked["colour"] >= LIMITS["colours"], "value-out-of-range")
    reject_if(board.is_written("label-name", label=label), "identifier-in-use")
    limit_if(len(board.labels()) >= LIMITS["labels"], "labels")
    edit.write_field(field("label-name", label=label), {"case": "text", "text": asked["name"]})
    colour = {"case": "number", "number": asked["colour"]}
    edit.write_field(field("label-colour", label=label), colour)
    edit.write_field(field("label-removed", label=label), flag(False))
    edit.step_removed(field("label-removed", label=label))


@intent("item-add")
def item_add(edit, asked):
    """APL-094."""
    board, card, item = edit.board, asked["card"], asked["item"]
    edit.known_card(card)
    items = board.cards[card].items
    reject_if(item in items, "identifier-in-use")
    limit_if(len(items) >= LIMITS["items"], "items")
    order = placed(tuple(items), item, asked["at"])
    board.put_card(card, items={each: items.get(each, edit.stamp) for each in order})
    names = {"card": card, "item": item}
    edit.write_field(field("item-text", **names), {"case": "text", "text": asked["text"]})
    edit.write_field(field("item-done", **names), flag(False))
    edit.write_field(field("item-removed", **names), flag(False))
    edit.write_field(field("item-place", **names), {"case": "item-place", "at": asked["at"]})
    edit.step_removed(field("item-removed", **names))
    edit.note_archived(card)


@intent("comment-add")
def comment_add(edit, asked):
    """APL-095."""
    board, card, comment = edit.board, asked["card"], asked["comment"]
    reject_if(len(asked["text"]) > LIMITS["comment-scalars"], "body-too-long")
    edit.known_card(card)
    comments = board.cards[card].comments
    purged = [other for place, other in board.purged if place == card]
    reject_if(comment in comments or comment in purged, "identifier-in-use")
    limit_if(len(comments) + len(purged) >= LIMITS["comments"], "comments")
    made = Comment(edit.stamp, Body(edit.type_new(asked["text"]), edit.stamp))
    board.put_card(card, comments={**comments, comment: made})
    removed = field("comment-removed", card=card, comment=comment)
    edit.write_field(removed, flag(False))
    edit.step_removed(removed)
    edit.note_archived(card)


@intent("attach")
def attach(edit, asked):
    """APL-097."""
    card, element = asked["card"], asked["element"]
    edit.known_card(card)
    check_element(edit, card, element)
    edit.put_element(card, element)
    edit.note_archived(card)


def check_element(edit, card, element):
    if element["case"] == "label":
        known_label(edit, element["label"])
        present_label(edit, element["label"])
    elif element["case"] == "blocker":
        edit.known_card(element["blocker"])
        reject_if(element["blocker"] == card, "blocks-itself")
    else:
        reject_if(not is_user_name(element["user"]), "invalid-member")
    held = edit.board.cards[card].elements
    of_kind = [other for other in held.values() if other["element"]["case"] == element["case"]]
    limit_if(element_key(element) not in held and len(of_kind) >= LIMITS["elements"], "elements")


@intent("detach")
def detach(edit, asked):
    """APL-098."""
    card, element = asked["card"], asked["element"]
    edit.known_card(card)
    held = edit.board.cards[card].elements.get(element_key(element))
    if held is None:
        return
    by = held["stamp"]["operation"]
    if by != asked["seen"]:
        edit.note("stale-removal", field=element_field(card, element), by=by)
        return
    edit.take_element(card, element)
    edit.note_archived(card)


# Proposals and receipts


@intent("settle")
def settle(edit, asked):
    """APL-102 to APL-104, APL-124."""
    address = asked["field"]
    place = (key(address), asked["user"])
    proposal = edit.board.proposals.get(place)
    gone = proposal is None or proposal.stamp["operation"] != asked["operation"]
    reject_if(gone, "proposal-gone")
    if address["case"] == "comment-body":
        comment = edit.known_comment(address["card"], address["comment"])
        reject_if(not may_settle_comment(edit, comment), "not-your-comment")
    del edit.board.proposals[place]
    if asked["accept"]:
        edit.accepting = True
        accept(edit, proposal)
        edit.accepting = False


def accept(edit, proposal):
    """Writes what a proposal says as the edit of its kind (APL-103)."""
    address, value = proposal.field, proposal.value
    if value["case"] == "title":
        rename = {"board-title": "board-rename", "column-title": "column-rename",
                  "card-title": "card-retitle"}[address["case"]]
        INTENTS[rename](edit, {**address, "title": value["title"]})
    elif value["case"] == "column-place":
        column_move(edit, {"column": address["column"], "at": value["at"]})
    elif value["case"] == "card-place":
        accept_place(edit, address["card"], value)
    elif value["case"] == "archived":
        write_archived(edit, address["card"], value["archived"])
    elif value["case"] == "field":
        set_field(edit, {"write": {"field": address, "value": value["value"]}})
    else:
        accept_text(edit, proposal)


def accept_place(edit, card, value):
    """A place in a column that is deleted becomes the same in Unsorted."""
    column = value["column"]
    homeless = edit.board.columns[column].is_deleted()
    if homeless:
        column = edit.revive_unsorted()
        edit.note("in-unsorted", card=card)
    card_move(edit, {"cards": [card], "column": column, "at": value["at"]})


def accept_text(edit, proposal):
    """APL-122, APL-123."""
    address, string = proposal.field, proposal.text.shown()
    if not string:
        return
    if address["case"] == "comment-body":
        check_comment_text(edit, address)
    text = edit.board.body(address).text.copy()
    context = proposal.value["context"]
    after, in_front = place_between_words(text, context, LIMITS["context-scalars"])
    if context["before"] or context["after"]:
        edit.scalars += min(len(text.visible()), LIMITS["context-scalars"])
    string = in_front + string
    reject_if(len(text) + len(string) > TEXT_LIMIT[address["case"]], "body-too-long")
    text.insert(typed_by(edit.id, edit.typed), string, after)
    edit.typed += len(string)
    edit.scalars += len(string)
    finish_splice(edit, address, text, len(string), [])


@intent("receipts-seen")
def receipts_seen(edit, asked):
    """APL-109."""
    edit.board.take_receipts(
        edit.user, lambda receipt: receipt["cause"]["sequence"] <= asked["through"])


@intent("receipt-seen")
def receipt_seen(edit, asked):
    """APL-126."""
    named = (asked["cause"], asked["index"])
    edit.board.take_receipts(
        edit.user, lambda receipt: (receipt["cause"]["sequence"], receipt["index"]) == named)
