import BoardModel
import Glibc
import NIOCore
import WindowStore
import WindowSync
import Windows
import Wire

/// Runs the windows of one process, one after another. It has the terminal and the signals, opens
/// the first window, changes boards, and ends. It may be used only on its event loop.
final class WindowProgram {
  enum Ending {
    /// The process is done; the text is a message for after the terminal is the shell's again.
    case done(String?)
    case failed(WindowFailure)
    case killed(Int32)
  }

  private enum State {
    /// No window is shown yet, and signals have their default effect.
    case opening
    case showing(TerminalScreen, WindowRun)
    /// One board's window is being left and another's is to come.
    case changing(TerminalScreen, WindowRun)
    /// The last window is being left.
    case leaving(TerminalScreen, WindowRun)
    case ended
  }

  private let setting: WindowSetting
  private let wanted: WantedWindow
  private let ended: (Ending) -> Void
  private var state = State.opening

  /// How long a window that has to go may wait for the coordinator.
  private static let patience = TimeAmount.seconds(1)

  init(_ setting: WindowSetting, _ wanted: WantedWindow, ended: @escaping (Ending) -> Void) {
    self.setting = setting
    self.wanted = wanted
    self.ended = ended
  }

  func start() {
    let open: OpeningSequence.Completion = { result in
      switch result {
      case .failure(let failure): self.end(.failed(failure))
      case .success(let opened): self.takeTerminal(for: opened)
      }
    }
    switch wanted {
    case .board(let board): OpeningSequence(setting: setting, wanted: board).open(then: open)
    case .session(let session, let takeOver):
      OpeningSequence(setting: setting, wanted: nil).open(session, takeOver: takeOver, then: open)
    }
  }

  // MARK: The terminal

  private func takeTerminal(for opened: OpenedWindow) {
    do {
      try TerminalChannel.open(TerminalDevice(), loop: setting.loop) { result in
        do {
          try self.show(opened, on: result.get())
        } catch {
          self.end(.failed(.system("\(error)")))
        }
      }
    } catch {
      end(.failed(.system("\(error)")))
    }
  }

  private func show(_ opened: OpenedWindow, on channel: any Channel) throws {
    let screen = TerminalScreen(
      try TerminalDevice(), channel: channel, colors: setting.colors, loop: setting.loop)
    try channel.pipeline.syncOperations.addHandler(
      TerminalReader(screen) { [weak self] in self?.signalled(SIGHUP) })
    try SignalPipe.install(
      on: setting.loop, deliver: { [weak self] in self?.signalled($0) },
      failed: { [weak self] in self?.end(.failed(.system("\($0)"))) })
    EmergencyRestore.install()
    try screen.enter()
    // To make the board takes a while.
    if let picture = opened.picture { screen.show(picture) }
    show(opened, on: screen)
  }

  private func show(_ opened: OpenedWindow, on screen: TerminalScreen) {
    do throws(WindowStoreError) {
      try opened.begin()
    } catch {
      return end(.failed(.system(error.description)), leaving: screen)
    }
    let run = WindowRun(opened, setting, screen) { [weak self] in self?.take($0) }
    state = .showing(screen, run)
    setting.windows.keepLastBoard(opened.board)
    run.start()
  }

  // MARK: What a window asks for

  private func take(_ request: WindowRun.Request) {
    guard case .showing(let screen, let run) = state else { return }
    switch request {
    case .suspend: suspend(screen, run, group: true)
    case .quit: quit(screen, run)
    case .switchBoard(let board): change(from: run, to: board, on: screen)
    case .createBoard(let board, let title): create(board, title, screen, run)
    case .ended(let reason): leave(screen, run, .done(reason), close: true)
    case .failed(let failure): leave(screen, run, .failed(failure))
    }
  }

  private func quit(_ screen: TerminalScreen, _ run: WindowRun) {
    state = .leaving(screen, run)
    run.leave(close: true) { exitSummary in self.end(.done(exitSummary.message), leaving: screen) }
  }

  private func leave(
    _ screen: TerminalScreen, _ run: WindowRun, _ ending: Ending, close: Bool = false
  ) {
    state = .leaving(screen, run)
    setting.loop.assumeIsolated().scheduleTask(in: WindowProgram.patience) {
      self.end(ending, leaving: screen)
    }
    run.leave(close: close) { _ in self.end(ending, leaving: screen) }
  }

  private func end(_ ending: Ending, leaving screen: TerminalScreen) {
    screen.leave { self.end(ending) }
  }

  /// Ends the program. Only the first ending counts.
  private func end(_ ending: Ending) {
    if case .ended = state { return }
    state = .ended
    ended(ending)
  }

  // MARK: Another board

  private func change(from run: WindowRun, to board: BoardID, on screen: TerminalScreen) {
    state = .changing(screen, run)
    run.leave(close: true) { left in
      // The window that lost its board goes on with it. Its files are still locked by this process,
      // so that nobody finds them among those that were left.
      guard left.isKept, run.files.session.board == board else {
        return self.open(board, on: screen)
      }
      self.shown(.success(OpenedWindow(run.files)), on: screen)
    }
  }

  private func open(_ board: BoardID, on screen: TerminalScreen) {
    shown(OpeningSequence(setting: setting, wanted: nil).open(board), on: screen)
  }

  private func shown(_ result: Result<OpenedWindow, WindowFailure>, on screen: TerminalScreen) {
    guard case .changing = state else { return }
    switch result {
    case .success(let opened): show(opened, on: screen)
    case .failure(let failure): end(.failed(failure), leaving: screen)
    }
  }

  private func create(
    _ board: BoardID, _ title: String, _ screen: TerminalScreen, _ run: WindowRun
  ) {
    let operation = Operation(
      id: OperationID(session: .random(), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .newBoard(title: title))
    let creation = CreateBoard(board: board, operation: operation)
    DirectoryInquiry.ask(.createBoard(creation), setting.way) { [weak run] answer in
      switch answer {
      case .success(.outcome(let outcome)) where !outcome.stored.outcome.isRejected:
        self.take(.switchBoard(board))
      case .success:
        run?.handle(.window(.notice(Notice("The coordinator does not take the board.", .loss))))
      case .failure(let failure):
        run?.handle(.window(.notice(Notice("The board was not made: \(failure)", .loss))))
      }
    }
  }

  // MARK: Signals

  private func signalled(_ signal: Int32) {
    switch (signal, state) {
    case (_, .opening): return
    case (SIGWINCH, .showing(let screen, let run)):
      run.handle(.window(.resized(screen.size)))
    case (SIGCONT, .showing(let screen, let run)): takeBack(screen, run)
    case (SIGTSTP, .showing(let screen, let run)): suspend(screen, run, group: false)
    // SIGINT comes from keys that were meant for the program that has the terminal.
    case (SIGINT, .showing(_, let run)) where run.isLent: return
    case (SIGINT, .showing(let screen, let run)), (SIGTERM, .showing(let screen, let run)),
      (SIGHUP, .showing(let screen, let run)):
      leave(screen, run, .killed(signal))
    // A second signal, or one while no window is shown, ends the process at once.
    case (SIGINT, .changing(let screen, _)), (SIGTERM, .changing(let screen, _)),
      (SIGHUP, .changing(let screen, _)), (SIGINT, .leaving(let screen, _)),
      (SIGTERM, .leaving(let screen, _)), (SIGHUP, .leaving(let screen, _)):
      end(.killed(signal), leaving: screen)
    default: return
    }
  }

  private func suspend(_ screen: TerminalScreen, _ run: WindowRun, group: Bool) {
    guard !run.isLent else { return SignalPipe.stop(group: false) }
    screen.leave {
      SignalPipe.stop(group: group)
      self.takeBack(screen, run)
    }
  }

  private func takeBack(_ screen: TerminalScreen, _ run: WindowRun) {
    guard !run.isLent else { return }
    do {
      try screen.enter()
      run.handle(.window(.resized(screen.size)))
      run.handle(.window(.resumed))
    } catch {
      leave(screen, run, .failed(.system("\(error)")))
    }
  }
}

extension WindowRun.ExitSummary {
  /// What a person should know after leaving the window; nil for nothing.
  var message: String? {
    let sentences = [keeping, loss].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private var keeping: String? {
    guard isKept, unsentEdits + drafts > 0 else { return nil }
    var parts: [String] = []
    if unsentEdits > 0 {
      parts.append("\(unsentEdits) \(unsentEdits == 1 ? "edit" : "edits") not sent yet")
    }
    if drafts > 0 { parts.append("\(drafts) \(drafts == 1 ? "draft" : "drafts")") }
    return
      "This window is kept with \(parts.joined(separator: " and ")): `\(command)` opens it again."
  }

  private var loss: String? {
    guard lostTexts > 0 else { return nil }
    let texts = lostTexts == 1 ? "One text" : "\(lostTexts) texts"
    return "\(texts) you typed last could not be kept, as the disk did not take what you typed."
  }
}
