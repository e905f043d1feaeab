import BoardModel
@testable import Coordination
import LogRecords
import WindowDisk
import WindowSync
import Wire

// A number for all that decides what a world does next. Moments count from the clock they are
// read by, connections by their age among those that live.
extension World {
  var fingerprint: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  /// Of one terminal alone.
  func terminalFingerprint(_ index: Int) -> Int {
    var hasher = Hasher()
    hash(terminals[index], into: &hasher)
    return hasher.finalize()
  }

  private func hash(into hasher: inout Hasher) {
    hasher.combine(left)
    hasher.combine(months)
    hasher.combine(roleChanges)
    store.hash(into: &hasher)
    // What is noted for an operator decides nothing.
    var group = group
    group?.access.audit = []
    group?.holdings = []
    hasher.combine(group)
    for link in links { hash(link, into: &hasher) }
    for terminal in terminals { hash(terminal, into: &hasher) }
    for (session, id) in admitted.sorted(by: { $0.key < $1.key }) {
      hasher.combine(session)
      hasher.combine(rank(id))
    }
    hasher.combine(told)
    hasher.combine(coordinator == nil)
    guard let coordinator else { return }
    hasher.combine(ahead(wake, of: clock))
    coordinator.hash(into: &hasher, now: clock) { rank($0) }
  }

  /// -1 for a connection that is gone.
  private func rank(_ id: ConnectionID?) -> Int {
    guard let id else { return -2 }
    return links.firstIndex { $0.id == id } ?? -1
  }

  private func hash(_ link: Line, into hasher: inout Hasher) {
    hasher.combine(link.terminal)
    hasher.combine(link.life)
    hasher.combine(link.toCoordinator.count)
    for chunk in link.toCoordinator { hasher.combine(chunk.digest) }
    hasher.combine(link.toTerminal.count)
    for chunk in link.toTerminal { hasher.combine(chunk.digest) }
    hasher.combine(link.coordinatorGone)
    hasher.combine(link.terminalGone)
    hasher.combine(link.coordinatorFinishes)
    hasher.combine(link.terminalFinishes)
    hasher.combine(link.claim?.session)
    hasher.combine(link.claim?.instance)
    hasher.combine(link.toldEpoch)
  }

  private func hash(_ terminal: Terminal, into hasher: inout Hasher) {
    hasher.combine(terminal.life)
    hasher.combine(terminal.successors)
    hasher.combine(terminal.made)
    hasher.combine(terminal.written)
    hasher.combine(terminal.returned)
    hasher.combine(terminal.named)
    hasher.combine(terminal.insists)
    hasher.combine(terminal.isLeft)
    hasher.combine(terminal.disk.session)
    hasher.combine(terminal.disk.pending)
    // What a board holds follows from the log.
    hasher.combine(terminal.disk.board?.sequence)
    hasher.combine(terminal.disk.board?.ownThrough)
    hasher.combine(terminal.process == nil)
    guard let process = terminal.process else { return }
    hasher.combine(rank(process.link))
    hasher.combine(soon(process.wake, of: process.clock))
    hasher.combine(process.writing)
    hasher.combine(process.awaitsSession)
    process.replica.hash(into: &hasher, now: process.clock)
  }
}

/// How far a moment lies ahead: all that are past are alike.
func ahead(_ moment: UInt64?, of now: UInt64) -> UInt64? {
  moment.map { $0 > now ? $0 - now : 0 }
}

/// So far ahead, in milliseconds, is only the look at whether a silent peer is there. No world comes
/// to that.
let farAhead: UInt64 = 2_000_000

func soon(_ moment: UInt64?, of now: UInt64) -> UInt64? {
  ahead(moment, of: now).flatMap { $0 < farAhead ? $0 : nil }
}

extension Store {
  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
    hasher.combine(sessions)
    hasher.combine(hasForgotten)
    hasher.combine(forgottenEpochs)
  }
}
