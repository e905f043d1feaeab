"""What the values of a board say, in words for a person."""

import datetime

from board_connection import shown

REASONS = {
    "board-exists": "the board exists already", "no-board": "there is no such board yet",
    "identifier-in-use": "the identifier is in use", "unknown-column": "there is no such column",
    "unknown-card": "there is no such card", "column-deleted": "the column is deleted",
    "empty-title": "the title is empty", "title-too-long": "the title is too long",
    "body-too-long": "the text would be too long", "unsorted-holds-cards": "Unsorted holds cards",
    "disposition-is-self": "the cards were to go where they are",
    "unknown-text": "the text is not there", "empty-operation": "it says nothing",
    "not-undoable": "it cannot be undone", "not-your-operation": "somebody else did that",
    "not-in-batch": "an undo stands alone", "unknown-level": "the level is not known",
    "last-owner": "somebody has to be owner", "invalid-member": "nobody can have that name",
    "unknown-label": "there is no such label", "label-removed": "the label is removed",
    "unknown-item": "there is no such item", "item-removed": "the item is removed",
    "unknown-comment": "there is no such comment", "comment-removed": "the comment is removed",
    "not-your-comment": "somebody else wrote the comment",
    "value-out-of-range": "the value is out of range", "proposal-gone": "the proposal is gone",
    "limit-blocked": "the column is full", "blocks-itself": "a card cannot block itself"}


PRIORITIES = {1: "low", 2: "normal", 3: "high", 4: "urgent"}


def day(number):
    """A due date, counted in days since 1970-01-01."""
    try:
        return (datetime.date(1970, 1, 1) + datetime.timedelta(days=number)).isoformat()
    except OverflowError:
        return f"day {number}"


def priority(number):
    """APL-138."""
    return PRIORITIES.get(number, str(number))


def moment(milliseconds):
    try:
        seconds = datetime.timedelta(milliseconds=milliseconds)
        return (datetime.datetime(1970, 1, 1) + seconds).strftime("%Y-%m-%d %H:%M:%S")
    except OverflowError:
        return f"{milliseconds} ms"


def author(value):
    return f"{shown(value['user'])} on {shown(value['device'])}"


def short(identifier):
    return identifier[:8]


def operation(value):
    return f"operation {value['counter']} of session {short(value['session'])}"


def quoted(text):
    return f'"{shown(text)}"'


def rejection(value):
    """A *rejection*."""
    case = value["case"]
    if case == "batch-item":
        return f"part {value['index'] + 1}: {rejection(value['rejection'])}"
    if case == "limit-reached":
        return f"there may be no more {value['limit']}"
    if case == "forbidden":
        return f"that takes the role {value['needed']}"
    if case == "undo-guarded":
        return "all of it was changed since"
    return REASONS.get(case, case)


class Words:
    """Words for values that name what a board holds."""

    def __init__(self, board):
        self.board = board

    def column(self, column):
        known = self.board.columns.get(column)
        return quoted(known.title["value"]) if known else short(column)

    def card(self, card):
        known = self.board.cards.get(card)
        return quoted(known.title["value"]) if known else short(card)

    def label(self, label):
        known = self.board.is_written("label-name", label=label)
        return quoted(self.board.plain_value("label-name", label=label)) if known else short(label)

    def item(self, card, item):
        known = self.board.is_written("item-text", card=card, item=item)
        text = self.board.plain_value("item-text", card=card, item=item)
        return quoted(text) if known else short(item)

    # Fields and values

    def field(self, address):
        case = address["case"]
        subject = self.subject(address)
        return f"{case.replace('-', ' ')}{' of ' + subject if subject else ''}"

    def subject(self, address):
        """What a field is a field of."""
        parts = []
        if "item" in address:
            parts.append(self.item(address["card"], address["item"]))
        if "comment" in address:
            parts.append(short(address["comment"]))
        if "label" in address:
            parts.append(self.label(address["label"]))
        if "blocker" in address:
            parts.append(self.card(address["blocker"]))
        if "user" in address:
            parts.append(shown(address["user"]) or "everybody else")
        if "column" in address:
            parts.append(self.column(address["column"]))
        if "card" in address:
            parts.append(self.card(address["card"]))
        return ", ".join(parts)

    def plain(self, address, value):
        """A *field-value*."""
        case = value["case"]
        if case == "text":
            return quoted(value["text"])
        if case == "flag":
            return "yes" if value["flag"] else "no"
        if case == "item-place":
            return "another place"
        content = value[case]
        if content is None:
            return "none"
        words = {"card-due": day, "card-priority": priority}
        return words.get(address["case"], str)(content)

    def proposed(self, address, value):
        """A *proposed-value*."""
        case = value["case"]
        if case == "title":
            return quoted(value["title"])
        if case == "card-place":
            return f"in {self.column(value['column'])}"
        if case == "archived":
            return "yes" if value["archived"] else "no"
        if case == "field":
            return self.plain(address, value["value"])
        return "another place" if case == "column-place" else "text"

    def element(self, element):
        if element["case"] == "label":
            return f"label {self.label(element['label'])}"
        if element["case"] == "blocker":
            return f"blocker {self.card(element['blocker'])}"
        return shown(element["user"])

    # Intents

    def intent(self, intent):
        """What an intent does, as in "ada moves ..."."""
        case = intent["case"]
        if case == "batch":
            return "; ".join(map(self.intent, intent["intents"])) or "does nothing"
        if case == "set":
            address = intent["write"]["field"]
            return f"sets {self.field(address)} to {self.plain(address, intent['write']['value'])}"
        if case == "card-move":
            cards = ", ".join(map(self.card, intent["cards"]))
            return f"moves {cards} to {self.column(intent['column'])}"
        if case in ("card-splice", "comment-splice"):
            return self.splice(intent)
        if case == "settle":
            verb = "accepts" if intent["accept"] else "dismisses"
            return f"{verb} {shown(intent['user'])}'s proposal of {self.field(intent['field'])}"
        if case == "undo":
            return f"takes back {operation(intent['target'])}"
        if case in ("attach", "detach"):
            verb = "gives" if case == "attach" else "takes"
            way = "to" if case == "attach" else "from"
            return f"{verb} {self.element(intent['element'])} {way} {self.card(intent['card'])}"
        return self.simple(intent)

    def simple(self, intent):
        case = intent["case"]
        card = self.card(intent["card"]) if "card" in intent else ""
        column = self.column(intent["column"]) if "column" in intent else ""
        title = quoted(intent.get("title", ""))
        return {
            "board-create": f"creates the board {title}",
            "board-rename": f"calls the board {title}",
            "board-raise": f"raises the board to level {intent.get('level')}",
            "column-create": f"adds the column {title}",
            "column-rename": f"renames the column {column} to {title}",
            "column-move": f"moves the column {column}",
            "column-delete": f"deletes the column {column}",
            "card-create": f"adds the card {title} to {column}",
            "card-retitle": f"renames {card} to {title}",
            "card-archive": f"archives {card}", "card-restore": f"restores {card}",
            "card-favourite": f"{'marks' if intent.get('marked') else 'unmarks'} {card} as favourite",
            "label-create": f"makes the label {quoted(intent.get('name', ''))}",
            "item-add": f"adds the item {quoted(intent.get('text', ''))} to {card}",
            "comment-add": f"comments on {card}: {quoted(intent.get('text', ''))}",
            "receipts-seen": "has seen receipts", "receipt-seen": "has seen a receipt",
            "text-compact": f"compacts the text of {card}",
            "purge": f"purges {self.purged(intent.get('target'))}"}[case]

    def purged(self, target):
        """What a purge takes away; None where the intent is another."""
        if target is None:
            return ""
        case = target["case"]
        if case == "past":
            return f"what was before in the {self.field(target['field'])}"
        if case == "comment":
            return f"a comment on {self.card(target['card'])}"
        return "the board" if case == "board" else self.card(target["card"])

    def splice(self, intent):
        typed = "".join(insertion["text"] for insertion in intent["splice"]["insertions"])
        deleted = sum(deletion["count"] for deletion in intent["splice"]["deletions"])
        did = [f"types {quoted(typed)}"] if typed else []
        did += [f"deletes {deleted} characters"] if deleted else []
        where = "the text of" if intent["case"] == "card-splice" else "a comment on"
        return f"{' and '.join(did) or 'types nothing'} in {where} {self.card(intent['card'])}"

    # Outcomes and receipts

    def outcome(self, outcome):
        """What an operation came to, and what there is to say about it."""
        case = outcome["case"]
        if case == "rejected":
            return f"rejected: {rejection(outcome['rejection'])}"
        if case == "superseded":
            by = operation(outcome["by"])
            return f"superseded: {by} had changed the {self.field(outcome['field'])}"
        said = [self.note(note) for note in outcome["notes"]]
        if outcome.get("displaced"):
            said.insert(0, "in place of " + ", ".join(map(operation, outcome["displaced"])))
        return "; ".join([case, *said])

    def note(self, note):
        case = note["case"]
        if case == "superseded-part":
            by = operation(note["by"])
            return f"{self.field(note['field'])} stays as {by} left it, which makes a proposal"
        if case == "stale-removal":
            return f"{self.field(note['field'])} stays, {operation(note['by'])} gave it again"
        if case == "deleted-left":
            return f"the {self.field(note['field'])} still holds what was deleted; compact it once more"
        if case == "undo-skipped":
            return f"{self.field(note['field'])} stays as it is"
        if case == "over-limit":
            return f"{self.column(note['column'])} is over its limit"
        return {"on-archived-card": f"{self.card(note['card'])} is archived",
                "in-unsorted": f"{self.card(note['card'])} lies in Unsorted",
                "kept-unseen": f"{self.card(note['card'])} was kept, as nobody had seen it there",
                "unknown-card": f"there is no card {short(note['card'])}"}[case]

    def receipt(self, receipt):
        kind, cause = receipt["kind"], receipt["cause"]
        when = f"{moment(cause['time'])}, {author(cause['author'])}"
        if kind["case"] == "displaced":
            value = self.proposed(kind["field"], kind["value"])
            return f"{when}: wrote over the {self.field(kind['field'])}, which was {value}"
        if kind["case"] == "superseded":
            return f"{when}: a change of the {self.field(kind['field'])} became a proposal"
        return f"{when}: an edit was rejected, {rejection(kind['rejection'])}"
