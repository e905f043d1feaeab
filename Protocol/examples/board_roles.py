"""Who may do what (SPEC.md APL-078 to APL-081)."""

from board_edit import reject_if, step_field

ROLES = ("owner", "editor", "commenter", "viewer")  # From the one that may do most to the one that may least.

OWNERS_FIELDS = dict.fromkeys(("member-role", "board-title", "board-archived"), "owner")


def may(role, least):
    """Whether a role, None for no role, is enough where `least` is needed, None for nothing."""
    return least is None or role is not None and ROLES.index(role) <= ROLES.index(least)


def least_role(intent):
    """The least role that may do an intent, None for *board-create* (APL-080).

    A batch may be done by whoever may do all it holds, an undo is looked at when its target is known.
    """
    case = intent["case"]
    if case in ("board-create", "batch", "undo"):
        return None
    if case in ("card-favourite", "receipts-seen", "receipt-seen"):
        return "viewer"
    if case in ("board-raise", "board-rename", "purge"):
        return "owner"
    if case == "set":
        return least_role_for(intent["write"]["field"])
    if case == "settle":
        return {**OWNERS_FIELDS, "comment-body": "commenter"}.get(intent["field"]["case"], "editor")
    return "commenter" if case in ("comment-add", "comment-splice") else "editor"


def least_role_for(address):
    """The least role that may write a field."""
    roles = {**OWNERS_FIELDS, "comment-body": "commenter", "comment-removed": "commenter",
             "favourite": "viewer"}
    return roles.get(address["case"], "editor")


def check(edit, intent):
    """APL-079."""
    forbid(edit, least_role(intent))


def check_undo(edit, steps):
    """APL-081."""
    needed = [least_role_for(step_field(step)) for step in steps]
    forbid(edit, min(needed, key=ROLES.index, default="viewer"))


def forbid(edit, least):
    if least is not None:
        reject_if(not may(edit.board.role_of(edit.user), least), "forbidden", needed=least)
