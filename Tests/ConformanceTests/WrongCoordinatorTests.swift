import BoardModel
import Conformance
import Synchronization
import OwnThread
import Testing
import Wire

/// A suite that cannot fail says nothing: each of these coordinators breaks one rule, and the case
/// that asks for it must notice.
@Suite("A coordinator that", .ownThread)
struct WrongCoordinatorTests {
  private static let concurrencyLimit = ConcurrencyLimit(width: 12)

  @Test(.timeLimit(.minutes(5)), arguments: Wrong.all)
  func isFailed(_ wrong: Wrong) async throws {
    let result = try await Self.concurrencyLimit.pass {
      try await InMemoryCoordinator.run(tampering: wrong.tampering()) { coordinator in
        let schema: Schema =
          wrong.failedBy.hasPrefix("shares/") ? try SmallShares.schema() : try .embedded()
        return await Suite(coordinator.target(), schema: schema)
          .run(ConformanceCase.matching(wrong.failedBy))
      }
    }
    try #require(result.cases.count == 1)
    #expect(result.cases[0].verdict.name == "fail", "\(result.cases[0].verdict)")
    #expect(
      result.cases[0].verdict.reason?.contains(wrong.reason) == true,
      "\(result.cases[0].verdict.reason ?? "")")
    #expect(result.exitCode == 1)
  }
}

/// A broken rule, the case that must notice, and what it must say.
struct Wrong: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let failedBy: String
  let reason: String
  let tampering: @Sendable () -> Tampering

  init(
    _ what: String, _ failedBy: String, _ reason: String,
    _ tampering: @escaping @Sendable () -> Tampering
  ) {
    self.testDescription = "\(what) is failed by \(failedBy)"
    self.failedBy = failedBy
    self.reason = reason
    self.tampering = tampering
  }

  static let all: [Wrong] =
    frames + answers + committed + sessions + resumes + presence + windows + drags
    + numbers + privacy + cardFields + purges + joining + invitations + shares + strangers

  static let frames: [Wrong] = [
    Wrong("skips mandatory types it does not know", "framing/mandatory-type", "does not arrive") {
      Tampering(incoming: { $0.type.rawValue == 0x4242 || $0.type.rawValue == 0 ? [] : [$0] })
    },
    Wrong("refuses elective types", "framing/elective-type", "error 1003 unknown-type") {
      Tampering(incoming: { frame in
        [
          frame.type.rawValue == 0xC0DE
            ? Frame(type: FrameType(rawValue: 0x4242), flags: [], request: 0, payload: [])
            : frame
        ]
      })
    },
    Wrong("says no GOODBYE", "framing/mandatory-type", "the event goodbye does not arrive") {
      .outgoing { $0.filter { $0.type != Goodbye.type } }
    },
    Wrong("goes without an ERROR", "handshake/hello-twice", "error unexpected-message does not") {
      .outgoing { $0.filter { $0.type != ErrorMessage.type } }
    },
    Wrong("sends no grease", "handshake/grease", "no elective grease frame") {
      .outgoing { $0.filter { !$0.type.isElective } }
    },
    Wrong("agrees on another minor", "handshake/newer-client", "minor is 7, expected 0") {
      .changing(Welcome.self) { welcome in
        Welcome(
          minor: 7, features: welcome.features, frameLimit: welcome.frameLimit,
          requestsInFlight: welcome.requestsInFlight,
          keepaliveMilliseconds: welcome.keepaliveMilliseconds, time: welcome.time,
          cluster: welcome.cluster, peer: welcome.peer, incarnation: welcome.incarnation,
          agent: welcome.agent, extensions: welcome.extensions)
      }
    },
    Wrong("adds a byte to a payload", "liveness/ping", "malformed pong: trailing-bytes at byte 10")
    {
      .outgoing { frames in
        frames.map {
          $0.type == Pong.type
            ? Frame(type: $0.type, flags: $0.flags, request: $0.request, payload: $0.payload + [0])
            : $0
        }
      }
    },
    Wrong("takes any features for agreed", "digests/not-agreed", "the number of digests is 1") {
      Tampering(incoming: { frame in
        guard frame.type == Hello.type else { return [frame] }
        var reader = ByteReader(frame.payload)
        guard let hello = try? Hello(&reader) else { return [frame] }
        return [
          Hello(
            lowestMinor: hello.lowestMinor, newestMinor: hello.newestMinor,
            features: [Feature.digest], frameLimit: hello.frameLimit, agent: hello.agent
          ).frame(request: frame.request)
        ]
      })
    },
  ]

  static let answers: [Wrong] = [
    Wrong("answers PING with another nonce", "liveness/ping", "the nonce of PONG is 1, expected 0")
    {
      // The probe before and after a case asks too, with a nonce that is never 0.
      .changing(Pong.self) { $0.nonce == 0 ? Pong(nonce: 1) : $0 }
    },
    Wrong("answers twice", "liveness/ping", "which waits for no answer") {
      .outgoing { $0.flatMap { $0.type == Pong.type ? [$0, $0] : [$0] } }
    },
    Wrong("points at the wrong byte", "encoding/bool", "the offset of the fault is") {
      .changing(ErrorMessage.self) { error in
        ErrorMessage(
          code: error.code, text: error.text, offset: error.offset.map { $0 + 1 })
      }
    },
    Wrong("gives another reason", "edits/counter-gap", "expected counter-gap") {
      .changing(ErrorMessage.self) { error in
        error.code == .counterGap ? ErrorMessage(code: .baseAhead, text: error.text) : error
      }
    },
    Wrong("lists boards in another order", "boards/list-order", "the order of the boards") {
      .changing(Boards.self) { Boards(boards: $0.boards.reversed()) }
    },
    Wrong(
      "lists no board as archived", "boards/archived", "archived where it is true"
    ) {
      .changing(Boards.self) { list in
        Boards(
          boards: list.boards.map {
            BoardSummary(id: $0.id, title: $0.title, sequence: $0.sequence, time: $0.time)
          })
      }
    },
    Wrong("stores no outcome", "edits/resend", "the answer to a resend is") {
      let last = Mutex<UInt64>(0)
      return .changing(OutcomeMessage.self) { message in
        let time = last.withLock { last in
          last += 1
          return last
        }
        return OutcomeMessage(
          stored: StoredOutcome(
            counter: message.stored.counter, sequence: message.stored.sequence, time: time,
            outcome: message.stored.outcome))
      }
    },
    Wrong("ignores ACKNOWLEDGE", "edits/acknowledged-resend", "is answered by outcome") {
      Tampering(incoming: { $0.type == Acknowledge.type ? [] : [$0] })
    },
    Wrong("tells of other cards", "history/card", "numbers of what concerns the card is [1, 2") {
      Tampering(incoming: { frame in
        guard frame.type == FetchCardHistory.type else { return [frame] }
        var reader = ByteReader(frame.payload)
        guard let fetch = try? FetchCardHistory(&reader) else { return [frame] }
        return [FetchHistory(from: fetch.from, count: fetch.count).frame(request: frame.request)]
      })
    },
    Wrong("forgets what an undo is about", "history/card-concerns", "expected [1, 3, 4, 5, 6]") {
      .changing(History.self) { history in
        History(
          operations: history.operations.filter {
            if case .undo = $0.operation?.intent { false } else { true }
          }, sequence: history.sequence)
      }
    },
    Wrong("tells card histories to all", "history/card-refused", "expected unexpected-message") {
      .knowing(Feature.cardHistory)
    },
    Wrong("keeps part of the history", "history/pages", "the length of the history is 12") {
      .changing(History.self) { history in
        History(
          operations: history.operations.filter { $0.sequence < 13 }, sequence: history.sequence)
      }
    },
    Wrong("gives a board to who asked for nothing of it", "excerpts/alone", "the entities is") {
      Tampering(incoming: { frame in
        var reader = ByteReader(frame.payload)
        guard frame.type == FetchExcerpt.type, let fetch = try? FetchExcerpt(&reader) else {
          return [frame]
        }
        return [
          FetchExcerpt(board: fetch.board, level: fetch.level, cards: fetch.cards + ["1"])
            .frame(request: frame.request)
        ]
      })
    },
    Wrong("knows cards by no beginning", "excerpts/whole", "an excerpt with the card") {
      Tampering(incoming: { frame in
        var reader = ByteReader(frame.payload)
        guard frame.type == FetchExcerpt.type, let fetch = try? FetchExcerpt(&reader) else {
          return [frame]
        }
        return [
          FetchExcerpt(
            board: fetch.board, level: fetch.level, cards: fetch.cards.filter { $0.count < 8 }
          ).frame(request: frame.request)
        ]
      })
    },
    Wrong("says nothing of blockers", "excerpts/bare", "an excerpt with a blocked card") {
      .changing(Excerpt.self) { excerpt in
        let whole = excerpt.entities.lastIndex { if case .elements = $0 { true } else { false } }
        let entities = excerpt.entities.enumerated().filter { index, entity in
          if case .card = entity { index < whole ?? .max } else { true }
        }
        return Excerpt(
          sequence: excerpt.sequence, isGiven: excerpt.isGiven, entities: entities.map(\.element))
      }
    },
    Wrong("gives every excerpt", "excerpts/large", "an excerpt of 300,000 bytes is given") {
      .changing(Excerpt.self) {
        Excerpt(sequence: $0.sequence, isGiven: true, entities: $0.entities)
      }
    },
    Wrong("loses the end of a snapshot", "snapshots/order", "the order of the entities") {
      .changing(Snapshot.self) { snapshot in
        Snapshot(
          sequence: snapshot.sequence, cursor: snapshot.cursor, total: snapshot.total - 1,
          entities: snapshot.entities.dropLast())
      }
    },
    Wrong(
      "keeps from people what their own windows replaced", "conflicts/own-windows",
      "the number of receipts is 0"
    ) {
      .changing(Snapshot.self) { snapshot in
        let entities = snapshot.entities.filter { entity in
          if case .receipt(let receipt) = entity {
            receipt.user != receipt.cause.author.user
          } else {
            true
          }
        }
        return Snapshot(
          sequence: snapshot.sequence, cursor: snapshot.cursor,
          total: snapshot.total - UInt32(snapshot.entities.count - entities.count),
          entities: entities)
      }
    },
    Wrong("dies of malformed bytes", "encoding/bool", "after the case the coordinator does not") {
      let dead = Mutex(false)
      return Tampering(
        incoming: { frame in
          let answers = dead.withLock { dead in
            if frame.type == Submit.type { dead = true }
            return !dead
          }
          return answers || frame.type == Submit.type ? [frame] : []
        })
    },
  ]

  static let committed: [Wrong] = [
    Wrong("commits twice", "edits/submit", "which nothing asked for") {
      .outgoing { $0.flatMap { $0.type == Committed.type ? [$0, $0] : [$0] } }
    },
    Wrong("commits before it answers", "edits/submit", "COMMITTED comes before OUTCOME") {
      .outgoing { frames in
        frames.filter { $0.type == Committed.type } + frames.filter { $0.type != Committed.type }
      }
    },
    Wrong("drops extensions of operations", "encoding/kept-extensions", "as it was forwarded") {
      .changing(Committed.self) { body in
        Committed(operations: body.operations.map(\.withoutExtensions))
      }
    },
    Wrong("names another hash", "edits/rejected", "what is committed of the rejected") {
      .changing(Committed.self) { body in
        Committed(
          operations: body.operations.map {
            $0.rejected {
              RejectedOperation(
                id: $0.id, hash: $0.hash.reversed(), rejection: $0.rejection,
                isReported: $0.isReported)
            }
          })
      }
    },
    Wrong("reports every rejection", "edits/rejected", "what the history has of the rejected") {
      .changing(History.self) { body in
        History(
          operations: body.operations.map {
            $0.rejected {
              RejectedOperation(
                id: $0.id, hash: $0.hash, rejection: $0.rejection, isReported: true)
            }
          }, sequence: body.sequence)
      }
    },
    Wrong("tells only the author", "edits/submit", "the event committed does not arrive") {
      // The other window is told in frames of their own.
      .outgoing { frames in
        frames.contains { $0.type == OutcomeMessage.type }
          ? frames : frames.filter { $0.type != Committed.type }
      }
    },
    Wrong("says nothing of what it dropped", "lagging/resync", "COMMITTED or RESYNC does not") {
      .outgoing { $0.filter { $0.type != Resync.type } }
    },
    Wrong("sends what was not missed", "resume/nothing-missed", "which nothing asked for") {
      .outgoing { frames in
        frames.flatMap { frame in
          frame.type == Attached.type ? [frame, Committed(operations: []).frame()] : [frame]
        }
      }
    },
  ]

  static let presence: [Wrong] = [
    Wrong("keeps who left", "presence/ends", "the event present does not arrive") {
      .outgoing { frames in
        frames.filter { frame in
          var reader = ByteReader(frame.payload)
          return frame.type != Present.type || (try? Present(&reader))?.state != nil
        }
      }
    },
    Wrong("tells no carets", "presence/told", "the state of PRESENT is") {
      .changing(Present.self) { present in
        guard case .body(let card, _) = present.state?.focus else { return present }
        return Present(
          session: present.session, author: present.author,
          state: PresenceState(isActive: present.state?.isActive ?? false, focus: .card(card)))
      }
    },
    Wrong("tells who is there under another name", "presence/authors", "the author of PRESENT is") {
      .changing(Present.self) { present in
        Present(
          session: present.session, author: Author(user: "ada", device: "phone"),
          state: present.state)
      }
    },
    Wrong("says that everybody knows presence", "presence/refused", "present") {
      .knowing(Feature.presence)
    },
    Wrong("counts nobody", "presence/crowd", "the event more-present does not arrive") {
      .outgoing { frames in frames.filter { $0.type != MorePresent.type } }
    },
    // Either is noticed first: that one comes too soon after another, or that none was due.
    Wrong("repeats what it tells", "presence/coalesced", "PRESENT ") {
      .outgoing { frames in
        frames.flatMap { frame in
          frame.type == Present.type ? Array(repeating: frame, count: 50) : [frame]
        }
      }
    },
  ]
}

extension Tampering {
  static func outgoing(_ change: @escaping @Sendable ([Frame]) -> [Frame]) -> Tampering {
    Tampering(outgoing: change)
  }

  /// Takes every peer for one that names a feature.
  static func knowing(_ feature: UInt16) -> Tampering {
    Tampering(incoming: { frame in
      var reader = ByteReader(frame.payload)
      guard frame.type == Hello.type, let hello = try? Hello(&reader) else { return [frame] }
      return [
        Hello(
          lowestMinor: hello.lowestMinor, newestMinor: hello.newestMinor, features: [feature],
          frameLimit: hello.frameLimit, agent: hello.agent
        ).frame(request: frame.request)
      ]
    })
  }

  /// Rewrites every message of one type on its way out.
  static func changing<Body: MessageBody>(
    _ type: Body.Type, _ change: @escaping @Sendable (Body) -> Body
  ) -> Tampering {
    .outgoing { frames in
      frames.map { frame in
        var reader = ByteReader(frame.payload)
        guard frame.type == Body.type, let body = try? Body(&reader) else { return frame }
        return change(body).frame(request: frame.request, flags: frame.flags)
      }
    }
  }
}

extension CommittedOperation {
  /// What is kept of it is something else, where it was rejected.
  fileprivate func rejected(_ change: (RejectedOperation) -> RejectedOperation)
    -> CommittedOperation
  {
    guard case .rejected(let rejected) = content else { return self }
    return CommittedOperation(
      sequence: sequence, time: time, author: author, content: .rejected(change(rejected)))
  }

  fileprivate var withoutExtensions: CommittedOperation {
    guard let operation else { return self }
    return CommittedOperation(
      sequence: sequence, time: time, author: author,
      operation: Operation(
        id: operation.id, base: operation.base, queued: operation.queued,
        intent: operation.intent),
      outcome: outcome)
  }
}
