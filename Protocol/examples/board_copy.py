"""Copies of cards as a drag carries them, and the texts that they make (SPEC.md DRG-012 to DRG-014)."""


def card_copy(board, card):
    """The *card-copy* of a card as it is, without removed labels, items and comments."""
    held = board.cards[card]
    return {"title": held.title["value"], "body": held.body.text.shown(),
            "due": board.plain_value("card-due", card=card),
            "priority": board.plain_value("card-priority", card=card), "labels": labels(board, card),
            "assignees": assignees(board, card), "items": items(board, card), "extensions": []}


def labels(board, card):
    """By the bytes of their names, then by their identifiers."""
    on_card = [element["label"] for element in board.shown_elements(card)
               if element["case"] == "label"]
    named = [(board.plain_value("label-name", label=label), label) for label in on_card]
    named.sort(key=lambda each: (each[0].encode("utf-8"), each[1]))
    return [{"name": name, "colour": board.plain_value("label-colour", label=label)}
            for name, label in named]


def assignees(board, card):
    return sorted((element["user"] for element in board.shown_elements(card)
                   if element["case"] == "assignee"), key=lambda user: user.encode("utf-8"))


def items(board, card):
    """From top to bottom."""
    return [{"text": board.plain_value("item-text", card=card, item=item),
             "done": board.plain_value("item-done", card=card, item=item)}
            for item in board.cards[card].items if not board.is_removed("item", card=card, item=item)]


def plain(copy):
    """DRG-013."""
    parts = [copy["title"]]
    if copy["body"]:
        parts.append(copy["body"])
    if copy["items"]:
        parts.append("\n".join(
            ("- [x] " if item["done"] else "- [ ] ") + item["text"] for item in copy["items"]))
    return "\n\n".join(parts)


def markdown(copy):
    """DRG-014."""
    return "# " + plain(copy)
