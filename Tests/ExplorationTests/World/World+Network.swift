@testable import Coordination
import WindowSync
import Wire

// The network: what arrives, and what does not.
extension World {
  mutating func deliverToCoordinator(_ index: Int) throws(Violation) {
    let link = links[index]
    guard let chunk = link.toCoordinator.first else {
      links[index].coordinatorGone = true
      return try tell(.closed(link.id))
    }
    links[index].toCoordinator.removeFirst()
    let before = effects
    try tell(.received(link.id, chunk.bytes))
    try checkEffects(of: chunk, on: link, since: before)
  }

  mutating func deliverToTerminal(_ index: Int) throws(Violation) {
    let link = links[index]
    guard let chunk = link.toTerminal.first else { return try disconnect(index) }
    links[index].toTerminal.removeFirst()
    guard terminals[link.terminal].process?.link == link.id else { return }
    try tell(terminal: link.terminal, .received(chunk.bytes))
  }

  /// The terminal learns that a link ended.
  private mutating func disconnect(_ index: Int) throws(Violation) {
    let link = links[index]
    links[index].terminalGone = true
    links[index].toTerminal = []
    guard terminals[link.terminal].process?.link == link.id else { return }
    terminals[link.terminal].process?.link = nil
    try tell(
      terminal: link.terminal, .disconnected(reason: "cut", retry: .automatic, jitter: 0))
  }

  mutating func cut(_ index: Int, _ cut: Step.Cut) throws(Violation) {
    switch cut {
    case .atTerminal: try disconnect(index)
    case .atTerminalWithLoss:
      links[index].toCoordinator = []
      try disconnect(index)
    case .atCoordinator:
      links[index].toCoordinator = []
      links[index].coordinatorGone = true
      try tell(.closed(links[index].id))
    }
  }
}
