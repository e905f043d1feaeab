import Coordination

/// One connection as the network has it: bytes on their way, and what each end knows of it.
struct SimulatedLink {
  let id: ConnectionID
  /// The process that dialed.
  let process: Int
  var toCoordinator: [UInt8] = []
  var toWindow: [UInt8] = []
  /// Nothing moves before this time.
  var heldUntil: UInt64 = 0
  /// The end no longer takes part: it closed, or was told that the other did.
  var coordinatorGone = false
  var windowGone = false
  /// The end closes once what it sent has arrived.
  var coordinatorFinishes = false
  var windowFinishes = false
  /// The coordinator reads nothing from it.
  var paused = false

  var isOver: Bool { coordinatorGone && windowGone }
}
