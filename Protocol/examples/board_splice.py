"""Edits of texts, and what they come to behind a compaction.

SPEC.md TXT-008 to TXT-017, APL-043, APL-044, APL-096, APL-114 to APL-121.
"""

from board_edit import LIMITS, limit_if, reject_if
from board_intents import intent
from board_state import Proposal, field, key
from board_text import Text, identity, typed_by

TEXT_LIMIT = {"card-body": LIMITS["body-scalars"], "comment-body": LIMITS["comment-scalars"]}


@intent("card-splice")
def card_splice(edit, asked):
    edit.known_card(asked["card"])
    splice(edit, field("card-body", card=asked["card"]), asked["splice"])


@intent("comment-splice")
def comment_splice(edit, asked):
    address = field("comment-body", card=asked["card"], comment=asked["comment"])
    check_comment_text(edit, address)
    splice(edit, address, asked["splice"])


def check_comment_text(edit, address):
    """APL-096: only who made a comment edits it, owner or not."""
    names = {"card": address["card"], "comment": address["comment"]}
    comment = edit.known_comment(**names)
    reject_if(edit.board.is_removed("comment", **names), "comment-removed", comment=names["comment"])
    reject_if(comment.created["author"]["user"] != edit.user, "not-your-comment")


def splice(edit, address, asked):
    """APL-043, APL-044, APL-116, APL-117, APL-119."""
    body = edit.board.body(address)
    late = body.is_late(edit.base)
    parts = len(asked["deletions"]) + len(asked["insertions"])
    reject_if(parts == 0, "empty-operation")
    limit_if(parts > LIMITS["splice-parts"], "splice-parts")
    inserted = sum(len(insertion["text"]) for insertion in asked["insertions"])
    has_places = finds_places(edit, body.text, asked["insertions"])
    if late and not has_places:
        splice_proposal(edit, address, asked, inserted)
        return
    reject_if(len(body.text) + inserted > TEXT_LIMIT[address["case"]], "body-too-long")
    reject_if(holds_typed(edit, body.text, inserted), "identifier-in-use")
    names_all = late or names_only_its_own(body.text, asked["deletions"])
    reject_if(not has_places or not names_all, "unknown-text")
    text = body.text.copy()
    deleted = delete_ranges(text, asked["deletions"])
    make_insertions(edit, text, asked["insertions"])
    edit.scalars += inserted + len(deleted)
    if late and delete_in_proposal(edit, address, asked) and not inserted and not deleted:
        return
    finish_splice(edit, address, text, inserted, deleted)


def holds_typed(edit, text, inserted):
    """Whether a text has an identity that an operation is about to type."""
    return any(typed_by(edit.id, edit.typed + index) in text for index in range(inserted))


def finds_places(edit, text, insertions):
    """Whether each insertion has its place in a text (TXT-010 to TXT-016)."""
    own = 0
    for index, insertion in enumerate(insertions):
        if not insertion["text"]:
            continue  # TXT-014
        by_itself = insertion["after"] is None or index == 0 and edit.left_of() in text
        if not by_itself:
            after = identity(insertion["after"])
            typed_here = after[:3] == typed_by(edit.id, 0)[:3] and (
                edit.typed <= after[3] < edit.typed + own)
            if not typed_here and after not in text:
                return False
        own += len(insertion["text"])
    return True


def finish_splice(edit, address, text, inserted, deleted):
    """Puts a text that an operation spliced in its place."""
    if edit.is_unseen(edit.board.body(address).stamp):
        edit.merged = True  # APL-044
    edit.put_text(address, text, inserted, deleted)
    edit.note_archived(address["card"])


def names_only_its_own(text, deletions):
    return all(len(text.in_range(deletion)) == deletion["count"] for deletion in deletions)


def delete_ranges(text, deletions):
    """Deletes what a text has of some ranges; gives what was visible until then."""
    return [scalar for deletion in deletions for scalar in text.delete(text.in_range(deletion))]


def make_insertions(edit, text, insertions, at_end=False):
    """Makes the insertions of a splice, which have their places in the text (TXT-010 to TXT-016).

    With `at_end` one that names no scalar of the text stands at the end (APL-118).
    """
    for index, insertion in enumerate(insertions):
        if not insertion["text"]:
            continue  # TXT-014
        after = identity(insertion["after"]) if insertion["after"] else None
        left_of = edit.left_of() if index == 0 else None
        if left_of in text:
            after = text.left[left_of]
        elif at_end and (after is None or after not in text):
            after = text.left[None]
        text.insert(typed_by(edit.id, edit.typed), insertion["text"], after)
        edit.typed += len(insertion["text"])


def splice_proposal(edit, address, asked, inserted):
    """A splice whose place is gone goes to its author's proposal *text* (APL-117, APL-118, APL-120)."""
    winner = edit.board.body(address).compacted["stamp"]["operation"]
    proposal = edit.board.proposals.get((key(address), edit.user))
    if proposal is None:
        context = edit.own_extension("text-context")  # APL-121
        if context is None or edit.board.body(address).is_purged(edit.base):  # PRG-010
            context = {"before": "", "after": ""}
        proposal = Proposal(address, {"case": "text", "context": context}, edit.stamp, Text())
        edit.receipt_superseded(address, winner)
    too_long = len(proposal.text) + inserted > TEXT_LIMIT[address["case"]]
    reject_if(too_long, "body-too-long")
    reject_if(holds_typed(edit, proposal.text, inserted), "identifier-in-use")
    text = proposal.text.copy()
    deleted = delete_ranges(text, asked["deletions"])
    make_insertions(edit, text, asked["insertions"], at_end=True)
    edit.scalars += inserted + len(deleted)
    edit.propose(proposal._replace(text=text))
    edit.note_superseded(address, winner)


def delete_in_proposal(edit, address, asked):
    """Deletes what a splice names of its author's proposal *text*; whether that was something (APL-119)."""
    place = (key(address), edit.user)
    proposal = edit.board.proposals.get(place)
    if proposal is None:
        return False
    text = proposal.text.copy()
    deleted = delete_ranges(text, asked["deletions"])
    if not deleted:
        return False
    edit.scalars += len(deleted)
    edit.board.proposals[place] = proposal._replace(text=text)
    edit.note_superseded(address, edit.board.body(address).compacted["stamp"]["operation"])
    return True


@intent("text-compact")
def text_compact(edit, asked):
    """APL-114, APL-115."""
    card, comment = asked["card"], asked["comment"]
    edit.known_card(card)
    address = field("card-body", card=card)
    if comment is not None:
        edit.known_comment(card, comment)
        address = field("comment-body", card=card, comment=comment)
    reject_if(asked["horizon"] > edit.base, "value-out-of-range")
    body = edit.board.body(address)
    if body.stamp["sequence"] > asked["horizon"] or not body.text.deleted:
        return
    text = body.text.compacted(LIMITS["compacted-scalars"])
    edit.scalars += len(body.text) - len(text)
    purge = body.compacted["purge"] if body.compacted else 0  # PRG-009
    compacted = {"horizon": asked["horizon"], "stamp": edit.stamp, "purge": purge}
    edit.board.put_body(address, body._replace(text=text, compacted=compacted))
    if text.deleted:
        edit.note("deleted-left", field=address)
