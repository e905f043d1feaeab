import ArgumentParser
import Screen

/// The text of `board help json`, which documents what `--json` prints. A test compares it with
/// what the commands really print.
struct JSONTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "The shapes of what --json prints.", discussion: text)

  func run() throws {
    try StandardOutput.line(JSONTopic.text)
  }

  /// A kind of object: its keys in order, each with the kind of its value. `[K]` is a list of the
  /// kind K.
  struct Shape: Sendable {
    let name: String
    let keys: [(key: String, kind: String)]

    init(_ name: String, _ keys: KeyValuePairs<String, String>) {
      self.name = name
      self.keys = keys.map { ($0.key, $0.value) }
    }
  }

  /// The shapes that each command prints. `watch` prints one of its shapes on each line.
  static let commands: [(command: String, shapes: [String])] =
    plainCommands + fieldCommands + windowCommands + deviceCommands + failures

  private static let failures: [(command: String, shapes: [String])] = [
    ("any that fails", ["FAILED"])
  ]

  private static let plainCommands: [(command: String, shapes: [String])] = [
    ("boards", ["BOARDS"]), ("boards rename", ["BOARD-EDIT"]),
    ("boards archive", ["BOARD-EDIT"]), ("boards unarchive", ["BOARD-EDIT"]), ("new", ["NEW"]),
    ("ls", ["LIST"]), ("show", ["SHOW"]),
    ("add", ["CARD-EDIT"]), ("mv", ["CARD-EDIT"]), ("edit", ["CARD-EDIT"]),
    ("archive", ["CARD-EDIT"]), ("unarchive", ["CARD-EDIT"]), ("fav", ["CARD-EDIT"]),
    ("add-column", ["COLUMN-EDIT"]), ("column", ["COLUMN-EDIT"]), ("undo", ["UNDO"]),
    ("redo", ["REDO"]), ("upgrade", ["RAISED"]), ("compact", ["COMPACTED"]),
    ("purge", ["PURGED"]),
    ("log", ["LOG"]), ("log CARD", ["CARD-LOG"]), ("explain", ["EXPLAIN"]),
    ("explain --restore", ["CARD-EDIT"]), ("export", ["EXPORT"]),
    ("watch", ["STARTED", "CHANGED", "LINK"]),
  ]

  static let shapes: [Shape] =
    outerShapes + fieldShapes + windowShapes + deviceShapes + innerShapes

  private static let outerShapes: [Shape] = [
    Shape("BOARDS", ["boards": "[SUMMARY]"]),
    Shape("NEW", ["board": "SUMMARY", "sameTitle": "[string]"]),
    Shape("BOARD-EDIT", ["board": "BOARD", "outcome": "OUTCOME", "sameTitle": "[string]"]),
    Shape("LIST", ["board": "BOARD", "columns": "[COLUMN]"]),
    Shape("SHOW", ["board": "BOARD", "card": "CARD"]),
    Shape("CARD-EDIT", ["board": "BOARD", "card": "CARD", "outcome": "OUTCOME"]),
    Shape("COLUMN-EDIT", ["board": "BOARD", "column": "COLUMN", "outcome": "OUTCOME"]),
    Shape("UNDO", ["board": "BOARD", "undone": "UNDONE", "outcome": "OUTCOME"]),
    Shape("REDO", ["board": "BOARD", "redone": "UNDONE", "outcome": "OUTCOME"]),
    Shape("RAISED", ["board": "BOARD", "outcome": "OUTCOME"]),
    Shape("COMPACTED", ["board": "BOARD", "compacted": "[TEXT]"]),
    Shape("PURGED", ["board": "BOARD", "purged": "THING", "outcome": "OUTCOME"]),
    Shape("THING", ["card": "string", "comment": "string", "field": "string"]),
    Shape(
      "TEXT",
      [
        "card": "string", "short": "string", "title": "string", "comment": "string",
        "dropped": "number",
      ]),
    Shape("LOG", ["board": "BOARD", "operations": "[OPERATION]"]),
    Shape("CARD-LOG", ["board": "BOARD", "operations": "[CARD-OPERATION]"]),
    Shape(
      "EXPLAIN",
      [
        "board": "BOARD", "card": "CARD", "field": "string", "subject": "string",
        "value": "string",
        "written": "[FIELD-CHANGE]", "changes": "[FIELD-CHANGE]", "proposals": "[PROPOSAL]",
      ]),
    Shape(
      "EXPORT",
      [
        "board": "BOARD", "columns": "[WHOLE-COLUMN]", "archive": "[CARD]",
        "labels": "[LABEL-USE]", "members": "[MEMBER]", "blocks": "boolean",
      ]),
    Shape("STARTED", ["event": "string", "board": "BOARD"]),
    Shape("CHANGED", ["event": "string", "operation": "OPERATION"]),
    Shape("LINK", ["event": "string"]),
    Shape("FAILED", ["error": "ERROR"]),
  ]

  private static let innerShapes: [Shape] = [
    Shape(
      "SUMMARY",
      [
        "id": "string", "title": "string", "sequence": "number", "time": "string",
        "archived": "boolean",
      ]),
    Shape(
      "BOARD",
      [
        "id": "string", "title": "string", "sequence": "number", "level": "number",
        "archived": "boolean",
      ]),
    Shape(
      "COLUMN",
      [
        "id": "string", "title": "string", "cards": "[LISTED]", "limit": "number",
        "overLimit": "boolean",
      ]),
    Shape(
      "WHOLE-COLUMN",
      [
        "id": "string", "title": "string", "cards": "[CARD]", "limit": "number",
        "overLimit": "boolean",
      ]),
    Shape(
      "LISTED",
      [
        "id": "string", "short": "string", "number": "number", "title": "string",
        "favourite": "boolean",
        "hasBody": "boolean", "labels": "[string]", "assignees": "[string]", "due": "string",
        "overdue": "boolean", "priority": "string", "blocked": "boolean", "items": "number",
        "done": "number",
        "comments": "number",
      ]),
    Shape(
      "CARD",
      [
        "id": "string", "short": "string", "number": "number", "title": "string",
        "body": "string",
        "column": "PLACE", "archived": "boolean", "favourite": "boolean", "created": "STAMP",
        "retitled": "STAMP", "edited": "STAMP", "moved": "STAMP", "proposals": "[PROPOSAL]",
        "labels": "[LABEL]", "assignees": "[string]", "due": "string", "overdue": "boolean",
        "priority": "string", "blocked": "boolean", "blockers": "[BLOCKER]",
        "checklist": "[ITEM]", "comments": "[COMMENT]",
      ]),
    Shape(
      "BLOCKER",
      [
        "id": "string", "short": "string", "number": "number", "title": "string",
        "archived": "boolean",
      ]),
    Shape("PLACE", ["id": "string", "title": "string"]),
    Shape(
      "STAMP", ["user": "string", "device": "string", "time": "string", "sequence": "number"]),
    Shape(
      "PROPOSAL",
      [
        "field": "string", "value": "string", "by": "STAMP", "name": "string", "now": "string",
        "cards": "[string]", "columns": "[string]",
      ]),
    Shape("OUTCOME", ["result": "string", "displaced": "[string]", "notes": "[string]"]),
    Shape("UNDONE", ["operation": "string", "edit": "string", "by": "STAMP"]),
    Shape(
      "OPERATION",
      [
        "sequence": "number", "time": "string", "user": "string", "device": "string",
        "operation": "string", "deed": "string", "purged": "boolean", "cards": "[string]",
        "columns": "[string]", "outcome": "OUTCOME",
      ]),
    Shape(
      "CARD-OPERATION",
      [
        "sequence": "number", "time": "string", "user": "string", "device": "string",
        "operation": "string", "deed": "string", "purged": "boolean", "cards": "[string]",
        "columns": "[string]", "outcome": "OUTCOME", "window": "string", "queued": "boolean",
        "changes": "[CHANGE]",
      ]),
    Shape(
      "FIELD-CHANGE",
      [
        "sequence": "number", "time": "string", "user": "string", "device": "string",
        "window": "string", "operation": "string", "queued": "boolean", "change": "CHANGE",
      ]),
    Shape(
      "CHANGE",
      [
        "field": "string", "subject": "string", "result": "string", "before": "string",
        "after": "string", "reasons": "[REASON]", "displaced": "[string]",
        "displacedBy": "[string]",
      ]),
    Shape("REASON", ["rule": "string", "statements": "[string]", "text": "string"]),
    Shape(
      "ERROR",
      ["code": "string", "exit": "number", "message": "string", "candidates": "[string]"]),
  ]

  static let text: String = {
    let prints = commands.map { ["  \($0.command)", $0.shapes.joined(separator: ", ")] }
    let kinds = shapes.map { shape in
      (["\(shape.name) {"] + shape.keys.map { "  \($0.key): \($0.kind)" } + ["}"])
        .joined(separator: "\n")
    }
    return """
      Every command takes --json and prints one object on one line; watch prints
      one on each line. Keys stand in the order given here, and none is left out.
      New keys may be added; nothing here is renamed or removed.

      A command that fails prints FAILED on standard output, and nothing on
      standard error. Its code and exit status: rejected, superseded, refused,
      not-found, ambiguous, drafts-held and files 1; usage 2; unreachable 3;
      identity 4. Where standard output itself cannot be written, standard error
      says so, with 1.

      Identifiers have 32 hexadecimal digits; short is the shortest beginning,
      of at least 8, that names the card, and number what people call it by on
      its board. Times are in UTC, as in
      2026-11-21T09:55:19.042Z. A result is applied, merged, superseded or
      rejected. The event of STARTED is started or reloaded, of CHANGED
      operation, of LINK connected or disconnected.

      The subject of a field is what it belongs to: a card, label, item or
      comment by its identifier, an assignee by the user's name, or a blocker by
      its card's identifier.

      The result of a CHANGE may also be skipped or purged. Its before and after are empty
      where there was no value; displaced and displacedBy hold at most one
      operation, and written of EXPLAIN the change that the field shows. The
      first reason decided; its statements are those of SPEC.md. window is the
      window that the edit was made in.

      sameTitle names the other boards of yours that are called the same. purged
      says that a purge took away what an operation did, or a part of that.

      A priority is none, low, normal, high or urgent. A card is blocked as long
      as one of its blockers is not archived.
      due is as in 2026-11-25, or empty; it is overdue when that day is past
      where the command runs. A limit of 0 is none. The short name of a label or
      comment is the beginning of its identifier. An item is named by its
      number, a PROPOSAL and a RECEIPT by its name. A role is owner, editor,
      commenter, viewer or none; the member whose user is empty is everyone
      without a role of their own. A USER was seen who was ever connected to the
      coordinator; name is what they want to be called. The kind of a RECEIPT is
      displaced, superseded or rejected; user is who changed the field, cause the
      operation that did it, or your own that had no effect; restore is what to
      type.

      A WINDOW is connected, away or unlisted, which is known to this device's
      disk alone, since then; its target is a card or column, or empty. drafts
      and unsent edits are what it said it holds; waitingHere edits and
      bodiesHere are on this device's disk. kept of CLOSED: a part of them
      stays there. restore exits with 1 where a window did not come back; the
      reason is then not empty.

      \(deviceText)

      What commands print:

      \(TextTable.lines(prints).joined(separator: "\n"))

      \(kinds.joined(separator: "\n\n"))
      """
  }()
}
