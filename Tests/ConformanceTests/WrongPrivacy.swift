import BoardModel
import Synchronization
import Wire

// Coordinators that do not keep a board to those who may read it.
extension Wrong {
  static let privacy: [Wrong] = [
    Wrong(
      "tells a board that one may not read from one that there is not", "privacy/unknown",
      "expected board-unknown"
    ) {
      .changing(ErrorMessage.self) { error in
        guard error.code == .boardUnknown else { return error }
        return ErrorMessage(code: .notYourSession, text: error.text)
      }
    },
    Wrong("names a board in one of two answers", "privacy/unknown", "the text of the ERROR") {
      let count = Counter()
      return .changing(ErrorMessage.self) { error in
        ErrorMessage(code: error.code, text: "\(error.text) (\(count.next()))")
      }
    },
    Wrong("tells nobody of their role", "privacy/shared", "MEMBERSHIP of") {
      .outgoing { $0.filter { $0.type != Membership.type } }
    },
    Wrong("orders what a role forbids", "privacy/role-lacking", "expected role-lacking") {
      .changing(ErrorMessage.self) { error in
        guard error.code == .roleLacking else { return error }
        return ErrorMessage(code: .notNow, text: error.text)
      }
    },
    Wrong("gives the title of a board to who lost it", "privacy/lost", "the title in MEMBERSHIP") {
      .changing(Membership.self) {
        Membership(board: $0.board, role: $0.role, title: "Secret")
      }
    },
    Wrong("cuts without a word", "privacy/lost", "the event error does not arrive") {
      .outgoing { frames in
        frames.filter { frame in
          guard case .error(let error)? = try? Message(frame) else { return true }
          return error.code != .readingLost
        }
      }
    },
    Wrong("cuts before it answers", "privacy/leaving", "the answer to request") {
      .outgoing { frames in
        let cuts = frames.contains { frame in
          if case .error(let error)? = try? Message(frame) {
            error.code == .readingLost
          } else {
            false
          }
        }
        return cuts ? frames.filter { $0.type != OutcomeMessage.type } : frames
      }
    },
    Wrong(
      "tells a stranger who creates a board again that there is none", "privacy/messages",
      "create-board, own role none, everyone's none"
    ) {
      .changing(ErrorMessage.self) { error in
        guard error.code == .identifierInUse else { return error }
        return ErrorMessage(code: .boardUnknown, text: error.text)
      }
    },
    Wrong("says nothing of invitations", "privacy/messages", "invite, own role viewer") {
      .outgoing { frames in
        frames.map { frame in
          guard case .invited? = try? Message(frame) else { return frame }
          return ErrorMessage(code: .boardUnknown, text: "no").frame(
            request: frame.request, flags: .response)
        }
      }
    },
    Wrong(
      "lets whoever reads set whether limits block", "privacy/intents",
      "set of limit-blocks, own role viewer"
    ) {
      .submitting { $0 == .set(.wipLimitBlocks, .flag(true)) ? .receiptsSeen(through: 0) : $0 }
    },
    Wrong(
      "lets nobody but owners undo an edit", "privacy/intents",
      "undo of card-favourite, own role viewer"
    ) {
      .submitting { if case .undo = $0 { .set(.memberRole("x"), .role(.viewer)) } else { $0 } }
    },
    Wrong(
      "answers what it is to ignore", "privacy/messages", "error, own role none, everyone's none"
    ) {
      let isTold = Mutex(false)
      return Tampering(
        incoming: { frame in
          if frame.type == ErrorMessage.type { isTold.withLock { $0 = true } }
          return [frame]
        },
        outgoing: { frames in
          let isNext = isTold.withLock { isTold in
            defer { isTold = false }
            return isTold
          }
          return isNext ? [Users(users: []).frame()] + frames : frames
        })
    },
    Wrong(
      "keeps what a window says whose user may not read", "privacy/messages",
      "the drafts of the window"
    ) {
      let drafts = Mutex<UInt32?>(nil)
      return Tampering(
        incoming: { frame in
          if case .windowState(let state)? = try? Message(frame) {
            drafts.withLock { $0 = state.drafts }
          }
          return [frame]
        },
        outgoing: { frames in
          frames.map { frame in
            guard let said = drafts.withLock({ $0 }), case .windows(let list)? = try? Message(frame)
            else { return frame }
            return WindowList(windows: list.windows.map { $0.saying(said) })
              .frame(request: frame.request, flags: frame.flags)
          }
        })
    },
    Wrong("has seen everybody", "users/seen", "who of them was connected") {
      .changing(Users.self) { body in
        Users(users: body.users.map { UserEntry(user: $0.user, isSeen: true, name: $0.name) })
      }
    },
    Wrong("keeps a blank display name", "users/display-name", "the display name") {
      .changing(Users.self) { body in
        Users(
          users: body.users.map {
            UserEntry(user: $0.user, isSeen: $0.isSeen, name: $0.name.isEmpty ? " " : $0.name)
          })
      }
    },
    Wrong("takes any display name", "users/display-name", "is answered by users") {
      .receiving(SetName.self) { SetName(name: String($0.name.prefix(64))) }
    },
    Wrong("tells nobody of another display name", "users/told", "USERS does not arrive") {
      .outgoing { $0.filter { $0.type != Users.type || $0.flags.contains(.response) } }
    },
    Wrong("tells everybody who asks of a display name", "users/told", "nothing asked for") {
      .outgoing { frames in
        frames.flatMap { frame in
          guard case .users(let users)? = try? Message(frame), frame.request > 0 else {
            return [frame]
          }
          return [frame, users.frame()]
        }
      }
    },
    Wrong("lets the last owner go", "members/last-owner", "the last owner leaving") {
      .changing(OutcomeMessage.self) { outcome in
        guard outcome.stored.outcome == .rejected(.lastOwner) else { return outcome }
        let stored = outcome.stored
        return OutcomeMessage(
          stored: StoredOutcome(
            counter: stored.counter, sequence: stored.sequence, time: stored.time,
            outcome: .applied))
      }
    },
  ]
}

extension WindowSummary {
  /// The same with so many drafts.
  fileprivate func saying(_ drafts: UInt32) -> WindowSummary {
    WindowSummary(
      session: session, board: board, configuration: configuration, activity: activity,
      badge: badge, summary: summary, place: place, author: author, isConnected: isConnected,
      since: since, drafts: drafts, unsent: unsent)
  }
}

extension Tampering {
  /// Takes another intent for the one that was submitted.
  static func submitting(
    _ change: @escaping @Sendable (Intent) -> Intent
  ) -> Tampering {
    Tampering(incoming: { frame in
      guard case .submit(let submit)? = try? Message(frame) else { return [frame] }
      let sent = submit.operation
      let taken = Operation(
        id: sent.id, base: sent.base, queued: sent.queued, intent: change(sent.intent))
      return [Submit(operation: taken).frame(request: frame.request)]
    })
  }
}

/// Counts what passes through a tampering.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
