import BoardModel
import Synchronization
import Wire

/// Coordinators that break one rule about drags, or about what windows are told, each.
extension Wrong {
  static let drags: [Wrong] = carryings + droppings + loadings + tellings

  private static let carryings: [Wrong] = [
    Wrong("tells who lifted under another name", "drags/carried", "what CARRIED says of the drag") {
      .changing(Carried.self) { carried in
        let drag = carried.drag.map {
          Drag(
            id: $0.id, session: $0.session, board: $0.board,
            author: Author(user: "ada", device: "phone"), content: $0.content)
        }
        return Carried(drag: drag, ended: carried.ended)
      }
    },
    Wrong("tells newcomers nothing", "drags/carried", "the event carried does not arrive") {
      .outgoing { frames in
        let isNew = frames.contains { $0.type == Attached.type }
        return frames.filter { $0.type != Carried.type || !isNew }
      }
    },
    Wrong("tells twice what is carried", "drags/carried", "what is told further is") {
      .outgoing { $0.flatMap { $0.read(Carried.self)?.drag == nil ? [$0] : [$0, $0] } }
    },
    Wrong("takes one user's drag for another's", "drags/other-user", "is answered by dropped") {
      .droppingAfter(.dragOver)
    },
    Wrong("says nothing of what it replaces", "drags/replaced", "of the drag before is") {
      .changing(Carried.self) { carried in
        carried.ended?.end == .replaced ? Carried(drag: carried.drag, ended: nil) : carried
      }
    },
    Wrong("takes the same for another", "drags/replaced", "what is told again is") {
      let last = Mutex<Frame?>(nil)
      return .outgoing { frames in
        let carried = frames.first { $0.read(Carried.self)?.drag != nil }
        return last.withLock { last in
          last = carried ?? last
          let isAgain = carried == nil && frames.contains { $0.type == Lifted.type }
          return frames + (isAgain ? [last].compactMap(\.self) : [])
        }
      }
    },
    Wrong("tells commands what is carried", "drags/no-window", "what is told to no window is") {
      .outgoing { frames in
        frames.flatMap { frame in
          frame.isError(.notAttached)
            ? [frame, Carried(drag: nil, ended: nil).frame()] : [frame]
        }
      }
    },
    Wrong("takes commands for windows", "drags/no-window", "is answered by lifted") {
      .takingCommandsForWindows
    },
    Wrong("lets any amount be lifted", "drags/too-much", "is answered by lifted") {
      .receiving(Lift.self) { lift in
        guard lift.payload.count > Limits.chunkBytes else { return lift }
        return Lift(
          drag: lift.drag,
          content: DragContent(
            isPointer: lift.content.isPointer, moves: lift.content.moves,
            copies: lift.content.copies, items: []))
      }
    },
    Wrong("says that everybody knows drags", "drags/not-agreed", "what is told is") {
      .receiving(Hello.self) { hello in
        Hello(
          lowestMinor: hello.lowestMinor, newestMinor: hello.newestMinor,
          features: hello.features.filter { $0 != Feature.drags } + [Feature.drags],
          frameLimit: hello.frameLimit, agent: hello.agent)
      }
    },
  ]

  private static let droppings: [Wrong] = [
    Wrong("lets everybody drop", "drags/drop-once", "what both are answered is") {
      .droppingAfter(.dragOver)
    },
    Wrong("takes a drop for a cancel", "drags/drop-once", "of the drag before is") {
      .changing(Carried.self) { carried in
        let ended = carried.ended.map {
          EndedDrag(drag: $0.drag, end: .cancelled, author: $0.author, place: $0.place)
        }
        return Carried(drag: carried.drag, ended: ended)
      }
    },
    Wrong("tells only the last", "drags/one-after-another", "of the drag before is") {
      .changing(Carried.self) { carried in
        carried.ended?.end == .dropped ? Carried(drag: carried.drag, ended: nil) : carried
      }
    },
    Wrong("moves what may only be copied", "drags/forbidden", "is answered by dropped") {
      .droppingAfter(.dropForbidden)
    },
    Wrong("ends what it refuses", "drags/forbidden", "error 3017 drag-over") {
      Tampering(incoming: { frame in
        guard let drop = frame.read(Drop.self), drop.proposal == .move else { return [frame] }
        return [frame, CancelDrag(drag: drop.drag).frame()]
      })
    },
    Wrong("hears no CANCEL_DRAG", "drags/cancelled", "the event carried does not arrive") {
      Tampering(incoming: { $0.type == CancelDrag.type ? [] : [$0] })
    },
    Wrong("lets go of whatever is carried", "drags/cancelled", "what is told before is") {
      let lifted = Mutex<DragID?>(nil)
      return Tampering(incoming: { frame in
        lifted.withLock { lifted in
          lifted = frame.read(Lift.self)?.drag ?? lifted
          guard frame.type == CancelDrag.type, let lifted else { return [frame] }
          return [CancelDrag(drag: lifted).frame()]
        }
      })
    },
    Wrong("writes down what is dropped", "drags/untouched", "the length of the history is 2") {
      .changing(History.self) { history in
        guard let last = history.operations.last else { return history }
        let further = CommittedOperation(
          sequence: last.sequence + 1, time: last.time, author: last.author,
          content: last.content)
        return History(
          operations: history.operations + [further], sequence: history.sequence)
      }
    },
  ]

  private static let loadings: [Wrong] = [
    Wrong("serves text for cards", "drags/served", "the copy of the card is") {
      .asking(for: "text/plain", insteadOf: "application/x-board-card")
    },
    Wrong("serves text for markdown", "drags/served", "text/markdown is") {
      .asking(for: "text/plain", insteadOf: "text/markdown")
    },
    Wrong("serves markdown for text", "drags/served", "text/plain is") {
      .asking(for: "text/markdown", insteadOf: "text/plain")
    },
    Wrong("serves text for links", "drags/served", "text/uri-list is") {
      .asking(for: "text/plain", insteadOf: "text/uri-list")
    },
    Wrong("serves text for anything", "drags/served", "is answered by part") {
      .asking(for: "text/plain", insteadOf: "image/png")
    },
    Wrong("serves cards as they were lifted", "drags/served", "the copy of the card is") {
      let first = Mutex<Part?>(nil)
      return .changing(Part.self) { part in
        guard (try? CardCopy(bytes: part.bytes)) != nil else { return part }
        return first.withLock { first in
          first = first ?? part
          return first ?? part
        }
      }
    },
    Wrong("leaves labels out of copies", "drags/details", "the copy of the card is") {
      .changing(Part.self) { part in
        guard let copy = try? CardCopy(bytes: part.bytes) else { return part }
        let poorer = CardCopy(
          title: copy.title, body: copy.body, due: copy.due, priority: copy.priority,
          labels: [],
          assignees: copy.assignees, items: copy.items)
        return Part(of: Part.Whole(poorer.bytes), from: 0)
      }
    },
    Wrong("leaves checklists out of texts", "drags/details", "the plain text is") {
      .changing(Part.self) { part in
        let text = String(decoding: part.bytes, as: UTF8.self)
        guard let list = text.firstRange(of: "\n\n- [") else { return part }
        return Part(of: Part.Whole(Array(text[..<list.lowerBound].utf8)), from: 0)
      }
    },
    Wrong("begins each part at the start", "drags/parts", "the length of all parts is") {
      .receiving(Load.self) { Load(drag: $0.drag, item: $0.item, type: $0.type, offset: 0) }
    },
    Wrong("gives each part a digest of its own", "drags/parts", "digest of the next part is") {
      .changing(Part.self) {
        Part(total: $0.total, digest: SHA256.hash($0.bytes), bytes: $0.bytes)
      }
    },
    Wrong("asks no window", "drags/passed-on", "LOAD does not arrive") {
      .outgoing { $0.filter { $0.type != Load.type } }
    },
    Wrong("asks for another part", "drags/passed-on", "offset of LOAD is") {
      .changing(Load.self) { Load(drag: $0.drag, item: $0.item, type: $0.type, offset: 0) }
    },
    Wrong("hands on another digest", "drags/passed-on", "digest of PART is") {
      .changing(Part.self) {
        Part(total: $0.total, digest: SHA256.hash($0.bytes), bytes: $0.bytes)
      }
    },
    Wrong("serves nothing a silent window has", "drags/source-silent", "error 3018 repr") {
      .servingNothing
    },
    Wrong("serves nothing a window refuses", "drags/source-refuses", "error 3018 repr") {
      .servingNothing
    },
    Wrong("ends a drag with its window", "drags/source-gone", "error 3017 drag-over") {
      let lifted = Mutex<DragID?>(nil)
      return Tampering(incoming: { frame in
        lifted.withLock { lifted in
          lifted = frame.read(Lift.self)?.drag ?? lifted
          guard frame.type == Goodbye.type, let lifted else { return [frame] }
          return [CancelDrag(drag: lifted).frame(), frame]
        }
      })
    },
  ]

  private static let tellings: [Wrong] = [
    Wrong("registers windows in silence", "windows/asked-for", "window-registered does not") {
      .outgoing { $0.filter { $0.type != WindowRegistered.type } }
    },
    Wrong("invites in silence", "windows/invited", "the event invitation does not arrive") {
      .outgoing { $0.filter { $0.type != Invitation.type } }
    },
    Wrong("tells guests what is the host's own", "windows/invited", "what it is for is") {
      .changing(Invitation.self) {
        Invitation(
          board: $0.board, author: $0.author, activity: $0.activity.with(info: [1, 2]))
      }
    },
    Wrong("invites commands", "windows/invited", "how many windows are told is 1, expected 0") {
      .takingCommandsForWindows
    },
    Wrong("invites oneself", "windows/invited-oneself", "how many windows are told is 2") {
      .changing(Invited.self) { Invited(windows: $0.windows + 2) }
    },
    Wrong("invites to anything", "windows/invite-refused", "is answered by invited") {
      .outgoing { frames in
        frames.map { frame in
          frame.isError(.activityRefused)
            ? Invited(windows: 0).frame(request: frame.request, flags: .response) : frame
        }
      }
    },
  ]
}

extension Tampering {
  /// Answers DROPPED where a drop is refused for this reason.
  fileprivate static func droppingAfter(_ code: ErrorCode) -> Tampering {
    .outgoing { frames in
      frames.map { frame in
        frame.isError(code)
          ? Dropped().frame(request: frame.request, flags: .response) : frame
      }
    }
  }

  fileprivate static var takingCommandsForWindows: Tampering {
    .receiving(Attach.self) { attach in
      Attach(
        board: attach.board, session: attach.session, instance: attach.instance,
        configuration: .board, epoch: attach.epoch, incarnation: attach.incarnation,
        sequence: attach.sequence, firstPending: attach.firstPending, level: attach.level)
    }
  }

  fileprivate static func asking(for type: String, insteadOf other: String) -> Tampering {
    .receiving(Load.self) { load in
      Load(
        drag: load.drag, item: load.item, type: load.type == other ? type : load.type,
        offset: load.offset)
    }
  }

  fileprivate static var servingNothing: Tampering {
    .outgoing { frames in
      frames.map { frame in
        frame.type == Part.type
          ? ErrorMessage(code: .representationUnavailable, text: "")
            .frame(request: frame.request, flags: .response) : frame
      }
    }
  }
}

extension Frame {
  fileprivate func read<Body: MessageBody>(_ type: Body.Type) -> Body? {
    var reader = ByteReader(payload)
    return self.type == Body.type ? try? Body(&reader) : nil
  }
}
