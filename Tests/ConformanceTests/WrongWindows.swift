import BoardModel
import Synchronization
import Wire

/// Coordinators that break one rule about windows each.
extension Wrong {
  static let windows: [Wrong] = openings + takings + keepings

  private static let openings: [Wrong] = [
    Wrong("registers no window", "windows/fresh", "window-registered does not arrive") {
      .outgoing { $0.filter { $0.type != WindowRegistered.type } }
    },
    Wrong("opens every window as a board's", "windows/fresh", "configuration is board") {
      .changing(WindowOpened.self) { $0.replacing(configuration: .board) }
    },
    Wrong("activates in silence", "windows/activated", "the event activate does not arrive") {
      .outgoing { $0.filter { $0.type != Activate.type } }
    },
    Wrong("tells of another who opened", "windows/activated", "who wants the window is") {
      .changing(Activate.self) { _ in Activate(author: Author(user: "ada", device: "phone")) }
    },
    Wrong("shows everybody all windows", "windows/other-user", "is answered by windows") {
      .outgoing { frames in
        frames.map { frame in
          frame.isError(.windowUnknown)
            ? WindowList(windows: []).frame(request: frame.request, flags: .response) : frame
        }
      }
    },
    Wrong("hands on nothing that was kept", "windows/adopt", "what was kept is") {
      .changing(WindowOpened.self) { $0.replacing(activity: $0.activity.with(info: [])) }
    },
    Wrong("gives two what they open at once", "windows/never-twice", "the openings is") {
      .receiving(OpenWindow.self) { open in
        OpenWindow(
          board: open.board, session: open.session, activity: open.activity, isAdditional: true)
      }
    },
    Wrong("lets everybody attach", "windows/attach-race", "windows that attached is 5") {
      .receiving(AttachWindow.self) { $0.replacing(manner: .additional) }
    },
    Wrong("lets everybody have favourites", "windows/kinds", "is answered by attached") {
      .receiving(AttachWindow.self) { $0.replacing(manner: .additional) }
    },
  ]

  private static let takings: [Wrong] = [
    Wrong("keeps no promise", "windows/promise-kept", "the opening meanwhile is fresh") {
      .receiving(OpenWindow.self) { open in
        OpenWindow(
          board: open.board, session: open.session, activity: open.activity, isAdditional: true)
      }
    },
    Wrong("keeps promises for ever", "windows/promise-kept", "afterwards is activated") {
      let count = Mutex(0)
      return .changing(WindowOpened.self) { opened in
        let isFirst = count.withLock { count in
          count += 1
          return count == 1
        }
        return isFirst ? opened : opened.replacing(opening: .activated)
      }
    },
    Wrong("keeps what it promised who left", "windows/promise-gone", "is answered by attached") {
      .receiving(AttachWindow.self) { $0.replacing(manner: .resume) }
    },
    Wrong("finds only the last promise", "windows/promised-twice", "the opening afterwards is") {
      let count = Mutex(0)
      return .changing(WindowOpened.self) { opened in
        let isLast = count.withLock { count in
          count += 1
          return count == 4
        }
        return isLast ? opened.replacing(opening: .fresh) : opened
      }
    },
    Wrong("keeps out what it promised", "windows/promised-twice", "error 2004 already-open") {
      .outgoing { frames in
        frames.map { frame in
          guard frame.type == Attached.type else { return frame }
          return ErrorMessage(code: .alreadyOpen, text: "").frame(
            request: frame.request, flags: .response)
        }
      }
    },
    Wrong("does not hear PONG", "windows/alive", "is answered by attached") {
      Tampering(incoming: { $0.type == Pong.type ? [] : [$0] })
    },
    Wrong("asks nobody", "windows/alive", "PING does not arrive") {
      .receiving(AttachWindow.self) {
        $0.replacing(manner: $0.manner == .adopt ? .takeOver : $0.manner)
      }
    },
    Wrong("does not wait for PONG", "windows/dead", "is taken over before its time") {
      .receiving(AttachWindow.self) {
        $0.replacing(manner: $0.manner == .adopt ? .takeOver : $0.manner)
      }
    },
    Wrong("does not tell the dead", "windows/dead", "the event error does not arrive") {
      .outgoing { $0.filter { $0.type != ErrorMessage.type || $0.request > 0 } }
    },
    Wrong("takes the dead for alive", "windows/open-dead", "the opening is activated") {
      .changing(WindowOpened.self) { $0.replacing(opening: .activated) }
    },
    Wrong("asks also where a person takes over", "windows/take-over", "is asked is") {
      .receiving(AttachWindow.self) {
        $0.replacing(manner: $0.manner == .takeOver ? .adopt : $0.manner)
      }
    },
    Wrong("asks before a plain ATTACH too", "windows/plain-attach", "is asked is") {
      .outgoing { frames in
        frames.flatMap { frame in
          frame.isError(.fenced) ? [frame, Ping(nonce: 77).frame(request: 77)] : [frame]
        }
      }
    },
    Wrong("knows no instance before", "windows/previous", "2301 fenced") {
      .receiving(AttachWindow.self) { window in
        AttachWindow(
          manner: window.manner, previous: nil, activity: window.activity, place: window.place,
          attach: window.attach)
      }
    },
    Wrong("opens a board for any activity", "windows/refused", "is answered by window-opened") {
      .receiving(OpenWindow.self) { open in
        guard open.activity.configuration == nil else { return open }
        return OpenWindow(
          board: open.board, session: open.session, activity: Activity(.board, title: ""),
          isAdditional: open.isAdditional)
      }
    },
    Wrong("refuses for another reason", "windows/refused", "expected request-too-large") {
      .changing(ErrorMessage.self) { error in
        error.code == .requestTooLarge
          ? ErrorMessage(code: .activityRefused, text: error.text) : error
      }
    },
    Wrong("says that everybody knows windows", "windows/not-agreed", "does not arrive") {
      .knowing(Feature.windows)
    },
  ]

  private static let keepings: [Wrong] = [
    Wrong("lists windows in another order", "windows/list", "the sessions in the list is") {
      .changing(WindowList.self) { WindowList(windows: $0.windows.reversed()) }
    },
    Wrong("lists what only one is to say", "windows/list", "the user information is") {
      .changing(WindowList.self) { list in
        WindowList(windows: list.windows.map { $0.with($0.activity.with(info: [2])) })
      }
    },
    Wrong("lists old titles", "windows/true-title", "the title afterwards is text(\"mine\")") {
      .changing(WindowList.self) { list in
        WindowList(
          windows: list.windows.map {
            $0.with(Activity(type: $0.activity.type, title: "mine", target: $0.activity.target))
          })
      }
    },
    Wrong("counts no receipts", "windows/true-title", "the badge afterwards is 0") {
      .changing(WindowList.self) { list in
        WindowList(windows: list.windows.map { $0.with($0.activity, badge: 0) })
      }
    },
    Wrong("keeps nothing that windows say", "windows/state", "what is kept is") {
      Tampering(incoming: { $0.type == WindowState.type ? [] : [$0] })
    },
    Wrong("ends windows with drafts", "windows/drafts-held", "is answered by window-ended") {
      .receiving(EndWindow.self) { end in
        EndWindow(
          session: end.session, ending: end.ending == .standard ? .decline : end.ending,
          reason: end.reason)
      }
    },
    Wrong("ends windows in silence", "windows/drafts-held", "window-end does not arrive") {
      .outgoing { $0.filter { $0.type != WindowEnd.type } }
    },
    Wrong("forgets what ended", "windows/ended", "expected session-ended") {
      .changing(ErrorMessage.self) { error in
        error.code == .sessionEnded ? ErrorMessage(code: .sessionUnknown, text: "") : error
      }
    },
    Wrong("tells nobody what ended", "windows/gone", "windows-gone does not arrive") {
      .outgoing { $0.filter { $0.type != WindowsGone.type } }
    },
    Wrong("tells twice what ended", "windows/gone", "which nothing asked for") {
      .outgoing { $0.flatMap { $0.type == WindowsGone.type ? [$0, $0] : [$0] } }
    },
    Wrong("ends windows with drafts in them", "windows/archived", "holds a draft has ended") {
      Tampering(incoming: { $0.type == WindowState.type ? [] : [$0] })
    },
  ]
}

extension Tampering {
  /// Rewrites every message of one type on its way in.
  static func receiving<Body: MessageBody>(
    _ type: Body.Type, _ change: @escaping @Sendable (Body) -> Body
  ) -> Tampering {
    Tampering(incoming: { frame in
      var reader = ByteReader(frame.payload)
      guard frame.type == Body.type, let body = try? Body(&reader) else { return [frame] }
      return [change(body).frame(request: frame.request, flags: frame.flags)]
    })
  }
}

extension Frame {
  func isError(_ code: ErrorCode) -> Bool {
    var reader = ByteReader(payload)
    return type == ErrorMessage.type && (try? ErrorMessage(&reader))?.code == code
  }
}

extension AttachWindow {
  func replacing(manner: AttachManner) -> AttachWindow {
    AttachWindow(
      manner: manner, previous: previous, activity: activity, place: place, attach: attach)
  }
}

extension WindowOpened {
  fileprivate func replacing(
    opening: Opening? = nil, configuration: Configuration? = nil, activity: Activity? = nil
  ) -> WindowOpened {
    WindowOpened(
      opening: opening ?? self.opening, session: session,
      configuration: configuration ?? self.configuration, activity: activity ?? self.activity,
      place: place)
  }
}

extension Activity {
  func with(info: [UInt8]) -> Activity {
    Activity(type: type, title: title, target: target, userInfo: info)
  }
}

extension WindowSummary {
  fileprivate func with(_ activity: Activity, badge: UInt32? = nil) -> WindowSummary {
    WindowSummary(
      session: session, board: board, configuration: configuration, activity: activity,
      badge: badge ?? self.badge, summary: summary, place: place, author: author,
      isConnected: isConnected, since: since, drafts: drafts, unsent: unsent)
  }
}
