import BoardModel
import NIOCore
import Screen
import WindowSync
import Windows
import Wire

// The effects that concern other windows of the user.
extension WindowRun {
  /// A window whose opening was requested from this one.
  struct Opening {
    let subject: Subject
    let placement: Placement
    /// Ends the wait for the window to come up.
    var timer: Scheduled<Void>?
  }

  /// How long a window may take to come up before it counts as failed.
  private static let patience = TimeAmount.seconds(2)

  func openWindow(_ subject: Subject, _ placement: Placement) {
    let session = SessionID.random()
    openings[session] = Opening(subject: subject, placement: placement)
    let activity = Activity(subject, title: title(of: subject))
    queue.append(.replica(.open(session, activity, isAdditional: false)))
  }

  func invite(_ user: String, to subject: Subject) {
    let activity = Activity(subject, title: title(of: subject))
    queue.append(.replica(.invite(user: user, activity)))
  }

  /// Asks for the title and the place of one of this user's windows.
  func findWindow(_ session: SessionID) {
    DirectoryInquiry.window(session, setting.way) { [weak self] answer in
      switch answer {
      case .windows(let windows):
        let window = windows.first.map {
          OwnWindow(title: $0.activity.title, device: $0.author.device, place: $0.place)
        }
        self?.handle(.window(.foundWindow(session, window)))
      case .failed(.refused): self?.handle(.window(.foundWindow(session, nil)))
      case .failed: self?.handle(.window(.windowUnavailable))
      case .boards, .created, .opened: return
      }
    }
  }

  func take(windows effect: ReplicaEffect) {
    switch effect {
    case .opened(let asked, let opened): started(asked, opened)
    case .notOpened(let session, let reason): ended(session, .failed(reason: reason))
    case .registered(let session): ended(session, .registered)
    case .activated(let author): comeToFront(for: author)
    case .invited(let invitation):
      guard let subject = invitation.activity.subject else { return }
      queue.append(
        .window(
          .invited(by: invitation.author, subject, title: invitation.activity.title)))
    case .inviteAnswered(let invite, let answer):
      guard let subject = invite.activity.subject else { return }
      queue.append(
        .window(.inviteAnswered(user: invite.user, subject, answer)))
    case .windowsGone(let gone):
      for window in gone { queue.append(.window(.notice(Notice(window.sentence, .news)))) }
    default: return
    }
  }

  // MARK: Opening

  /// Goes on with an opening after the coordinator has said which session the window is to have.
  private func started(_ asked: SessionID, _ opened: WindowOpened) {
    guard var opening = openings.removeValue(forKey: asked) else { return }
    guard opened.opening != .activated else {
      openings[opened.session] = opening
      return ended(opened.session, .activated(place: opened.place))
    }
    let session = opened.session
    opening.timer = setting.loop.assumeIsolated().scheduleTask(in: WindowRun.patience) {
      [weak self] in self?.late(session)
    }
    openings[session] = opening
    setting.opener.open(
      arguments: ["attach", session.description], placement: opening.placement,
      title: opened.activity.title
    ) { [weak self] result in
      if case .failure(let failure) = result {
        self?.ended(session, .failed(reason: failure.description))
      }
    }
  }

  private func late(_ session: SessionID) {
    ended(session, .failed(reason: "the new window did not come up within two seconds"))
  }

  /// Reports the result of an opening. Only the first result for a window counts.
  private func ended(_ session: SessionID, _ result: OpeningResult) {
    guard let opening = openings.removeValue(forKey: session) else { return }
    opening.timer?.cancel()
    handle(.window(.openedWindow(opening.subject, result)))
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

  private func comeToFront(for author: Author) {
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
    return "Your window “\(activity.title)” was closed by \(author.user) on "
      + "\(author.device)\(why)."
  }
}
