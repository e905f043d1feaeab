import NIOCore

/// Cases about loading what is carried: who serves it, and in which types.
extension ConformanceCase {
  static let loadings: [ConformanceCase] = [
    ConformanceCase(
      "drags/served", "A coordinator serves cards in four types, as they are",
      ["DRG-007", "DRG-009", "DRG-010", "DRG-012", "DRG-013", "DRG-014", "DRG-015"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let cluster = try await bench.welcomed().welcome.text("cluster")
      var window = try await bench.dragWindow(on: fixture)
      let types = Value.cardTypes + ["image/png"]
      let drag = try await window.lift(
        SampleDrag(items: [
          .item(fixture.card, types: types), .item(nil, types: types),
          .item(.random(), types: types),
        ]))
      for title in [Fixture.cardTitle, "Renamed"] {
        let copy: Value = [
          "title": .text(title), "body": .text(Fixture.body), "due": .absent, "priority": .absent,
          "labels": [],
          "assignees": [], "items": [],
        ]
        let card = try bench.codec.encode(copy, type: "card-copy")
        let whole = try await window.peer.whole(of: drag, "application/x-board-card")
        try requireEqual(whole, card, "the copy of the card")
        let texts = [
          ("text/markdown", "# \(title)\n\n\(Fixture.body)"),
          ("text/plain", "\(title)\n\n\(Fixture.body)"),
          ("text/uri-list", "board://\(cluster)/b/\(fixture.board)/c/\(fixture.card)\r\n"),
        ]
        for (type, text) in texts {
          let whole = try await window.peer.whole(of: drag, type)
          try requireEqual(String(decoding: whole, as: UTF8.self), text, type)
        }
        try await window.edit(.cardRetitle(fixture.card, "Renamed"), base: 1)
      }
      let faults: [(type: String, item: UInt64)] = [
        ("image/png", 0), ("text/plain", 1), ("text/plain", 2), ("text/plain", 3), ("", 0),
      ]
      for (type, item) in faults {
        try await window.peer.request(
          "load", drag.load(type, item: item), refusedWith: "representation-unavailable")
      }
      try await window.cancel(drag)
    },
    ConformanceCase(
      "drags/details", "A copy of a card holds its day, priority, labels, assignees and checklist",
      ["DRG-012", "DRG-013"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      var window = try await bench.dragWindow(on: fixture)
      let card = Value.id(fixture.card)
      let labels = [Identifier.random(), .random()]
      let items = [Identifier.random(), .random()]
      var intents: [Value] = []
      for (label, name) in zip(labels, ["urgent", "Ärger"]) {
        intents.append(
          .variant("label-create", ["label": .id(label), "name": .text(name), "colour": 3]))
        intents.append(
          .variant(
            "attach", ["card": card, "element": .variant("label", ["label": .id(label)])]))
      }
      for user in ["bob", "ada"] {
        intents.append(
          .variant(
            "attach", ["card": card, "element": .variant("assignee", ["user": .text(user)])]))
      }
      for item in items {
        // The second item goes in front of the first.
        intents.append(
          .variant(
            "item-add",
            [
              "card": card, "item": .id(item), "text": .text(item == items[0] ? "last" : "first"),
              "at": .anchors(before: item == items[0] ? nil : items[0]),
            ]))
      }
      intents += [
        .set(.variant("card-due", ["card": card]), .variant("number", ["number": 20_718])),
        .set(.variant("card-priority", ["card": card]), .variant("number", ["number": 3])),
        .set(
          .variant("item-done", ["card": card, "item": .id(items[1])]),
          .variant("flag", ["flag": true])),
      ]
      let stored = try await window.edit(.batch(intents), base: 1)
      try requireEqual(try stored.at("outcome"), .applied, "the outcome")
      let drag = try await window.lift(SampleDrag(items: [.item(fixture.card)]))
      let copy: Value = [
        "title": .text(Fixture.cardTitle), "body": .text(Fixture.body), "due": 20_718,
        "priority": 3,
        "labels": [["name": "urgent", "colour": 3], ["name": "Ärger", "colour": 3]],
        "assignees": ["ada", "bob"],
        "items": [["text": "first", "done": true], ["text": "last", "done": false]],
      ]
      let whole = try await window.peer.whole(of: drag, "application/x-board-card")
      try requireEqual(
        whole, try bench.codec.encode(copy, type: "card-copy"), "the copy of the card")
      let text = try await window.peer.whole(of: drag, "text/plain")
      try requireEqual(
        String(decoding: text, as: UTF8.self),
        "\(Fixture.cardTitle)\n\n\(Fixture.body)\n\n- [x] first\n- [ ] last", "the plain text")
      try await window.cancel(drag)
    },
    ConformanceCase(
      "drags/parts", "What is longer than a chunk comes in parts of one length and digest",
      ["DRG-007"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      var window = try await bench.dragWindow(on: fixture)
      let chunk = Int(try bench.schema.limit("chunk-bytes"))
      let added = String(repeating: "né ", count: chunk / 6)
      for base: UInt64 in [1, 2] {
        try await window.edit(.cardInsert(fixture.card, added), base: base)
      }
      let drag = try await window.lift(SampleDrag(items: [.item(fixture.card)]))
      let expected = Array("\(Fixture.cardTitle)\n\n\(added)\(added)\(Fixture.body)".utf8)
      let whole = try await window.peer.whole(of: drag, "text/plain")
      try require(whole == expected, "the parts do not make up the text")
      // Parts may also start in the middle of a chunk, at the end, and beyond it.
      let most = chunk - (8 + 32 + 4 + 2)
      let end = expected.count
      for offset in [0, 1, chunk, end - 1, end, end + 1] {
        let part = try await window.peer.part(of: drag, "text/plain", offset: UInt64(offset))
        let rest = Array(expected.dropFirst(offset).prefix(most))
        try requireEqual(try part.at("bytes"), .bytes(rest), "the bytes from \(offset) on")
        try requireEqual(try part.number("total"), UInt64(end), "the length of all")
      }
      try await window.cancel(drag)
    },
    ConformanceCase(
      "drags/passed-on", "What the window that lifted a drag has is asked of that window",
      ["DRG-008"]
    ) { bench in
      let fixture = try await bench.dragBoard()
      let lifter = try await bench.dragWindow(on: fixture)
      let asker = try await bench.dragWindow(on: fixture)
      let drag = try await lifter.lift(
        SampleDrag(items: [
          .item(nil, types: ["text/plain"]),
          .item(fixture.card, types: ["image/png", "text/plain"]),
        ]))
      let content: Value = .bytes(Array("as the window has it".utf8))
      for (type, offset) in [("image/png", 0), ("text/plain", 7)] as [(String, UInt64)] {
        let fields = drag.load(type, item: 1, offset: offset)
        let request = try await asker.peer.post("load", fields)
        let asked = try await lifter.peer.requireLoad(fields)
        let part: Value = [
          "total": .number(offset + 20), "digest": .bytes([UInt8](repeating: 7, count: 32)),
          "bytes": content,
        ]
        try await lifter.peer.answer(asked, "part", part)
        let answer = try await asker.peer.response(to: request, is: "part").fields
        for field in ["total", "digest", "bytes"] {
          try requireEqual(try answer.at(field), try part.at(field), "\(field) of PART")
        }
      }
      try await lifter.cancel(drag)
    },
    ConformanceCase(
      "drags/source-silent", "What that window does not answer within 2 seconds is served",
      ["DRG-008", "DRG-009", "DRG-010"]
    ) { bench in
      let (lifter, asker, drag) = try await bench.textAndPicture()
      let allowed = Int64(try bench.schema.limit("load-milliseconds"))
      let started = NIODeadline.now()
      let requests = [
        try await asker.peer.post("load", drag.load("text/plain")),
        try await asker.peer.post("load", drag.load("image/png")),
      ]
      let asked = try await lifter.peer.requireLoad(drag.load("text/plain"))
      try await asker.peer.requirePlainText(of: requests[0])
      // The margin of 1 ms is for coordinators whose clock counts whole milliseconds.
      try require(
        NIODeadline.now() - started >= .milliseconds(allowed - 1),
        "the window that lifted the drag is not waited for")
      try await asker.peer.refusal(of: requests[1], ["representation-unavailable"])
      // This answer comes too late and has to be ignored.
      try await lifter.peer.answer(
        asked, "part",
        ["total": 0, "digest": .bytes([UInt8](repeating: 0, count: 32)), "bytes": .bytes([])])
      try await lifter.peer.settle()
      try await asker.peer.settle()
      try await lifter.cancel(drag)
    },
    ConformanceCase(
      "drags/source-refuses", "What that window does not have is served, if it can be",
      ["DRG-009", "DRG-010"]
    ) { bench in
      let (lifter, asker, drag) = try await bench.textAndPicture()
      let code = UInt64(try bench.schema.error("representation-unavailable"))
      let error: Value = [
        "code": .number(code), "text": "", "offset": .absent, "retry-after": 0,
      ]
      for type in ["text/plain", "image/png"] {
        let request = try await asker.peer.post("load", drag.load(type))
        try await lifter.peer.answer(
          try await lifter.peer.requireLoad(drag.load(type)), "error", error)
        if type == "text/plain" {
          try await asker.peer.requirePlainText(of: request)
        } else {
          try await asker.peer.refusal(of: request, ["representation-unavailable"])
        }
      }
      try await lifter.cancel(drag)
    },
    ConformanceCase(
      "drags/source-gone", "What a window lifted that is gone is served all the same",
      ["DRG-009", "DRG-010", "DRG-019"]
    ) { bench in
      let (lifter, asker, drag) = try await bench.textAndPicture()
      try await asker.requireCarried(drag)
      let waiting = try await asker.peer.post("load", drag.load("text/plain"))
      _ = try await lifter.peer.requireLoad(drag.load("text/plain"))
      try await lifter.peer.sendEvent("goodbye", ["reason": 0, "text": ""])
      try await asker.peer.requirePlainText(of: waiting)
      let request = try await asker.peer.post("load", drag.load("text/plain"))
      try await asker.peer.requirePlainText(of: request)
      try await asker.peer.request(
        "load", drag.load("image/png"), refusedWith: "representation-unavailable")
      try requireEqual(try await asker.peer.arrived("carried"), [], "what is told of the drag")
      _ = try await asker.peer.request("drop", drag.drop("move"), answeredBy: "dropped")
    },
  ]
}

extension Bench {
  /// Two windows, and a card that the first has lifted as a text, which the coordinator can serve
  /// too, and as a picture, which only that window has.
  fileprivate func textAndPicture() async throws -> (
    lifter: Window, asker: Window, drag: SampleDrag
  ) {
    let fixture = try await dragBoard()
    let lifter = try await dragWindow(on: fixture)
    let asker = try await dragWindow(on: fixture)
    let drag = try await lifter.lift(
      SampleDrag(items: [.item(fixture.card, types: ["text/plain", "image/png"])]))
    return (lifter, asker, drag)
  }
}

extension ScriptedPeer {
  /// Waits for the LOAD with which the coordinator asks this window for what it lifted.
  fileprivate func requireLoad(_ fields: Value) async throws -> Message {
    let asked = try await take("LOAD") { $0.name == "load" }
    for field in ["drag", "item", "type", "offset"] {
      try requireEqual(try asked.fields.at(field), try fields.at(field), "\(field) of LOAD")
    }
    return asked
  }

  /// Waits for the answer, which must hold the whole text of the fixture's card from its first
  /// byte.
  fileprivate func requirePlainText(of request: UInt64) async throws {
    let part = try await response(to: request, is: "part").fields
    let text = Array("\(Fixture.cardTitle)\n\n\(Fixture.body)".utf8)
    try requireEqual(try part.at("bytes"), .bytes(text), "what the coordinator serves")
    try requireEqual(try part.number("total"), UInt64(text.count), "its length")
  }
}
