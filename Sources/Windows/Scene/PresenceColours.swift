/// The colours of the people at a board. No two people share one while another is free, and
/// nobody's colour changes while it is visible.
struct PresenceColours: Equatable, Sendable {
  /// The terminal's sixteen colours without the greys. A colour plus eight is its bright form.
  static let all: [UInt8] = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]

  private var colours: [String: UInt8] = [:]
  /// The users whose colours are on the screen.
  private var shown: Set<String> = []

  subscript(user: String) -> UInt8 { colours[user] ?? PresenceColours.preferred(by: user) }

  /// Gives each person a colour. Those who came first choose first. Each window takes its own
  /// person into account as the others do, so that all windows come to the same colours.
  /// - Parameters:
  ///   - users: the users whose colours are shown now.
  ///   - own: the person at this window.
  mutating func update(_ users: Set<String>, own: String) {
    let others = users.subtracting([own])
    let earlier = colours
    colours = earlier.filter { user, _ in
      // While others are there, they see this window's person, whose colour is therefore kept.
      user == own
        ? shown.contains(own) && users.contains(own) || !others.isEmpty
        : users.contains(user)
    }
    shown = users
    // Two people see each other at the same time; a person who finds several came last.
    let isLast = earlier.isEmpty && others.count > 1
    let all = isLast ? others.sorted() + [own] : others.union([own]).sorted()
    for user in all where colours[user] == nil { colours[user] = free(for: user) }
  }

  /// A colour that nobody has, and if possible not even in another brightness, because many
  /// terminals show bold letters bright.
  private func free(for user: String) -> UInt8 {
    let preferred = PresenceColours.preferred(by: user)
    let start = PresenceColours.all.firstIndex(of: preferred) ?? 0
    let candidates = PresenceColours.all[start...] + PresenceColours.all[..<start]
    let taken = Set(colours.values)
    let hues = Set(taken.map { $0 % 8 })
    return candidates.first { !hues.contains($0 % 8) } ?? candidates.first { !taken.contains($0) }
      ?? preferred
  }

  /// The colour chosen by the name alone, so that most people have the same one on every board.
  private static func preferred(by user: String) -> UInt8 {
    let hash = user.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return all[Int(hash % UInt32(all.count))]
  }
}
