import Launcher
import NIOCore
import NIOPosix
import Screen
import WindowStore
import WindowSync
import Windows
import Wire

// Performs the effects of the window: edits, the terminal, other boards.
extension WindowRun {
  func perform(_ effect: WindowEffect) {
    switch effect {
    case .edit(let intent): queue.append(.replica(.edit(intent)))
    case .undo(let force): queue.append(.replica(.undo(force: force)))
    case .redo(let force): queue.append(.replica(.redo(force: force)))
    case .presence(let state): queue.append(.replica(.presence(state)))
    case .openEditor(let card, let body): openEditor(card, body)
    case .editorDone(let card, let file): editorDone(card, file)
    case .fetchCardHistory(let card, let from):
      let body = FetchCardHistory(card: card, from: from, count: WindowRun.historyPage)
      queue.append(.replica(.ask(.fetchCardHistory(body))))
    case .fetchOperation(let sequence):
      queue.append(.replica(.ask(.fetchHistory(FetchHistory(from: sequence, count: 1)))))
    case .findWindow(let session): findWindow(session)
    case .openWindow(let subject, let placement): openWindow(subject, placement)
    case .invite(let user, let subject): invite(user, to: subject)
    case .findUsers(let users):
      queue.append(.replica(.ask(.findUsers(FindUsers(users: users)))))
    case .drag(let request): queue.append(.replica(.drag(request)))
    case .readFile(let path): readFile(path)
    case .listBoards: listBoards()
    case .switchBoard(let board): request(.switchBoard(board))
    case .createBoard(let board, let title): request(.createBoard(board, title: title))
    case .reconnect: queue.append(.replica(.resumeNow))
    case .reclaim: queue.append(.replica(.reclaim))
    case .saveViewState(let state): saveView(state)
    case .setTitle(let title): screen.setTitle(title)
    case .copyToClipboard(let text): copy(text)
    case .mouseCapture(let captures): screen.captureMouse(captures)
    case .bell: screen.write(TerminalRequest.bell)
    case .redraw: screen.requestFrame()
    case .repaint: screen.repaint()
    case .wake(let time):
      windowTimer?.cancel()
      windowTimer = setting.loop.assumeIsolated().scheduleTask(
        deadline: setting.clock.deadline(time)
      ) { [weak self] in self?.handle(.window(.timer)) }
    case .suspend: request(.suspend)
    case .quit: request(.quit)
    case .ended(let reason): closedElsewhere(reason)
    }
  }

  /// Ends the window that was closed from elsewhere, but not while it holds what its person typed,
  /// such as edits that were refused because their card is gone.
  private func closedElsewhere(_ reason: String) {
    guard case .open = state else { return }
    guard holdsUnsentWork else { return request(.ended(reason)) }
    queue.append(.window(.notice(.goesOn(reason))))
    queue.append(.replica(.goOn))
  }

  /// How many operations of a history to ask for at once. An answer holds no more than fit a chunk.
  private static let historyPage: UInt32 = 512

  /// Copies a text. A multiplexer with buffers takes the text and gives it to the terminal itself;
  /// sent to the terminal as well, it would arrive twice.
  private func copy(_ text: String) {
    setting.opener.copy(text) { [weak self] copying in
      guard case .throughTerminal(let failure) = copying else { return }
      self?.copyThroughTerminal(text)
      if let failure {
        self?.handle(
          .window(.notice(Notice("Copied through the terminal only: \(failure).", .news))))
      }
    }
  }

  private func copyThroughTerminal(_ text: String) {
    guard let bytes = TerminalRequest.copy(text, through: setting.opener.passage) else {
      return handle(
        .window(.notice(Notice("Too long to be copied through the terminal.", .refusal))))
    }
    screen.write(bytes)
  }

  /// Saves the window's state. Frames are held back until it is on disk, so that a draft is in its
  /// file before the screen shows it.
  private func saveView(_ view: ViewState) {
    describe(view)
    let bytes = view.bytes
    let files = files
    screen.hold()
    setting.onDisk({ try files.saveView(bytes) }) { [weak self, screen] result in
      screen.release()
      switch result {
      case .success: self?.handle(.window(.viewStateSaved))
      case .failure(let error):
        self?.handle(.window(.viewStateNotSaved(reason: "\(error)")))
      }
    }
  }

  private func readFile(_ path: String) {
    setting.way.threads.runIfActive(eventLoop: setting.loop) { DroppedFile.read(path) }
      .assumeIsolated().whenSuccess { [weak self] reading in
        self?.handle(.window(.file(path: path, reading)))
      }
  }

  private func listBoards() {
    if let boardsWatch { return boardsWatch.ask() }
    DirectoryInquiry.ask(.listBoards(ListBoards()), setting.way) { [weak self] answer in
      switch answer {
      case .success(.boards(let list)): self?.take(.boards(list.boards))
      case .success: return
      case .failure(let failure): self?.take(.unavailable(failure))
      }
    }
  }

  /// Follows which boards there are while the window has none.
  func watchBoards(_ isLost: Bool) {
    if isLost, boardsWatch == nil {
      boardsWatch = BoardsWatch(setting.way) { [weak self] in self?.take($0) }
    } else if !isLost {
      boardsWatch?.stop()
      boardsWatch = nil
    }
  }

  private func take(_ report: BoardsWatch.Report) {
    switch report {
    case .boards(let boards):
      let listings = boards.map {
        BoardListing(id: $0.id, title: $0.title, isArchived: $0.isArchived)
      }
      handle(.window(.boards(listings)))
    case .unavailable(let failure):
      handle(.window(.boardsUnavailable(reason: failure.description)))
    case .membership(let membership):
      handle(.window(WindowEvent(membership)))
    }
  }
}
