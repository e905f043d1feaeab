/// How often a world did each thing that it should.
struct Counters {
  private(set) var counts: [Seen: Int] = [:]

  mutating func note(_ seen: Seen) { counts[seen, default: 0] += 1 }

  mutating func note(_ fault: Fault) { note(.fault(fault)) }
}

/// Something that a run has to have seen.
enum Seen: Hashable, CaseIterable, CustomStringConvertible {
  case fault(Fault)
  case edit(EditKind)
  case happening(Happening)

  static var allCases: [Seen] {
    Fault.allCases.map { .fault($0) } + EditKind.allCases.map { .edit($0) }
      + Happening.allCases.map { .happening($0) }
  }

  var description: String {
    switch self {
    case .fault(let fault): fault.rawValue
    case .edit(let kind): kind.rawValue
    case .happening(let happening): happening.rawValue
    }
  }

  /// Of a thousand worlds, those in which it happens at the least.
  var share: Int {
    switch self {
    case .fault, .edit: 50
    case .happening(let happening): happening.share
    }
  }
}

/// What can go wrong.
enum Fault: String, CaseIterable {
  case cut, halfOpen, delay, split, resend, takeover, reclaim, inUse, windowCrash, appendFailure,
    resync, readingLost
  case crashBeforeCommit, crashAfterCommit, lateDisk
  case journey, endlessJourney, clockBack, clockAhead
  /// The coordinator takes several events in one turn.
  case sharedTurn
  /// A session's identifier is used again.
  case reuse
  /// A window is worked in before its session's first ATTACHED.
  case openedAway
}
