import BoardModel
import WindowSync
import Wording

// This part puts into words what the replica lets the person do.
extension Standing {
  /// The sentence that says why nothing can be edited in this window; nil where it can.
  var readOnlyReason: String? {
    switch self {
    case .writable: nil
    case .reclaiming: Standing.takingBack
    case .fenced(let fence): Standing.reason(fence)
    case .readOnly(let refusal): Standing.reason(refusal)
    case .leaving: "This window is closing."
    }
  }

  /// Whether the coordinator refuses this window, or this program refuses the coordinator.
  var isReadOnly: Bool {
    if case .readOnly = self { true } else { false }
  }

  /// Whether another terminal has this window's session, which can be taken back.
  var isFenced: Bool {
    if case .fenced(let fence) = self { fence.isReclaimable } else { false }
  }

  /// The sentence that says which board the window lost, and why.
  /// - Parameter title: the title of the board; nil if the window never had it.
  func loss(of board: BoardID, titled title: String?) -> String {
    guard let title else {
      return "There is no board \(board.description.prefix(8)) here that you may read."
    }
    if case .readOnly(.readingLost) = self {
      // The coordinator says the same of both, and tells nobody more.
      return "You may not read “\(title)” any longer: it was purged, or your role was taken away."
    }
    return "“\(title)” is not here any longer, or you may not read it any longer."
  }

  /// The sentence about what stays of a lost board.
  static let unsentStays =
    "What you typed and did not send stays on this device: `board unsent` prints it."

  static let takingBack = "Taking the window back from the other terminal …"

  private static func reason(_ fence: Fence) -> String {
    switch fence {
    case .takenOver: "Another terminal took this window over. r takes it back."
    case .inUse(let place): "\(place) r takes it over here, q leaves it there."
    case .ended(let reason): reason
    }
  }

  private static func reason(_ refusal: LinkRefusal) -> String {
    switch refusal {
    case .upgradeNeeded(let reason): "A newer program is needed: \(reason)"
    case .boardUnknown: "There is no such board here that you may read. b shows yours."
    case .readingLost:
      "You may not read this board any longer. `board unsent` prints what is not sent."
    case .identityRefused(let reason):
      "\(reason.prefix(1).uppercased() + reason.dropFirst()). r tries again; a new address or "
        + "certificate is tried by itself."
    case .revoked(let reason):
      "\(Wording.revoked(reason)) This window goes on by itself once this device has joined again."
    case .refused(_, let reason): "The coordinator refuses this window: \(reason)"
    }
  }
}
