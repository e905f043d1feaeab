// The JSON of the commands for labels, members, items, comments and limits.
extension JSONTopic {
  static let fieldCommands: [(command: String, shapes: [String])] = [
    ("labels", ["LABELS"]), ("label", ["LABEL-EDIT"]), ("check", ["CARD-EDIT"]),
    ("comment", ["CARD-EDIT"]), ("limits", ["LIMITS"]), ("limits --block", ["LIMITS-EDIT"]),
    ("members", ["MEMBERS"]), ("member", ["MEMBERS-EDIT"]), ("name", ["USER"]),
    ("proposals", ["PROPOSALS"]), ("accept", ["SETTLED"]), ("dismiss", ["SETTLED"]),
    ("receipts", ["RECEIPTS"]), ("receipts seen", ["RECEIPTS-SEEN"]),
    ("receipts restore", ["RESTORED"]),
    ("unsent", ["UNSENT"]),
  ]

  static let fieldShapes: [Shape] = [
    Shape("LABELS", ["board": "BOARD", "labels": "[LABEL-USE]"]),
    Shape("LABEL-EDIT", ["board": "BOARD", "label": "LABEL", "outcome": "OUTCOME"]),
    Shape("LIMITS", ["board": "BOARD", "blocks": "boolean", "columns": "[LIMIT]"]),
    Shape(
      "LIMITS-EDIT",
      ["board": "BOARD", "blocks": "boolean", "columns": "[LIMIT]", "outcome": "OUTCOME"]),
    Shape(
      "MEMBERS",
      ["board": "BOARD", "members": "[MEMBER]", "users": "[USER]", "role": "string"]),
    Shape(
      "MEMBERS-EDIT",
      [
        "board": "BOARD", "members": "[MEMBER]", "users": "[USER]", "role": "string",
        "outcome": "OUTCOME",
      ]),
    Shape("PROPOSALS", ["board": "BOARD", "proposals": "[PROPOSAL]"]),
    Shape(
      "SETTLED",
      ["board": "BOARD", "proposal": "PROPOSAL", "accepted": "boolean", "outcome": "OUTCOME"]),
    Shape("RECEIPTS", ["board": "BOARD", "receipts": "[RECEIPT]", "unseen": "number"]),
    Shape(
      "RECEIPTS-SEEN",
      ["board": "BOARD", "ended": "number", "unseen": "number", "outcome": "OUTCOME"]),
    Shape("UNSENT", ["windows": "[UNSENT-WINDOW]", "copies": "[LOST-BOARD]"]),
    Shape(
      "LOST-BOARD",
      [
        "board": "string", "title": "string", "coordinator": "string", "user": "string",
        "edit": "number", "kept": "string", "file": "string",
      ]),
    Shape(
      "UNSENT-WINDOW",
      [
        "window": "string", "board": "string", "title": "string", "coordinator": "string",
        "user": "string", "open": "boolean", "edits": "[UNSENT-EDIT]", "bodies": "[OPEN-BODY]",
        "torn": "[TORN-EDIT]", "drafts": "[UNSENT-DRAFT]",
      ]),
    Shape(
      "UNSENT-EDIT",
      [
        "operation": "string", "base": "number", "queued": "boolean", "what": "string",
        "text": "string",
      ]),
    Shape("TORN-EDIT", ["file": "string", "bytes": "number"]),
    Shape("UNSENT-DRAFT", ["what": "string", "text": "string"]),
    Shape("OPEN-BODY", ["card": "string", "file": "string", "text": "string"]),
    Shape("RESTORED", ["board": "BOARD", "receipt": "RECEIPT", "outcome": "OUTCOME"]),
    Shape(
      "LABEL",
      [
        "id": "string", "short": "string", "name": "string", "colour": "string",
        "removed": "boolean",
      ]),
    Shape("LABEL-USE", ["label": "LABEL", "cards": "number"]),
    Shape(
      "ITEM",
      ["number": "number", "id": "string", "text": "string", "done": "boolean", "changed": "STAMP"]
    ),
    Shape(
      "COMMENT",
      [
        "number": "number", "id": "string", "short": "string", "user": "string",
        "body": "string", "created": "STAMP", "edited": "STAMP",
      ]),
    Shape(
      "LIMIT",
      [
        "id": "string", "title": "string", "cards": "number", "limit": "number",
        "overLimit": "boolean",
      ]),
    Shape("MEMBER", ["user": "string", "everyone": "boolean", "role": "string"]),
    Shape("USER", ["user": "string", "seen": "boolean", "name": "string"]),
    Shape(
      "RECEIPT",
      [
        "name": "string", "kind": "string", "field": "string", "cards": "[string]",
        "columns": "[string]", "operation": "string", "yours": "string", "now": "string",
        "user": "string", "cause": "STAMP", "reason": "string", "restore": "string",
      ]),
  ]
}
