import BoardModel
import Wire

/// Whose session the window speaks for, with or without a link.
indirect enum SessionOwnership: Hashable, Sendable {
  case holding
  /// Edits have other identities of the same session in memory than on disk: those made before its
  /// first ATTACHED got its epoch, or those behind a refused one got earlier counters.
  case naming
  /// The shell was asked for a fresh identity.
  case awaitingSuccessor(SuccessionCause)
  /// The fresh session attaches; the edits still carry the identities of the old one.
  case succeeding(SuccessionCause, SuccessorSession)
  /// The edits are renumbered in memory, but the disk still has the old session's file.
  case adopting(SuccessionCause)
  /// The fenced window's edits are delivered under a fresh session. After that the old session,
  /// which `Fenced` describes, can be reclaimed.
  case delivering(Fenced)
  /// The window is fenced, and has nothing left to deliver.
  case surrendered
  /// The window attaches again, at a person's wish, as the session that another terminal has.
  /// Nothing can be edited before ATTACHED says how far that terminal has counted.
  case reclaiming
}

enum SuccessionCause: Hashable, Sendable {
  case fenced(Fenced)
  case expired
  /// The session was closed from elsewhere, and the window goes on with what it holds.
  case ended
  case storeReplaced
  /// The coordinator would not take an operation, or has a different one with the same identity.
  case undeliverable

  var isFenced: Bool { if case .fenced = self { true } else { false } }
}

/// The session that another terminal holds now.
struct Fenced: Hashable, Sendable {
  let identity: ReplicaIdentity
  let epoch: UInt32
  /// The first counter of that session that was not ordered before the fence, as far as known.
  var nextCounter: UInt64
  /// The number of edits that were delivered under the fresh session.
  var delivered = 0
  /// Whether a person has asked for that session while edits were still being delivered: it is
  /// taken back as soon as they are.
  var isWanted = false
}

struct SuccessorSession: Hashable, Sendable {
  let session: SessionID
  let instance: InstanceID
  var epoch: UInt32
}

extension SessionOwnership {
  /// Why the window is on its way to another session.
  var cause: SuccessionCause? {
    switch self {
    case .holding, .naming, .surrendered, .reclaiming: nil
    case .awaitingSuccessor(let cause), .succeeding(let cause, _), .adopting(let cause): cause
    case .delivering(let fenced): .fenced(fenced)
    }
  }

  /// The cause that counts where another comes on the way: a fence stays a fence, and a store that was
  /// replaced takes the place of any other cause.
  func cause(followedBy next: SuccessionCause) -> SuccessionCause {
    guard let cause, cause.isFenced || next != .storeReplaced else { return next }
    return cause
  }

  var isFenced: Bool { self == .surrendered || cause?.isFenced ?? false }

  /// Whether the session's file is to be replaced, and takes no new edits before it is.
  var replacesFile: Bool {
    switch self {
    case .naming, .adopting: true
    case .holding, .awaitingSuccessor, .succeeding, .delivering, .surrendered, .reclaiming: false
    }
  }

  /// Whether a person has asked for the session that another terminal has.
  var isWantedBack: Bool {
    if case .fenced(let fenced) = cause { return fenced.isWanted }
    return self == .reclaiming
  }

  /// Whether the pending edits carry the identities of the session that attaches.
  var hasOwnIdentities: Bool {
    switch self {
    case .holding, .naming, .adopting, .delivering: true
    case .awaitingSuccessor, .succeeding, .surrendered, .reclaiming: false
    }
  }

  mutating func wantBack() {
    guard case .fenced(var fenced) = cause else { return }
    fenced.isWanted = true
    switch self {
    case .awaitingSuccessor: self = .awaitingSuccessor(.fenced(fenced))
    case .succeeding(_, let successor): self = .succeeding(.fenced(fenced), successor)
    case .adopting: self = .adopting(.fenced(fenced))
    case .delivering: self = .delivering(fenced)
    case .holding, .naming, .surrendered, .reclaiming: break
    }
  }
}
