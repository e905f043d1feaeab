"""Taking an operation back (SPEC.md APL-052 to APL-074, APL-081, APL-112, APL-113, APL-125).

Each step of the target's record is taken back as the edit of its kind, under the undo's own stamp.
"""

import board_roles
from board_edit import LIMITS, Rejected, limit_if, reject_if, step_field
from board_fields import FIELD_CHECKS, check_element
from board_intents import intent
from board_splice import TEXT_LIMIT, delete_ranges, holds_typed
from board_state import element_field, element_key, field
from board_text import identity_value, typed_by


class Skipped(Exception):
    """A step is not taken back, and its field named (APL-069)."""


def skip_if(condition):
    if condition:
        raise Skipped


@intent("undo")
def undo(edit, asked):
    record = find_record(edit.board, asked["target"])
    reject_if(record is None, "not-undoable")
    board_roles.check_undo(edit, record["steps"])
    reject_if(record["stamp"]["author"]["user"] != edit.user, "not-your-operation")
    reject_if(record["undone-by"] is not None or not record["steps"], "not-undoable")
    deleted = {step["column"] for step in record["steps"] if deletes_column(step)} & set(
        edit.board.columns)
    live = sum(len(edit.board.live_cards(column)) for column in deleted)
    limit_if(asked["force"] and live > LIMITS["vacated-cards"], "vacated-cards")  # APL-141
    Undo(edit, record, asked["force"]).run()
    mark_undone(edit, asked["target"])


def deletes_column(step):
    """Whether to take a step back deletes a column."""
    return step["case"] == "column-created" or step["case"] == "column-deleted" and step["previous"]


def find_record(board, operation):
    for record in board.undo_records:
        if record["stamp"]["operation"] == operation:
            return record
    return None


def newest(records):
    """APL-054."""
    marks, others = [], []
    for record in records:
        steps = record["steps"]
        only_marks = bool(steps) and all(step["case"] == "favourite" for step in steps)
        (marks if only_marks else others).append(record)
    marks, others = marks[-LIMITS["undo-records"]:], others[-LIMITS["undo-records"]:]
    return tuple(sorted((*marks, *others), key=lambda record: record["stamp"]["sequence"]))


def mark_undone(edit, target):
    """APL-070."""
    edit.board.undo_records = tuple(
        {**record, "undone-by": edit.id} if record["stamp"]["operation"] == target else record
        for record in edit.board.undo_records)


class Undo:
    def __init__(self, edit, record, force):
        self.edit, self.board = edit, edit.board
        self.record, self.force = record, force
        self.target = record["stamp"]["operation"]
        self.skipped = []  # Fields, in the order in which they were met.
        self.taken_back = 0

    def run(self):
        for step in reversed(self.record["steps"]):  # APL-059
            try:
                TAKE_BACK[step["case"]](self, step)
                self.taken_back += 1
            except (Skipped, Rejected):  # APL-062
                self.skip(step_field(step))
        reject_if(not self.taken_back, "undo-guarded", fields=self.skipped)
        for address in self.skipped:
            self.edit.note("undo-skipped", field=address)

    def skip(self, address):
        self.skipped.append(address)  # Each time that it is met (APL-069).

    def guard(self, address):
        """Skips the step where something else was written since (APL-060), but with force (APL-061)."""
        stamp = self.board.stamp_of(address, self.edit.user)
        if self.edit.is_own(stamp) or self.shows_target(address, stamp):
            return
        skip_if(not self.force)
        self.edit.displace(stamp)
        if self.edit.is_unseen(stamp) or stamp["author"]["user"] != self.edit.user:
            self.edit.receipt_displaced(address, self.board.held(address, self.edit.user), stamp)  # APL-106

    def shows_target(self, address, stamp):
        """Whether a field with this stamp shows what the target wrote (APL-072)."""
        links = 0
        while stamp is not None and not self.is_target(stamp):
            stamp = self.shown_by(address, stamp) if links < LIMITS["undo-links"] else None
            links += 1
        return stamp is not None

    def is_target(self, stamp):
        """APL-073: the author of an undo is also that of its target."""
        return stamp["operation"] == self.target and stamp["author"]["user"] == self.edit.user

    def shown_by(self, address, stamp):
        """What a field shows that an undo wrote: the last write before the one that was undone (APL-073)."""
        for record in self.board.undo_records:
            same_user = record["stamp"]["author"]["user"] == stamp["author"]["user"]
            if record["undone-by"] == stamp["operation"] and same_user:
                return self.last_write(address, record["stamp"]["sequence"])
        return None

    def last_write(self, address, sequence):
        for record in reversed(self.board.undo_records):
            if record["stamp"]["sequence"] >= sequence:
                continue
            if not record["steps"]:
                return None
            if address["case"] == "favourite" and record["stamp"]["author"]["user"] != self.edit.user:
                continue
            if any(step_field(step) == address for step in record["steps"]):
                return record["stamp"]
        return None


# How each step is taken back. A rejection of the edit is found before the guard writes anything.


def back_board_title(undo, step):
    undo.guard(field("board-title"))
    undo.edit.put_board_title(step["previous"])


def back_column_title(undo, step):
    undo.edit.live_column(step["column"])
    undo.guard(step_field(step))
    undo.edit.put_column_title(step["column"], step["previous"])


def back_column_place(undo, step):
    undo.edit.live_column(step["column"])
    undo.guard(step_field(step))
    undo.edit.put_column_place(step["column"], step["previous"])


def back_column_created(undo, step):
    delete_column(undo, step["column"])


def back_column_deleted(undo, step):
    if step["previous"]:
        delete_column(undo, step["column"])
    else:
        undo.guard(step_field(step))
        undo.edit.put_column_deleted(step["column"], False)


def delete_column(undo, column):
    """APL-063, APL-074: by force its live cards go to Unsorted first."""
    live = undo.board.live_cards(column)
    skip_if(live and (not undo.force or column == undo.board.unsorted()))
    undo.guard(field("column-deleted", column=column))
    for card in live:
        undo.edit.move_to_unsorted(card)
    undo.edit.put_column_deleted(column, True)


def back_card_title(undo, step):
    undo.guard(step_field(step))
    undo.edit.put_card_title(step["card"], step["previous"])
    undo.edit.note_archived(step["card"])


def back_card_place(undo, step):
    card, column = step["card"], step["previous"]
    undo.edit.live_column(column)
    undo.guard(step_field(step))
    held = undo.board.cards[card]
    if held.is_live() and held.column["value"] != column:
        undo.edit.make_room(column)
    undo.edit.put_card_place(card, column, step["at"])
    undo.edit.note_archived(card)


def back_card_archived(undo, step):
    undo.guard(step_field(step))
    undo.edit.put_archived(step["card"], step["previous"])


def back_favourite(undo, step):
    undo.guard(step_field(step))
    undo.edit.put_favourite(step["card"], step["previous"])


def back_field(undo, step):
    address, value = step["previous"]["field"], step["previous"]["value"]
    FIELD_CHECKS[address["case"]](undo.edit, address, value)
    undo.guard(address)
    undo.edit.put_field(address, value)
    if "card" in address:
        undo.edit.note_archived(address["card"])


def back_element(undo, step):
    """APL-112."""
    card, element = step["card"], step["element"]
    has = element_key(element) in undo.board.cards[card].elements
    skip_if(not has and not step["previous"])
    if step["previous"]:
        check_element(undo.edit, card, element)
    if has:
        undo.guard(element_field(card, element))
    else:
        undo.edit.note_archived(card)  # As by *attach*; otherwise there is no note (APL-129).
    if step["previous"]:
        undo.edit.put_element(card, element)
    else:
        undo.edit.take_element(card, element)


def back_splice(undo, step):
    back_text(undo, field("card-body", card=step["card"]), step)


def back_comment_splice(undo, step):
    names = {"card": step["card"], "comment": step["comment"]}
    skip_if(undo.board.is_removed("comment", **names))  # APL-113
    back_text(undo, field("comment-body", **names), step)


def back_text(undo, address, step):
    """APL-066 to APL-068, APL-125."""
    edit, text = undo.edit, undo.board.body(address).text.copy()
    recorded, missing = recorded_scalars(undo.target, text, step["deleted"])
    to_type = [scalar for scalar in recorded if scalar in text.deleted]
    deleted = delete_ranges(text, typed_range(undo.target, step))
    skip_if(len(text) + len(to_type) > TEXT_LIMIT[address["case"]])
    skip_if(holds_typed(edit, text, len(to_type)))
    if missing:
        skip_if(not deleted and not to_type)
        undo.skip(address)
    type_again(edit, text, to_type)
    edit.put_text(address, text, len(to_type), deleted)


def typed_range(target, step):
    if not step["inserted"]:
        return []
    first = identity_value(typed_by(target, step["offset"]))
    return [{"start": first, "count": step["inserted"]}]


def recorded_scalars(target, text, deleted):
    """What an operation deleted but did not type: what of that a text has, and whether some is missing."""
    present, missing = [], False
    for text_range in deleted:
        if text_range["start"]["operation"] == target:
            continue
        held = text.in_range(text_range)
        present += held
        missing = missing or len(held) < text_range["count"]
    return present, missing


def type_again(edit, text, scalars):
    """Types deleted scalars again, each stretch directly left of where it stands (APL-067)."""
    for stretch in stretches(text, scalars):
        string = "".join(text.scalars[scalar] for scalar in stretch)
        text.insert(typed_by(edit.id, edit.typed), string, text.left[stretch[0]])
        edit.typed += len(string)


def stretches(text, scalars):
    """Scalars from left to right, together where nothing is between them."""
    found = []
    for scalar in text.in_order(scalars):
        if found and text.right[found[-1][-1]] == scalar:
            found[-1].append(scalar)
        else:
            found.append([scalar])
    return found


TAKE_BACK = {
    "board-title": back_board_title, "column-created": back_column_created,
    "column-title": back_column_title, "column-place": back_column_place,
    "column-deleted": back_column_deleted, "card-title": back_card_title,
    "card-place": back_card_place, "card-archived": back_card_archived,
    "favourite": back_favourite, "splice": back_splice, "field": back_field,
    "element": back_element, "comment-splice": back_comment_splice}
