import BoardModel
import Coordination
import MemoryStore
import WindowDisk
import WindowSync
import Wire

// Who has no role on the board is told nothing of it, and keeps nothing of it.
extension World {
  /// Whether a user may read the board, as far as the log knows.
  func mayRead(_ user: String) -> Bool { store.board.role(of: user) != nil }

  /// Nothing of the board goes to a window whose user may not read it.
  func checkPrivacy(of bytes: [UInt8], to id: ConnectionID) throws {
    guard let process = links[id]?.process, process >= 0 else { return }
    let user = checks.author(of: process).user
    guard !mayRead(user) else { return }
    // What happened in the turn before the loss goes out in front of it.
    let frames = frames(in: bytes)
    let loss = frames.firstIndex { frame in
      guard case .error(let error)? = try? Message(frame) else { return false }
      return error.code == .readingLost
    }
    for frame in frames[(loss ?? 0)...] {
      switch try? Message(frame) {
      case .committed, .snapshot, .history, .present, .digest, .resync, .attached:
        throw Violation(
          .privacy, "\(user) may not read the board and is sent a frame \(frame.type.rawValue)")
      default: continue
      }
    }
  }

  /// Everybody, and a stranger, asks for their boards, on a connection of its own.
  mutating func askForBoards() throws {
    for user in Names.users + ["zoe"] where coordinator != nil {
      let id = try connect(user)
      try tell(.received(id, ListBoards().frame(request: 2).bytes))
      let answered = try hangUp(id)
      for frame in answered {
        guard case .boards(let list) = try? Message(frame) else { continue }
        guard list.boards.map(\.id) == (mayRead(user) ? [Names.board] : []) else {
          throw Violation(
            .privacy,
            "\(user) is listed \(list.boards.count) boards and "
              + "\(mayRead(user) ? "may" : "may not") read the board")
        }
      }
    }
  }

  /// A connection of somebody who has no window.
  mutating func connect(_ user: String, features: [UInt16] = []) throws -> ConnectionID {
    lastLink += 1
    let id = ConnectionID(lastLink)
    links[id] = SimulatedLink(id: id, process: -1)
    try tell(.connected(id, .known(Author(user: user, device: "curious"))))
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: features, frameLimit: Limits.frameBytes,
      agent: "curious")
    try tell(.received(id, hello.frame(request: 1).bytes))
    return id
  }

  /// - Returns: what came over the connection.
  mutating func hangUp(_ id: ConnectionID) throws -> [Frame] {
    let answered = frames(in: links[id]?.toWindow ?? [])
    try tell(.closed(id))
    links[id] = nil
    return answered
  }

  /// A window that was told that its user may not read the board has let go of it, but for one that
  /// no store ever knew (SPEC.md BRD-017).
  func checkForgotten(by index: Int) throws {
    guard processes[index].disk.board == nil || processes[index].disk.session.epoch == 0 else {
      throw Violation(.privacy, "process \(index) keeps a board that its user may not read")
    }
  }
}
