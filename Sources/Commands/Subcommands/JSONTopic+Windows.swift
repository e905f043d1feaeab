// The JSON of the commands about windows.
extension JSONTopic {
  static let windowCommands: [(command: String, shapes: [String])] = [
    ("windows", ["WINDOWS"]), ("close", ["CLOSED"]), ("restore", ["RESTORED-WINDOWS"]),
    ("invite", ["INVITED"]),
  ]

  static let windowShapes: [Shape] = [
    Shape("WINDOWS", ["windows": "[WINDOW]"]),
    Shape("CLOSED", ["closed": "WINDOW", "kept": "boolean", "draftsLeft": "number"]),
    Shape(
      "INVITED", ["board": "BOARD", "user": "string", "card": "string", "windows": "number"]),
    Shape("RESTORED-WINDOWS", ["windows": "[RESTORED-WINDOW]"]),
    Shape(
      "RESTORED-WINDOW", ["window": "WINDOW", "restored": "boolean", "reason": "string"]),
    Shape(
      "WINDOW",
      [
        "id": "string", "short": "string", "configuration": "string", "title": "string",
        "target": "string", "board": "string", "boardTitle": "string", "device": "string",
        "place": "string", "state": "string", "since": "string", "drafts": "number",
        "unsent": "number", "badge": "number", "summary": "string", "openHere": "boolean",
        "waitingHere": "number", "bodiesHere": "number",
      ]),
  ]
}
