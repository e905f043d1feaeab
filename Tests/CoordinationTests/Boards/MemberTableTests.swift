import BoardModel
import LogRecords
import Testing

@testable import Coordination

/// Ann's role on board 1 in every state of the table, and what each change makes of it. Board 2 is
/// Ben's alone all the time.
@Suite("The table of members")
struct MemberTableTests {
  /// What the table says of Ann, of everyone else, and of what Ann may read.
  struct Standing: Hashable, CustomStringConvertible {
    let own: Role?
    let everyone: Role?

    var description: String {
      "ann \(own.map { "\($0)" } ?? "-"), else \(everyone.map { "\($0)" } ?? "-")"
    }
  }

  private static let roles: [Role?] = [nil, .viewer, .owner]

  private static let standings = roles.flatMap { own in
    roles.map { Standing(own: own, everyone: $0) }
  }

  private static func table(_ standing: Standing) -> MemberTable {
    var table = MemberTable()
    table.take(MemberRecord(board: board(2), user: "ben", role: .owner))
    if let own = standing.own {
      table.take(MemberRecord(board: board(1), user: "ann", role: own))
    }
    if let everyone = standing.everyone {
      table.take(MemberRecord(board: board(1), user: "", role: everyone))
    }
    return table
  }

  private func expect(_ table: MemberTable, _ standing: Standing) {
    let role = standing.own ?? standing.everyone
    #expect(table.role(of: "ann", on: board(1)) == role)
    #expect(table.role(of: "zoe", on: board(1)) == standing.everyone)
    #expect(table.isNamed("ann", on: board(1)) == (standing.own != nil))
    #expect(table.boards(readBy: "ann") == (role == nil ? [] : [board(1)]))
    #expect(table.boards(readBy: "zoe") == (standing.everyone == nil ? [] : [board(1)]))
    #expect(
      table.boards(readBy: "ben") == (standing.everyone == nil ? [board(2)] : [board(1), board(2)]))
    #expect(table.role(of: "ann", on: board(2)) == nil)
    #expect(table.role(of: "ann", on: board(3)) == nil)
    // The same roles make the same table, however it came about.
    #expect(table == Self.table(standing))
  }

  @Test("Every role that is given or taken in every state makes the state it says")
  func transitions() {
    for before in Self.standings {
      expect(Self.table(before), before)
      for role in Self.roles {
        var (own, everyone) = (Self.table(before), Self.table(before))
        own.take(MemberRecord(board: board(1), user: "ann", role: role))
        expect(own, Standing(own: role, everyone: before.everyone))
        everyone.take(MemberRecord(board: board(1), user: "", role: role))
        expect(everyone, Standing(own: before.own, everyone: role))
      }
    }
  }
}
