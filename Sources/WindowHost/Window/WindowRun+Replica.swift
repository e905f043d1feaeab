import BoardModel
import Launcher
import NIOCore
import Screen
import WindowStore
import WindowSync
import Windows
import Wire
import Wording

// Performs the effects of the replica: the link, the disk, and what the window is told.
extension WindowRun {
  func perform(_ effect: ReplicaEffect) {
    switch effect {
    case .connect: link?.connect()
    case .send(let bytes): link?.send(bytes)
    case .disconnect: link?.disconnect()
    case .persist(let operations): persist(operations)
    case .forget(let session, let counter):
      save { try $0.forget(session, through: counter) }
      finishEditing(through: counter)
    case .saveSession(let session): save { try $0.saveSession(session) }
    case .carryOver(let old, let session, let pending):
      save(answering: .carriedOver) {
        try $0.carryOver(from: old, to: session, pending: pending)
      }
    case .saveBoard(let board): unsavedBoard = board
    case .mayRead: mayRead()
    case .forgetBoard: forgetBoard()
    case .clearPurged(let purge): clearPurged(purge)
    case .clearJournal: save { try $0.clearJournal() }
    case .saveReport(let report): saveReport(report)
    case .changed(let change):
      if let board = replica.visible {
        queue.append(
          .window(
            .board(
              board, change: change, shown: replica.shownThrough,
              confirmed: replica.confirmed?.sequence ?? 0)))
      }
    case .others(let others): queue.append(.window(.others(others)))
    case .moreOthers(let count): queue.append(.window(.moreOthers(count)))
    case .committed(let operations):
      let time = replica.coordinatorTime(at: setting.clock.now)
      queue.append(.window(.committed(operations, time: time)))
    case .settled(let operation, let outcome):
      queue.append(.window(.settled(operation, outcome)))
    case .refused(let intent, let reason): queue.append(.window(.refused(intent, reason)))
    case .answered(let question, let answer): answered(question, answer)
    case .registered(let session): tell(.registered(session))
    case .activated(let author): comeToFront(for: author)
    case .windowsGone(let windows): ended(windows)
    case .invited(let invitation): invited(invitation)
    case .membership(let membership): queue.append(.window(WindowEvent(membership)))
    case .users(let users): know(users)
    case .drag(let report): queue.append(.window(.drag(report)))
    case .status(let status):
      if saysTrue(status) { queue.append(.window(.status(status))) }
    case .standing(let standing): take(standing)
    case .notice(let notice): queue.append(.window(.replicaNotice(notice)))
    case .needsFreshIdentity:
      queue.append(.replica(.freshIdentity(session: .random(), instance: .random())))
    case .wake(let time):
      replicaTimer?.cancel()
      replicaTimer = setting.loop.assumeIsolated().scheduleTask(
        deadline: setting.clock.deadline(time)
      ) { [weak self] in self?.handle(.replica(.timer)) }
    case .left(let kept): left(kept: kept)
    }
  }

  /// Brings what came of a question to whoever asked it.
  private func answered(_ question: Question, _ answer: Answer) {
    switch (question, answer) {
    case (.fetchHistory, .success(.history(let history))):
      queue.append(.window(.operation(history.operations.first)))
    case (.fetchHistory, .failure): queue.append(.window(.operationUnavailable))
    case (.fetchCardHistory(let asked), .success(.history(let history))):
      let time = replica.coordinatorTime(at: setting.clock.now)
      queue.append(
        .window(
          .cardHistory(
            history.operations, from: asked.from, sequence: history.sequence, time: time)))
    case (.fetchCardHistory(let asked), .failure(let failure)):
      queue.append(.window(.cardHistoryUnavailable(from: asked.from, reason: failure.reason)))
    case (.openWindow(let asked), .success(.windowOpened(let opened))):
      tell(
        opened.opening == .activated
          ? .activated(asked.session, place: opened.place)
          : .assigned(asked.session, opened.session, title: opened.activity.title))
    case (.openWindow(let asked), .failure(let failure)):
      tell(.failed(asked.session, reason: failure.reason))
    case (.renew, _): renew(.answered(answer))
    case (.findUsers, .success(.users(let answer))): know(answer.users)
    case (.invite(let asked), .success(.invited(let invited))):
      inviteAnswered(asked, .told(windows: Int(invited.windows)))
    case (.invite(let asked), .failure(let failure)):
      inviteAnswered(asked, .failed(reason: failure.reason))
    default: return  // Nothing else is asked here.
    }
  }

  private func inviteAnswered(_ invite: Invite, _ answer: InviteAnswer) {
    guard let subject = invite.activity.subject else { return }
    queue.append(.window(.inviteAnswered(user: invite.user, subject, answer)))
  }

  /// Whether a person should see this status. A window that is being left closes its link itself,
  /// which is nothing to tell of.
  private func saysTrue(_ status: SyncStatus) -> Bool {
    switch (state, status) {
    case (.open, _), (_, .saved), (_, .saving): true
    case (.leaving, .reconnecting), (.leaving, .keeping), (.leaving, .notSaved),
      (.leaving, .stopped), (.left, _):
      false
    }
  }

  private func take(_ standing: Standing) {
    // Whoever leaves knows it.
    if standing != .leaving { queue.append(.window(.standing(standing))) }
    guard case .open = state else { return }
    watchBoards(standing.isBoardLost)
    // If this device has the board, it is shown, with the reason why it does not change.
    switch standing {
    case .readOnly(.boardUnknown), .readOnly(.readingLost):
      queue.append(
        .window(.boardLost(replica.identity.board, holdsUnsentWork: holdsUnsentWork)))
    case .readOnly(.revoked) where setting.way.access.isSuperseded: return  // It dials again.
    case .readOnly(let refusal) where replica.visible == nil:
      request(.failed(WindowFailure(refusal)))
    case .fenced(.takenOver) where replica.visible == nil:
      request(.failed(.refused("the coordinator refused this window")))
    case .writable, .fenced, .reclaiming, .readOnly, .leaving: return
    }
  }

  /// Whether the window has anything that its person wrote and that is not delivered.
  var holdsUnsentWork: Bool {
    !replica.pending.isEmpty || !window.viewState.drafts.isEmpty || !editing.isEmpty
      || !files.cuts.isEmpty
  }

  private func persist(_ operations: [Operation]) {
    saveBoard()
    let files = files
    // With a link the edit becomes durable on the coordinator's disk, so it need not be synced
    // here.
    let synced = !isLinked
    setting.onDisk({ try files.persist(operations, synced: synced) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: self.handle(.replica(.stored))
      case .failure(let error): self.handle(.replica(.storeFailed("\(error)")))
      }
    }
  }

  var isLinked: Bool {
    switch replica.status {
    case .saved, .saving: true
    case .reconnecting, .keeping, .notSaved, .stopped: false
    }
  }

  /// Saves the board that is to be saved, with what the window shows of it where it has all of it.
  func saveBoard(picture: Grid? = nil) {
    guard let board = unsavedBoard else { return }
    unsavedBoard = nil
    save { try $0.saveBoard(board, picture: picture?.bytes ?? []) }
  }

  func save(
    answering answer: ReplicaEvent? = nil, _ work: @escaping @Sendable (WindowFiles) throws -> Void
  ) {
    saveBoard()
    let files = files
    setting.onDisk({ try work(files) }) { [weak self] result in
      switch result {
      case .success: if let answer { self?.handle(.replica(answer)) }
      case .failure(let error):
        if answer != nil { return self?.handle(.replica(.storeFailed("\(error)"))) ?? () }
        self?.tellNotKept(error)
      }
    }
  }

  private func tellNotKept(_ error: any Error) {
    handle(.window(.notice(Notice("Not kept on this machine: \(error)", .loss))))
  }

  private func mayRead() {
    let files = files
    setting.onDisk({ try files.allowReading() }) { [weak self] result in
      switch result {
      case .success(let wasTaken): if wasTaken { self?.handle(.replica(.savedBoardGone)) }
      case .failure(let error): self?.tellNotKept(error)
      }
    }
  }

  private func forgetBoard() {
    let (windows, board, store) = (setting.windows, replica.identity.board, replica.store)
    save {
      try $0.forgetBoard()
      if let store { try windows.forgetBoard(board, of: store) }
    }
  }

  private func clearPurged(_ purge: UInt64) {
    let (windows, board, store) = (setting.windows, replica.confirmed, replica.store)
    save {
      try $0.clearPurged(purge, in: store)
      if let board, let store { try windows.clearPurged(board, of: store, besides: $0) }
    }
    reduceBodies()
  }

  private func saveReport(_ report: DivergenceReport) {
    let reports = setting.windows.reports
    let place = setting.way.place.name
    let time = WindowClock.wall
    save {
      let origin = DivergenceReports.Origin(
        session: $0.session, agent: Replica.agent, coordinator: place, time: time,
        timeText: WindowClock.zone.text(time))
      try $0.keep(report, of: origin, in: reports)
    }
  }

  private func left(kept: Bool) {
    saveBoard()
    guard case .leaving(let close, let then) = state else { return }
    state = .left
    watchBoards(false)
    replicaTimer?.cancel()
    windowTimer?.cancel()
    openingTimer?.cancel()
    endRenewal()
    let unsent = replica.pending.count
    let isKept = kept || !close || unsent > 0
    let lost = window.unkeptTexts
    let drafts = (lost > 0 ? 0 : window.viewState.drafts.count) + editing.count
    let session = replica.identity.session
    let (files, windows) = (files, setting.windows)
    let returning = ReturnCommand(cluster: setting.clusterOption)
    setting.onDisk({
      guard isKept else {
        try windows.close(files)
        return returning.plain
      }
      return returning.text(for: files, of: session, among: (try? windows.list()) ?? [])
    }) { command in
      let known = try? command.get()
      then(
        ExitSummary(
          isKept: isKept || known == nil, unsentEdits: unsent, drafts: drafts, lostTexts: lost,
          command: known ?? returning.attach(session)))
    }
  }
}
