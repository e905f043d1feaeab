import BoardModel
import NIOCore
import Screen
import WindowStore
import WindowSync
import Windows
import Wire

// The effects that concern other windows of the user.
extension WindowRun {
  func openWindow(_ subject: Subject, _ placement: Placement) {
    let session = SessionID.random()
    tell(.asked(session, subject, placement))
    let activity = Activity(subject, title: title(of: subject))
    let body = OpenWindow(
      board: replica.identity.board, session: session, activity: activity, isAdditional: false)
    queue.append(.replica(.ask(.openWindow(body))))
  }

  func invite(_ user: String, to subject: Subject) {
    let activity = Activity(subject, title: title(of: subject))
    let body = Invite(board: replica.identity.board, user: user, activity: activity)
    queue.append(.replica(.ask(.invite(body))))
  }

  /// Asks for the title and the place of one of this user's windows.
  func findWindow(_ session: SessionID) {
    let question = Question.listWindows(ListWindows(session: session))
    DirectoryInquiry.ask(question, setting.way) { [weak self] answer in
      switch answer {
      case .success(.windows(let list)):
        let window = list.windows.first.map {
          OwnWindow(title: $0.activity.title, device: $0.author.device, place: $0.place)
        }
        self?.handle(.window(.foundWindow(session, window)))
      case .success: return
      case .failure(.refused): self?.handle(.window(.foundWindow(session, nil)))
      case .failure: self?.handle(.window(.windowUnavailable))
      }
    }
  }

  func know(_ users: [UserEntry]) {
    let names = Dictionary(users.map { ($0.user, $0.name) }, uniquingKeysWith: { $1 })
    queue.append(.window(.displayNames(names)))
  }

  func invited(_ invitation: Invitation) {
    guard let subject = invitation.activity.subject else { return }
    queue.append(
      .window(.invited(by: invitation.author, subject, title: invitation.activity.title)))
  }

  func ended(_ gone: [GoneWindow]) {
    for window in gone where window.reason != Replica.goesOnReason {
      queue.append(.window(.notice(Notice(window.sentence, .news))))
    }
    let windows = setting.windows
    save { _ in
      for window in gone {
        try windows.removeEnded(window.session) { view in
          // A view that cannot be read may hold anything.
          (try? ViewState(bytes: view))?.drafts.isEmpty != true
        }
      }
    }
  }

  // MARK: Opening

  func tell(_ event: OpeningEvent) {
    for effect in openings.handle(event, now: setting.clock.now) {
      switch effect {
      case .start(let session, let placement, let title):
        setting.opener.open(
          arguments: ["attach", session.description], placement: placement, title: title
        ) { [weak self] result in
          if case .failure(let failure) = result {
            self?.tell(.failed(session, reason: failure.description))
          }
        }
      case .tell(let subject, let result):
        handle(.window(.openedWindow(subject, result)))
      case .wake(let time):
        openingTimer?.cancel()
        openingTimer = setting.loop.assumeIsolated().scheduleTask(
          deadline: setting.clock.deadline(time)
        ) { [weak self] in self?.tell(.timer) }
      }
    }
  }

  private func title(of subject: Subject) -> String {
    switch subject {
    case .board: replica.visible?.title?.value ?? ""
    case .card(let card): replica.visible?.card(card)?.title.value ?? ""
    case .addColumn: "New column"
    case .favourites: "Favourites"
    }
  }

  // MARK: Being found

  func comeToFront(for author: Author) {
    screen.write(TerminalRequest.bell)
    let place = author.device == setting.author.device ? "" : " on \(author.device)"
    queue.append(.window(.notice(Notice("You asked for this window\(place).", .news))))
    setting.opener.focusOwnPane { _ in
      // If nothing can give the window the focus, the bell has rung at least.
    }
  }

  /// Tells the coordinator what another terminal needs to continue this window.
  func describe(_ view: ViewState) {
    var info = view.bytes
    if info.count > Activity.maximumInfoBytes {
      // The drafts are too large to send and are on this disk anyway; only the position is sent.
      var place = view
      place.drafts = []
      info = place.bytes
    }
    let subject = activity.subject ?? .board
    let activity = Activity(
      subject, title: title(of: subject),
      userInfo: info.count > Activity.maximumInfoBytes ? [] : info)
    handle(.replica(.describe(activity, drafts: view.drafts.count + editing.count)))
  }
}

extension GoneWindow {
  /// The sentence that tells a person of a closed window of theirs.
  fileprivate var sentence: String {
    let why = reason.isEmpty ? "" : ": \(reason)"
    let window = activity.title.isEmpty ? "A window of yours" : "Your window “\(activity.title)”"
    return "\(window) was closed by \(author.user) on \(author.device)\(why)."
  }
}
