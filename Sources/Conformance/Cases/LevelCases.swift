extension ConformanceCase {
  static let levels: [ConformanceCase] = [
    ConformanceCase(
      "levels/raise", "A board stays at the level that there is, whatever it is raised to",
      ["APL-075", "APL-076"]
    ) { bench in
      let fixture = try await bench.board()
      var window = try await bench.window(on: fixture)
      try requireEqual(
        try await window.edit(.boardRaise(1)).at("outcome"), .applied, "the raise to its level")
      let unknown = try await window.edit(.boardRaise(65_535))
      try requireEqual(
        try unknown.at("outcome"), .rejected("unknown-level"), "the raise beyond all levels")
      let header = try await window.state().all("header")
      try requireEqual(try header[0].number("level"), 1, "the level in the snapshot")
    }
  ]
}
