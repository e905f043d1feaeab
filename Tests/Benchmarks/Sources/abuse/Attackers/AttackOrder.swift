import Foundation

/// What the process of the attackers is told, in JSON as its only argument.
struct AttackOrder: Codable {
  enum Task: Codable {
    case attack(AttackName)
    /// Edits on boards of their own, as many at a time as may be.
    case write(connections: Int)
  }

  /// An identifier of a board.
  struct Board: Codable {
    let high: UInt64
    let low: UInt64
  }

  let task: Task
  let port: UInt16
  let seconds: Double
  /// The attackers' users, and the identity folders of their devices.
  let users: [String]
  let identities: [String]
  /// The file with the certificate of the coordinator's authority.
  let authority: String
  /// The boards that the attackers may edit.
  let boards: [Board]
  let honestUsers: [String]

  var text: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}

/// What the attackers did, as their process prints it in JSON.
struct AttackReport: Codable {
  /// What was counted of the attack, and for how long.
  let count: Double
  let seconds: Double
  /// The part of one processor that they used.
  let processor: Double
  /// How often they connected, and how often they were disconnected.
  let connections: Int
  let disconnections: Int
  /// The errors that they were told, by their codes.
  let errors: [String: Int]
  /// What else is to be known of the attack, by its words.
  let facts: [String: Int]

  var rate: Double { count / seconds }
}
