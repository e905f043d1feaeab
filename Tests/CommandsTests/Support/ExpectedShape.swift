import Testing

@testable import Commands

/// Expects that a value is of a kind that `board help json` explains, all through.
func expect(_ value: JSON, is kind: String, at path: String = "") {
  switch value {
  case .array(let values):
    #expect(kind.hasPrefix("["), "\(path)")
    for value in values { expect(value, is: String(kind.dropFirst().dropLast()), at: path) }
  case .object(let members):
    let shape = JSONTopic.shapes.first { $0.name == kind }
    #expect(members.map(\.key) == shape?.keys.map(\.key), "\(path) \(kind)")
    for (member, key) in zip(members, shape?.keys ?? []) {
      expect(member.value, is: key.kind, at: "\(path).\(key.key)")
    }
  case .string: #expect(kind == "string", "\(path)")
  case .number: #expect(kind == "number", "\(path)")
  case .bool: #expect(kind == "boolean", "\(path)")
  case .null: Issue.record("null at \(path)")
  }
}
