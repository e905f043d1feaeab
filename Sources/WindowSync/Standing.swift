public import Wire

/// What a window may let its person do, and if that is not everything, why. It is the one value
/// that the replica, the window and the shell go by.
public enum Standing: Hashable, Sendable {
  case writable
  /// The session is not this window's: nobody may edit.
  case fenced(Fence)
  /// A person asked for the session that another terminal has; it is on its way back.
  case reclaiming
  /// Nobody may edit. `resumeNow` ends this where the coordinator may have changed its mind.
  case readOnly(LinkRefusal)
  /// The window is on its way out.
  case leaving
}

extension Standing {
  /// Why nothing can be edited, as the end of a sentence; nil where it can.
  public var obstacle: String? {
    switch self {
    case .writable: nil
    case .fenced(let fence): fence.reason
    case .reclaiming: "this window is not taken back yet"
    case .readOnly(let refusal): refusal.reason
    case .leaving: "this window is closing"
    }
  }
}

/// Who has the session of a window that is fenced.
public enum Fence: Hashable, Sendable {
  /// Another terminal took the window over.
  case takenOver
  /// Another terminal has the window and lives, as the sentence says.
  case inUse(String)
  /// The window was closed from elsewhere, as the sentence says.
  case ended(String)

  /// Whether `reclaim` gets the session back.
  public var isReclaimable: Bool {
    switch self {
    case .takenOver, .inUse: true
    case .ended: false
    }
  }

  var reason: String {
    switch self {
    case .takenOver: "another terminal took this window over"
    case .ended(let reason), .inUse(let reason): reason
    }
  }
}

extension Standing {
  /// Whether the window has no board, because this user may not read it, or it is gone.
  public var isBoardLost: Bool {
    switch self {
    case .readOnly(.boardUnknown), .readOnly(.readingLost): true
    case .readOnly, .writable, .fenced, .reclaiming, .leaving: false
    }
  }
}

/// Why a coordinator, or this side, does not want the link.
public enum LinkRefusal: Hashable, Sendable {
  /// The board, or the coordinator, needs a newer program.
  case upgradeNeeded(String)
  /// There is no such board, or none that this user may read: nobody is told which.
  case boardUnknown(String)
  /// The user lost the right to read the board while the window had it.
  case readingLost(String)
  case identityRefused(String)
  /// The coordinator serves this device no longer: it was revoked, or a newer certificate of it was
  /// used.
  case revoked(String)
  /// The coordinator refuses this window, and will for as long as nothing changes.
  case refused(ErrorCode, String)

  /// The sentence of whoever refused.
  public var reason: String {
    switch self {
    case .upgradeNeeded(let reason), .boardUnknown(let reason), .readingLost(let reason),
      .identityRefused(let reason), .revoked(let reason),
      .refused(_, let reason):
      reason
    }
  }
}
