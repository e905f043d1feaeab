import BoardModel
import Foundation
import LogRecords

/// What is found of the board of a number where its identifier may not be: records without a checksum of
/// their own, or with one that is over that identifier.
struct BoardTraces: Hashable {
  /// The highest sequence number that a record of the board speaks of.
  private var last: UInt64 = 0
  private var title: Title?
  private var members: [Member] = []
  /// What the list of boards, damaged, or its index has as its identifier.
  private(set) var identifiers: Set<BoardID> = []

  private struct Title: Hashable {
    let checksum: Int64
    let text: String
  }

  private struct Member: Hashable {
    let user: String
    let role: Role
    let checksum: Int64
  }

  /// Notes what a record says of a board, if it is one that does.
  static func note(
    _ cell: StoredCell, _ kind: CellPlace.Kind, in traces: inout [Int64: BoardTraces]
  ) {
    let values = cell.values
    func at(_ number: Int64?, _ change: (inout BoardTraces) -> Void) {
      guard let number, number > 0 else { return }
      change(&traces[number, default: BoardTraces()])
    }
    if kind == .table {
      if let row = FoundRow(cell) {
        at(row.board) { $0.raise(to: row.last, from: row.first) }
      } else if let part = FoundPart(cell) {
        at(part.board) { $0.raise(to: part.sequence) }
      } else if values.count == 4, let checksum = values[2].integer, let text = values[3].text {
        at(cell.rowID) { $0.title = Title(checksum: checksum, text: text) }
      } else if values.count == 7, let id = values[1].identifier {
        at(cell.rowID) { $0.identifiers.insert(id) }
      }
      return
    }
    let numbers = values.compactMap(\.integer)
    if values.count == 2, let id = values[0].identifier {
      at(values[1].integer) { $0.identifiers.insert(id) }
    } else if values.count == 4, numbers.count == 4 {
      // The index of the operations.
      at(numbers[0]) {
        $0.raise(to: UInt64(clamping: numbers[1]), from: UInt64(clamping: numbers[2]))
      }
    } else if values.count == 5, numbers.count == 5 {
      // The index of the snapshots.
      at(numbers[0]) { $0.raise(to: UInt64(clamping: numbers[1])) }
    } else if values.count == 4, let user = values[1].text, Author.isUserName(user) || user.isEmpty,
      let role = values[2].integer.flatMap({ UInt8(exactly: $0) }).flatMap(Role.init(rawValue:)),
      let checksum = values[3].integer
    {
      at(values[0].integer) {
        $0.members.append(Member(user: user, role: role, checksum: checksum))
      }
    }
  }

  private mutating func raise(to last: UInt64, from first: UInt64 = 1) {
    // Nothing compares these numbers: what no store has is damaged.
    guard first > 0, last >= first, last < 1 << 40 else { return }
    self.last = max(self.last, last)
  }

  /// Whether its title or a member is as it was written for a board.
  func fits(_ board: BoardID) -> Bool {
    title.map { Checksum.of(title: $0.text, of: board) == $0.checksum } == true
      || members.contains {
        Checksum.of(member: $0.user, role: $0.role, board: board) == $0.checksum
      }
  }

  /// The board in a sentence, without a full stop.
  func words(number: Int64) -> String {
    let name = title.map { "\"\(String($0.text.prefix(200)))\"" } ?? "board number \(number)"
    let id = identifiers.sorted().map { "\($0)" }.joined(separator: " or ")
    let people = Set(members.map { $0.user.isEmpty ? "everyone" : $0.user }).sorted()
    let facts = [
      last > 0 ? "\(last) edits" : nil,
      people.isEmpty ? nil : "members " + people.prefix(20).joined(separator: ", "),
    ].compactMap(\.self).joined(separator: " and ")
    return "\(title == nil ? "" : "board ")\(name)\(id.isEmpty ? "" : " (\(id))"), "
      + (facts.isEmpty ? "" : "of which \(facts) are known, ")
      + "is left out as a whole, as "
      + (id.isEmpty ? "its identifier" : "what belongs to it") + " cannot be read"
  }
}

extension StoredValue {
  fileprivate var identifier: BoardID? { blob.flatMap { BoardID(stored: Data($0)) } }
}
