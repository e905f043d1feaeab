"""`apply`: the only thing that changes a board (SPEC.md APL). Total and deterministic.

`apply` leaves the board it is given alone and gives another, so that a rejected operation leaves nothing
behind (APL-003) and a client can go back to where it was.
"""

import hashlib

import board_codec as codec
import board_purge  # It and what it imports add their intents to INTENTS.
import board_undo  # So do these.
from board_edit import LIMITS, Edit, Rejected, limit_if, reject_if
from board_intents import INTENTS
from board_roles import check as check_role
from board_state import Board

__all__ = ["Board", "apply", "committed_content", "take"]

# TXT-003.
BLANK = set("\t\n\u0020\u00a0\u1680\u2028\u2029\u202f\u205f\u3000") | {
    chr(scalar) for scalar in range(0x2000, 0x200B)}

def apply(board, operation, sequence, time, author):
    """The board behind an operation, and its outcome."""
    edit = Edit(board.copy(), operation, sequence, time, author)
    try:
        do(edit, operation["intent"])
        outcome = finish(edit)
    except Rejected as rejected:
        outcome = {"case": "rejected", "rejection": rejected.rejection}
        edit = Edit(board.copy(), operation, sequence, time, author)
        if is_reported(operation):
            tell_of_rejection(edit, rejected.rejection)
    edit.board.sequence = sequence
    return edit.board, outcome


def take(board, committed):
    """The board behind a committed operation, and what it came to here (EDT-018)."""
    content = committed["content"]
    place = committed["sequence"], committed["time"], committed["author"]
    if content["case"] == "purged":
        raise ValueError("nothing is replayed across a purge (PRG-015)")
    if content["case"] != "rejected":
        board, outcome = apply(board, content["operation"], *place)
        return board, committed_content(content["operation"], outcome)
    edit = Edit(board.copy(), {"id": content["id"], "base": 0, "queued": False}, *place)
    if content["reported"]:
        tell_of_rejection(edit, content["rejection"])
    edit.board.sequence = committed["sequence"]
    return edit.board, content


def committed_content(operation, outcome):
    """What is committed of an operation with this outcome (EDT-038)."""
    if outcome["case"] != "rejected":
        return {"case": outcome["case"], "operation": operation,
                **{name: value for name, value in outcome.items() if name != "case"}}
    context = codec.extension_of("operation", "text-context")["tag"]
    marked = {**operation, "extensions": [
        one for one in operation["extensions"] if one["tag"] != context]}
    return {"case": "rejected", "id": operation["id"],
            "hash": hashlib.sha256(codec.write("operation", marked)).hexdigest(),
            "rejection": outcome["rejection"], "reported": is_reported(operation)}


def is_reported(operation):
    """Whether its author gets a receipt where the operation is rejected (EDT-038)."""
    return operation["intent"]["case"] not in (
        "undo", "settle", "receipts-seen", "receipt-seen")


def do(edit, intent):
    if intent["case"] == "batch":
        do_batch(edit, intent["intents"])
    else:
        do_one(edit, intent, in_batch=False)


def do_one(edit, intent, in_batch):
    """An intent, or one of a batch (APL-019 to APL-022, APL-051, APL-079).

    No intent needs a level yet that a board may not have, so nothing is *level-needed* (APL-077).
    """
    case = intent["case"]
    exists = edit.board.title is not None
    reject_if(case != "board-create" and not exists, "no-board")
    reject_if(case == "undo" and in_batch, "not-in-batch")
    check_role(edit, intent)
    reject_if(case == "purge" and in_batch, "not-in-batch")  # PRG-002
    reject_if(case == "board-create" and exists, "board-exists")
    check_title(title_in(intent))
    INTENTS[case](edit, intent)


def do_batch(edit, intents):
    """APL-048 to APL-050, APL-142."""
    reject_if(not intents, "empty-operation")
    limit_if(len(intents) > LIMITS["batch"], "batch")
    for index, intent in enumerate(intents):
        try:
            do_one(edit, intent, in_batch=True)
            limit_if(edit.scalars > LIMITS["batch-scalars"], "scalars")
        except Rejected as rejected:
            raise Rejected("batch-item", index=index, rejection=rejected.rejection) from None


def title_in(intent):
    """What is looked at as a title, or None (APL-020, APL-085)."""
    if intent["case"] == "set":
        return intent["write"]["value"].get("text")
    if intent["case"] == "label-create":
        return intent["name"]
    if intent["case"] == "item-add":
        return intent["text"]
    return intent.get("title")


def check_title(title):
    if title is not None:
        reject_if(all(scalar in BLANK for scalar in title), "empty-title")
        reject_if(len(title) > LIMITS["title-scalars"], "title-too-long")


def finish(edit):
    """What comes behind the last write of an operation that is not rejected: its outcome."""
    if not edit.is_undo():
        edit.end_proposals()
    if edit.steps:
        record_undo(edit)
    edit.board.add_receipts(receipts_of(edit))
    return outcome_of(edit)


def outcome_of(edit):
    """APL-016 to APL-018."""
    superseded = len(edit.notes) == 1 and edit.notes[0]["case"] == "superseded-part"
    if superseded and not edit.displaced and not edit.steps:
        return {"case": "superseded", **edit.superseded}
    if edit.merged and not edit.displaced:
        return {"case": "merged", "notes": edit.notes}
    return {"case": "applied", "displaced": edit.displaced, "notes": edit.notes}


def record_undo(edit):
    """APL-052 to APL-054."""
    steps = edit.steps
    if len(codec.write_list("undo-step", steps)) > LIMITS["undo-record-bytes"]:
        steps = []
    record = {"case": "undo", "stamp": edit.stamp, "steps": steps, "kind": undo_kind(edit),
              "undone-by": None}
    others = tuple(other for other in edit.board.undo_records
                   if other["stamp"]["operation"] != edit.id)
    edit.board.undo_records = board_undo.newest((*others, record))


def undo_kind(edit):
    """APL-053."""
    if not edit.is_undo():
        return "edit"
    target = board_undo.find_record(edit.board, edit.operation["intent"]["target"])
    return "redo" if target["kind"] == "undo" else "undo"


def receipts_of(edit):
    """APL-105."""
    return [{"case": "receipt", "user": receipt["user"], "cause": edit.stamp, "index": index,
             "mine": receipt["mine"], "kind": receipt["kind"]}
            for index, receipt in enumerate(edit.receipts[:LIMITS["receipts-at-once"]])]


def tell_of_rejection(edit, rejection):
    """APL-108."""
    edit.receipt(edit.user, edit.id, {"case": "rejected", "rejection": rejection})
    edit.board.add_receipts(receipts_of(edit))
