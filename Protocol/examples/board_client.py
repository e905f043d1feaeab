#!/usr/bin/env python3
"""A client for Board in Python 3 and nothing but its standard library.

    board_client.py HOST:PORT --identity FOLDER                   lists the boards
    board_client.py HOST:PORT --identity FOLDER BOARD             prints a board
    board_client.py HOST:PORT --identity FOLDER BOARD --add TITLE adds a card to its first column

and with BOARD also

    --card CARD             prints one card in full
    --peek CARD             the same without your receipts, and without fetching the board
    --history CARD          says who did what to it
    --members               lists who may do what
    --receipts              lists what became of your edits otherwise than you meant
    --retitle CARD TITLE    --move CARD COLUMN    --comment CARD TEXT    --label CARD NAME
    --follow                says what changes, until you interrupt it

FOLDER holds authority.pem, user.pem and user.key. BOARD, CARD and COLUMN are a title or the beginning of
an identifier, CARD also its number. See ../README.md for the dialogue and ../SPEC.md for the rules cited in these files.
"""

import argparse
import os
import re
import ssl
import sys

import board_codec as codec
from board_connection import Connection, Problem, shown
from board_snapshot import NoSnapshot
from board_state import AT_END
from board_window import Window, excerpt
from board_words import Words, author, day, moment, priority, quoted, short


class Mistake(Problem):
    """What the person asked for cannot be, and the coordinator has no part in it."""


# What a person means


def find(what, candidates, wanted, least=1):
    """The identifier of the one candidate with that title or that beginning of its identifier, which is at
    least so long."""
    found = [identifier for identifier, title in candidates
             if title == wanted or len(wanted) >= least and identifier.startswith(wanted.lower())]
    if len(found) != 1:
        raise Mistake(f"{len(found)} {what} are called {wanted!r}")
    return found[0]


CARD_NUMBER = re.compile("#?[1-9][0-9]{0,6}")


def find_card(board, wanted):
    """A card by its number (APL-137), else a live card, or else one of all."""
    if CARD_NUMBER.fullmatch(wanted):
        found = [card for card, held in board.cards.items() if held.number == int(wanted.lstrip("#"))]
        if not found:
            raise Mistake(f"no card has the number {wanted.lstrip('#')}")
        return found[0]
    cards = [(card, held.title["value"]) for card, held in board.cards.items()]
    live = [(card, title) for card, title in cards if board.cards[card].is_live()]
    try:
        return find("cards", live, wanted, least=8)
    except Mistake:
        return find("cards", cards, wanted, least=8)


def live_columns(board):
    return [column for column in board.column_order if not board.columns[column].is_deleted()]


def find_column(board, wanted):
    return find("columns", [(column, board.columns[column].title["value"])
                            for column in live_columns(board)], wanted)


def text_for(kind, value):
    """A text as it may be sent (TXT-001, TXT-002, TXT-004)."""
    text = value if kind == "title" else value.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return codec.read(kind, codec.write(kind, text))
    except (codec.Malformed, OverflowError, UnicodeEncodeError):
        raise Mistake(f"{shown(value[:40])!r} is too long or holds what a {kind} may not") from None


# What is printed


def print_boards(boards):
    for board in boards:
        print(f"{short(board['board'])}  {shown(board['title'])}  ({board['sequence']} operations)")


def print_board(board, user):
    for column in live_columns(board):
        print(f"\n{shown(board.columns[column].title['value'])}{limit_of(board, column)}")
        for card in board.live_cards(column):
            print_card_line(board, card, user)
    unseen = len(board.receipts.get(user, ()))
    if unseen:
        print(f"\n{counted(unseen, 'receipt')} for you: see --receipts")


def counted(number, thing):
    return f"{number} {thing}{'' if number == 1 else 's'}"


def limit_of(board, column):
    limit = board.plain_value("column-limit", column=column)
    return "" if limit is None else f"  ({len(board.live_cards(column))} of at most {limit})"


def print_card_line(board, card, user):
    held = board.cards[card]
    body = held.body.text.shown()
    print(f"  #{held.number}  {shown(held.title['value'])}{': ' + shown(body) if body else ''}")
    details = details_of(board, card, user)
    if details:
        print(f"            {'; '.join(details)}")


def details_of(board, card, user):
    words, details = Words(board), []
    elements = board.shown_elements(card)
    labels = [words.label(element["label"]) for element in elements if element["case"] == "label"]
    assignees = [shown(element["user"]) for element in elements if element["case"] == "assignee"]
    due = board.plain_value("card-due", card=card)
    urgency = board.plain_value("card-priority", card=card)
    mark = board.favourites.get(user, {}).get(card)
    items, comments = items_of(board, card), comments_of(board, card)
    done = sum(board.plain_value("item-done", card=card, item=item) for item in items)
    if labels:
        details.append("labels " + ", ".join(labels))
    if assignees:
        details.append("for " + ", ".join(assignees))
    if due is not None:
        details.append("due " + day(due))
    if urgency is not None:
        details.append(priority(urgency) + " priority")
    blocking = [f"#{board.cards[other].number}" for other in board.blocking(card)]
    if blocking:
        details.append("blocked by " + ", ".join(blocking))
    if mark and mark["value"]:
        details.append("favourite")
    if comments:
        details.append(counted(len(comments), "comment"))
    if items:
        details.append(f"{done} of {len(items)} items done")
    return details


def items_of(board, card):
    return [item for item in board.cards[card].items
            if not board.is_removed("item", card=card, item=item)]


def comments_of(board, card):
    return [comment for comment in board.cards[card].comments
            if not board.is_removed("comment", card=card, comment=comment)]


def print_lines(text, indent="  "):
    """A text with its own lines, each made harmless (TXT-005)."""
    for line in text.split("\n"):
        print(indent + shown(line.replace("\t", "    ")))


def print_card(board, card, user):
    held, words = board.cards[card], Words(board)
    archived = "" if held.is_live() else ", archived"
    print(f"\n{shown(held.title['value'])}  ({card}, in {words.column(held.column['value'])}{archived})")
    print(f"made {moment(held.created['time'])} by {author(held.created['author'])}")
    for detail in details_of(board, card, user):
        print(detail)
    if held.body.text.shown():
        print()
        print_lines(held.body.text.shown())
    print_items(board, card)
    print_comments(board, card)
    print_proposals(board, card)
    print_receipts(board, user, card)


def peek(connection, board, wanted, user):
    """Prints a card by its number or the beginning of its identifier, of a board that is not fetched."""
    part = excerpt(connection, board, [wanted])
    if part is None:
        raise Mistake("there is too much on that card: see --card")
    print_card(part, find_card(part, wanted), user)


def print_items(board, card):
    items = items_of(board, card)
    if items:
        print("\nChecklist")
    for item in items:
        done = board.plain_value("item-done", card=card, item=item)
        text = board.plain_value("item-text", card=card, item=item)
        print(f"  [{'x' if done else ' '}] {shown(text)}")


def print_comments(board, card):
    comments = comments_of(board, card)
    if comments:
        print("\nComments")
    for comment in comments:
        made = board.cards[card].comments[comment]
        print(f"  {author(made.created['author'])}, {moment(made.created['time'])}")
        print_lines(made.body.text.shown(), "    ")


def print_proposals(board, card):
    words = Words(board)
    proposals = [proposal for proposal in board.proposals.values()
                 if proposal.field.get("card") == card]
    if proposals:
        print("\nProposals")
    for proposal in proposals:
        value = words.proposed(proposal.field, proposal.value)
        if proposal.is_text():
            value = quoted(proposal.text.shown())
        print(f"  {author(proposal.stamp['author'])}, {moment(proposal.stamp['time'])}: "
              f"{words.field(proposal.field)}: {value}")


def print_receipts(board, user, card=None):
    """The user's receipts, or those that are about a card."""
    words = Words(board)
    receipts = [receipt for receipt in board.receipts.get(user, ())
                if card is None or receipt["kind"].get("field", {}).get("card") == card]
    if receipts:
        print("\nReceipts")
    for receipt in receipts:
        print(f"  {words.receipt(receipt)}")


def print_members(board):
    roles = board.roles()
    print("\nMembers")
    for user, role in sorted(roles.items()):
        print(f"  {shown(user) or 'everybody else'}  {role}")


def print_history(window, card):
    print(f"\nHistory of {Words(window.board).card(card)}")
    for committed in window.card_history(card):
        print_committed(window.board, committed)


def print_committed(board, committed):
    words, content = Words(board), committed["content"]
    what = words.intent(content["operation"]["intent"]) if "operation" in content else "an edit"
    print(f"{committed['sequence']:6}  {moment(committed['time'])}  {author(committed['author'])}  "
          f"{what}  ({words.outcome(content)})", flush=True)


# What is changed


def do(window, subject, intent):
    """Submits an edit and prints what it came to."""
    stored = window.submit(intent)
    outcome = Words(window.board).outcome(stored["outcome"])
    case, _, rest = outcome.partition(":")
    told = f"{case} as operation {stored['sequence']}"
    print(f"\n{short(subject)}  {told}{':' + rest if rest else ''}", flush=True)


def add(window, title):
    columns = live_columns(window.board)
    if not columns:
        raise Mistake("the board has no column")
    card = os.urandom(16).hex()
    do(window, card, {"case": "card-create", "card": card, "column": columns[0],
                      "title": text_for("title", title), "body": "", "at": AT_END})


def retitle(window, wanted, title):
    card = find_card(window.board, wanted)
    do(window, card, {"case": "card-retitle", "card": card, "title": text_for("title", title)})


def move(window, wanted, wanted_column):
    card, column = find_card(window.board, wanted), find_column(window.board, wanted_column)
    do(window, card, {"case": "card-move", "cards": [card], "column": column, "at": AT_END})


def comment(window, wanted, text):
    card = find_card(window.board, wanted)
    do(window, card, {"case": "comment-add", "card": card, "comment": os.urandom(16).hex(),
                      "text": text_for("body", text)})


def label(window, wanted, name):
    """Gives a card a label, in one batch with making it where there is none of that name."""
    card, board = find_card(window.board, wanted), window.board
    known = [label for label in board.labels() if not board.is_removed("label", label=label)
             and board.plain_value("label-name", label=label) == name]
    chosen = known[0] if known else os.urandom(16).hex()
    attach = {"case": "attach", "card": card, "element": {"case": "label", "label": chosen}}
    if known:
        do(window, card, attach)
        return
    make = {"case": "label-create", "label": chosen, "name": text_for("title", name),
            "colour": len(board.labels()) % codec.LIMITS["colours"]}
    do(window, card, {"case": "batch", "intents": [make, attach]})


def follow(window):
    """Says what changes until somebody interrupts, as the board was when it changed."""
    print(f"\nFollowing from operation {window.board.sequence} on", flush=True)
    window.on_change = print_committed
    window.on_fetch = lambda board: print(f"{board.sequence:6}  (the whole board anew)", flush=True)
    try:
        window.follow()
    except KeyboardInterrupt:
        print()


# The command line


def arguments():
    parser = argparse.ArgumentParser(description="List, show, change and follow boards.")
    parser.add_argument("address", metavar="HOST:PORT")
    parser.add_argument("--identity", required=True, metavar="FOLDER")
    parser.add_argument("board", nargs="?", metavar="BOARD")
    parser.add_argument("--card", metavar="CARD")
    parser.add_argument("--peek", metavar="CARD")
    parser.add_argument("--history", metavar="CARD")
    parser.add_argument("--members", action="store_true")
    parser.add_argument("--receipts", action="store_true")
    parser.add_argument("--add", metavar="TITLE")
    parser.add_argument("--retitle", nargs=2, metavar=("CARD", "TITLE"))
    parser.add_argument("--move", nargs=2, metavar=("CARD", "COLUMN"))
    parser.add_argument("--comment", nargs=2, metavar=("CARD", "TEXT"))
    parser.add_argument("--label", nargs=2, metavar=("CARD", "NAME"))
    parser.add_argument("--follow", action="store_true")
    return parser.parse_intermixed_args()


def show(window, user, options):
    """One thing that was asked for, or the board."""
    board = window.board
    if options.card is not None:
        print_card(board, find_card(board, options.card), user)
    if options.members:
        print_members(board)
    if options.receipts:
        print_receipts(board, user)
    if options.history is not None:
        print_history(window, find_card(board, options.history))
    if not (options.card or options.members or options.receipts or options.history):
        print_board(board, user)


def change(window, options):
    if options.add is not None:
        add(window, options.add)
    for function, given in ((retitle, options.retitle), (move, options.move),
                            (comment, options.comment), (label, options.label)):
        if given is not None:
            function(window, *given)


def main():
    options = arguments()
    connection = Connection(options.address, options.identity)
    try:
        run(connection, options)
    finally:
        if connection.is_open:
            connection.goodbye()


def run(connection, options):
    welcome = connection.hello()
    peer = welcome["peer"]
    print(f"{author(peer)}, cluster {shown(welcome['cluster'])}", flush=True)
    boards = connection.boards()
    if options.board is None:
        print_boards([board for board in boards if not board["archived"]])  # APL-143.
        return
    named = [(board["board"], board["title"]) for board in boards]
    board = find("boards", named, options.board)
    if options.peek is not None:
        peek(connection, board, options.peek, peer["user"])
        return
    window = Window(connection, board)
    window.on_trouble = lambda words: print(f"board_client.py: {words}", file=sys.stderr, flush=True)
    try:
        show(window, peer["user"], options)
        change(window, options)
        if options.follow:
            follow(window)
    except Mistake:
        window.close()
        raise
    window.close()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    except (Problem, NoSnapshot, OSError, ssl.SSLError) as problem:
        sys.exit(f"board_client.py: {problem}")
