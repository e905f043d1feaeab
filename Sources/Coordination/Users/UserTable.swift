import LogRecords
import Wire

/// The users who were connected once, and what they want to be called (SPEC.md USR-001).
struct UserTable: Sendable {
  /// The display names that are durable, by user; empty where there is none.
  private var names: [String: String] = [:]
  /// What the log does not have yet. It goes with the next group, whatever that is made for: a
  /// connection alone is no reason to write.
  private var waiting: [String: String] = [:]

  init(_ records: [UserRecord] = []) {
    for record in records { names[record.user] = record.name }
  }

  /// What anybody may know of a user, known or not.
  func entry(of user: String) -> UserEntry {
    UserEntry(
      user: user, isSeen: names[user] != nil || waiting[user] != nil, name: names[user] ?? "")
  }

  /// The users who were connected once, in no order.
  var known: [String] { Array(names.keys) + waiting.keys.filter { names[$0] == nil } }

  /// Whether one user more would be too many to hold in memory.
  /// - Parameter most: how many are remembered.
  func isFull(for user: String, most: Int) -> Bool {
    let isKnown = names[user] != nil || waiting[user] != nil
    return !isKnown && names.count + waiting.count >= most
  }

  /// Notes that a user is connected.
  mutating func see(_ user: String, most: Int) {
    guard names[user] == nil, waiting[user] == nil, !isFull(for: user, most: most) else { return }
    waiting[user] = ""
  }

  /// Takes a display name, which nobody is told before it is durable.
  mutating func call(_ user: String, _ name: String) { waiting[user] = name }

  /// What the next group has to write, in ascending order of the users.
  var unwritten: [UserRecord] {
    waiting.sorted { $0.key < $1.key }.map { UserRecord(user: $0.key, name: $0.value) }
  }

  /// Notes that these records are durable.
  /// - Returns: those whose display name is another than before.
  mutating func written(_ records: [UserRecord]) -> [UserEntry] {
    var changed: [UserEntry] = []
    for record in records {
      let before = names.updateValue(record.name, forKey: record.user) ?? ""
      if waiting[record.user] == record.name { waiting[record.user] = nil }
      if before != record.name { changed.append(entry(of: record.user)) }
    }
    return changed
  }

  /// Forgets the display names that the log could not take. Who was connected is still to be written.
  mutating func revert() {
    waiting = waiting.filter { names[$0.key] == nil }.mapValues { _ in "" }
  }
}
