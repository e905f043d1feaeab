// What a card has besides its title, text and place.
extension ConformanceCase {
  static let cardFields: [ConformanceCase] = [
    ConformanceCase(
      "cards/priority", "A card has one of four priorities, or none, and of two the later stays",
      ["APL-138", "APL-010"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      var other = try await bench.window(on: fixture)
      let field = Value.variant("card-priority", ["card": .id(fixture.card)])
      let numbers: [(String, Value, Value)] = [
        ("1", 1, .applied), ("4", 4, .applied), ("5", 5, .rejected("value-out-of-range")),
        ("none", .absent, .applied), ("0", 0, .rejected("value-out-of-range")),
        ("2", 2, .applied),
      ]
      for (name, number, outcome) in numbers {
        let stored = try await window.edit(.set(field, .variant("number", ["number": number])))
        try requireEqual(try stored.at("outcome"), outcome, "the outcome of priority \(name)")
        try await window.catchUp(to: try stored.number("sequence"))
      }
      let stored = try await other.edit(
        .set(field, .variant("number", ["number": 3])), base: 1)
      try requireEqual(
        try stored.at("outcome"), .displacing(window.lastOperation), "the outcome of the later")
      let written = try await other.state().all("field")
      try requireEqual(
        try written.map { try $0.at("write") },
        [["field": field, "value": .variant("number", ["number": 3])]], "what is written")
    }
  ]
}
