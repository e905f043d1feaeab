import Testing

/// A table of what every event does in one state. Each line has an effect and how things stand then,
/// ` <- `, and all events of which that comes.
///
/// - Parameter outcome: the effect of an event and how things stand after it, as a line has it.
func expectTransitions<Event>(
  _ table: String, outcome: (Event) -> String
) where Event: CaseIterable & RawRepresentable<String> {
  var expected: [String: String] = [:]
  for line in table.split(separator: "\n") {
    let parts = line.split(separator: " <- ", maxSplits: 1)
    for name in parts[1].split(separator: " ") {
      #expect(expected[String(name)] == nil, "\(name) stands twice")
      expected[String(name)] = String(parts[0])
    }
  }
  #expect(Set(expected.keys) == Set(Event.allCases.map(\.rawValue)))
  for event in Event.allCases {
    #expect(outcome(event) == expected[event.rawValue], "\(event.rawValue)")
  }
}
