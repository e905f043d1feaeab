import BoardModel
import LogRecords
import Wire

// What an administrator on the host may list: who and how much, and nothing that somebody wrote but the
// titles of boards.
extension Coordinator {
  var listedUsers: [ListedUser] {
    var connected: [String: Int] = [:]
    for id in connections.keys {
      if let user = author(of: id)?.user { connected[user, default: 0] += 1 }
    }
    let all = Set(users.known).union(access.users).union(boards.members.users)
    return all.sorted().map { user in
      let devices = access.devices(of: user)
      return ListedUser(
        user: user, name: users.entry(of: user).name,
        devices: devices.count { $0.revoked == nil }, connections: connected[user] ?? 0,
        windows: sessions.listed(of: user).count, boards: boards.members.boards(naming: user).count,
        held: holdings.sum(of: user),
        used: connected[user] == nil ? devices.map(\.used).max() ?? 0 : now.wall)
    }
  }

  var listedBoards: [ListedBoard] {
    boards.listed.map { summary in
      let members = boards.members.named(on: summary.id)
      return ListedBoard(
        board: summary.id, title: summary.title, sequence: summary.sequence, time: summary.time,
        isArchived: summary.isArchived, members: members.count,
        owners: members.filter { $0.role == .owner }.map(\.user),
        cards: boards.loaded(summary.id).flatMap { $0.isSettled ? $0.tip.cardCount : nil })
    }
  }

  func listedWindows(of user: String?) -> [ListedWindow] {
    sessions.droppable(of: user).map { record in
      ListedWindow(
        record: record, isConnected: sessions[record.id]?.route != nil, bytes: record.byteCount)
    }
  }
}

extension SessionRecord {
  fileprivate var byteCount: Int {
    var writer = ByteWriter()
    writer.value(self)
    return writer.bytes.count
  }
}
