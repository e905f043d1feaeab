import Coordination
import Synchronization
import Wire

// Coordinators that give some too much, others too little, or do not say why.
extension Wrong {
  static let shares: [Wrong] = [
    Wrong("counts nobody's connections", "shares/connections", "connections-of-device is 24") {
      .sharing { $0.connections = Share(all: 4_096, reserve: 0, modest: 0, ofUser: .max) }
    },
    Wrong(
      "has one device's connections shut others out", "shares/connections",
      "instead: error 1101 too-many-connections"
    ) {
      .sharing {
        $0.connections = Share(
          all: 4_096, reserve: 0, modest: 0, ofUser: .max, ofAddress: 24)
      }
    },
    Wrong(
      "says of no limit that it is reached", "shares/connections", "names no limit of connections"
    ) {
      .saying(.tooManyConnections) { _ in "There are too many." }
    },
    Wrong("does not say when to come again", "shares/connections", "does not say when to try again")
    {
      .withSmallShares(
        .changing(ErrorMessage.self) { ErrorMessage(code: $0.code, text: $0.text) })
    },
    Wrong("counts no newcomers", "shares/newcomers", "none is refused") {
      .sharing { $0.newcomers = Share(all: 256, reserve: 0, modest: 0, ofUser: .max) }
    },
    Wrong("counts no halves of frames", "shares/partial-bytes", "none is refused") {
      .sharing { $0.partialBytes = Share(all: 1 << 30, reserve: 0, modest: 0, ofUser: .max) }
    },
    Wrong(
      "has one user's halves of frames shut others out", "shares/partial-bytes",
      "the connection is refused with error 1101"
    ) {
      .sharing {
        $0.partialBytes = Share(all: 2 << 20, reserve: 0, modest: 0, ofUser: 2 << 20)
      }
    },
    Wrong("counts nobody's windows", "shares/sessions", "and sessions-of-device is 12") {
      .sharing { $0.sessions = Share(all: 4_096, reserve: 0, modest: 0, ofUser: .max) }
    },
    Wrong("says nothing of what it does not keep", "shares/information", "info-not-kept does not") {
      .withSmallShares(.outgoing { $0.filter { $0.type != InfoNotKept.type } })
    },
    Wrong("does not say what is used up", "shares/information", "names no limit of info-bytes") {
      .withSmallShares(.changing(InfoNotKept.self) { _ in InfoNotKept(text: "It is too much.") })
    },
    Wrong("gives another reason beyond a share", "shares/sessions", "expected limit-reached") {
      .refusing(.limitReached, with: .notNow)
    },
    Wrong(
      "forgets a window that was just left", "shares/sessions", "the last counter of the window"
    ) {
      .withSmallShares(
        .changing(Attached.self) {
          Attached(
            epoch: $0.epoch, lastCounter: 0, sequence: $0.sequence, level: $0.level,
            catchUp: $0.catchUp, outcomes: $0.outcomes)
        })
    },
    Wrong("counts nobody's boards", "shares/boards", "and boards-of-device is 6") {
      .sharing { $0.boards = Share(all: 4_096, reserve: 0, modest: 0, ofUser: .max) }
    },
    Wrong("keeps the place of a purged board", "shares/boards", "once a board is purged is error") {
      .sharing { $0.boardsMade = Share(all: 4_096, reserve: 0, modest: 0, ofUser: 6) }
    },
    Wrong(
      "does not say whose disk is full", "shares/stored-bytes", "names no limit of stored-bytes"
    ) {
      .saying(.storeUnavailable) { _ in "There is no room." }
    },
    Wrong("uses up a counter that it refused", "shares/stored-bytes", "expected counter-gap") {
      .refusing(.counterGap, with: .notNow)
    },
  ]
}

extension Tampering {
  /// A coordinator with small shares, but for what is changed.
  fileprivate static func sharing(
    _ change: @escaping @Sendable (inout Shares) -> Void
  ) -> Tampering {
    Tampering(configure: { configuration in
      try? configuration.shares.set(SmallShares.limits)
      change(&configuration.shares)
    })
  }

  /// Breaks its rule where shares are small.
  fileprivate static func withSmallShares(_ tampering: Tampering) -> Tampering {
    var tampering = tampering
    tampering.configure = sharing { _ in }.configure
    return tampering
  }

  /// Has other words for an error.
  fileprivate static func saying(
    _ code: ErrorCode, _ words: @escaping @Sendable (String) -> String
  ) -> Tampering {
    .withSmallShares(
      .changing(ErrorMessage.self) { error in
        guard error.code == code else { return error }
        return ErrorMessage(code: code, text: words(error.text), retryAfter: error.retryAfter)
      })
  }

  /// Gives another reason where it refuses.
  static func refusing(_ code: ErrorCode, with other: ErrorCode) -> Tampering {
    .withSmallShares(
      .changing(ErrorMessage.self) { error in
        error.code == code
          ? ErrorMessage(code: other, text: error.text, retryAfter: error.retryAfter) : error
      })
  }
}
