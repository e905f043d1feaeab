import BoardModel
import Identity
import WindowStore
import WindowSync
import Wire

/// Finds the window to open: one that this device has kept, else a new one on a board of the
/// coordinator, else on a first run one on the sample board.
struct OpeningSequence {
  let setting: WindowSetting
  /// The wanted board, by its title or the beginning of its identifier; nil for the last used.
  let wanted: String?

  typealias Completion = (Result<OpenedWindow, WindowFailure>) -> Void

  /// Finds or makes a window on the wanted board.
  func open(then: @escaping Completion) {
    do throws(WindowStoreError) {
      if let kept = try adopt() { return then(.success(kept)) }
    } catch {
      return then(.failure(.system(error.description)))
    }
    DirectoryInquiry.ask(.listBoards(ListBoards()), setting.way) { answer in
      switch answer {
      case .success(.boards(let list)): self.choose(list.boards, then)
      case .success: return
      case .failure(let failure): then(.failure(failure))
      }
    }
  }

  /// A window on this board: one that was left on this device, else a new one.
  func open(_ board: BoardID) -> Result<OpenedWindow, WindowFailure> {
    do throws(WindowStoreError) {
      if let files = try setting.windows.adoptLatest(.board, board: board) {
        return .success(OpenedWindow(files))
      }
      return try .success(make(on: board))
    } catch {
      return .failure(.system(error.description))
    }
  }

  // MARK: A window that was left

  private func adopt() throws(WindowStoreError) -> OpenedWindow? {
    guard let wanted else {
      var kept: OpenedWindow?
      _ = try setting.windows.adoptLatest(.board) { files in
        let opened = OpenedWindow(files)
        if opened.comesBackByItself { kept = opened }
        return opened.comesBackByItself
      }
      return kept
    }
    for window in try setting.windows.list()
    where !window.isOpen && window.session.configuration == .board {
      guard let files = try? setting.windows.open(window.name) else { continue }
      let opened = OpenedWindow(files)
      if opened.boardTitle == wanted || wanted.names(opened.board) { return opened }
    }
    return nil
  }

  // MARK: A window the coordinator knows

  /// The window of a session: from its files if this device has them, else as the coordinator keeps
  /// it.
  /// - Parameter takeOver: whether to take the window over if another terminal shows it.
  func open(_ session: SessionID, takeOver: Bool, then: @escaping Completion) {
    do throws(WindowStoreError) {
      for window in try setting.windows.list() where window.session.session == session {
        guard !window.isOpen, let files = try? setting.windows.open(window.name) else { continue }
        return then(.success(OpenedWindow(files, arrival: takeOver ? .takeOver : .resume)))
      }
    } catch {
      return then(.failure(.system(error.description)))
    }
    DirectoryInquiry.ask(.listWindows(ListWindows(session: session)), setting.way) { answer in
      switch answer {
      case .success(.windows(let list)):
        guard let window = list.windows.first else {
          return then(.failure(.refused("there is no such window")))
        }
        then(self.make(window, takeOver: takeOver))
      case .success: return
      case .failure(let failure): then(.failure(failure))
      }
    }
  }

  private func make(
    _ window: WindowSummary, takeOver: Bool
  ) -> Result<OpenedWindow, WindowFailure> {
    let session = SavedSession(
      board: window.board, session: window.session, configuration: window.configuration, epoch: 0,
      incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0,
      window: SavedWindow(activity: window.activity, instance: .random(), confirmed: nil))
    do throws(WindowStoreError) {
      // The files get a random name, since another process of this device may have files of the
      // same session open.
      let files = try setting.windows.create(session, named: .random())
      if !window.activity.userInfo.isEmpty { try files.saveView(window.activity.userInfo) }
      return .success(
        OpenedWindow(
          files, arrival: takeOver ? .takeOver : .adopt, title: window.activity.title))
    } catch {
      return .failure(.system(error.description))
    }
  }

  // MARK: A new window

  private func choose(_ boards: [BoardSummary], _ then: @escaping Completion) {
    let choice = BoardChoice.of(boards, wanted: wanted, last: setting.windows.lastBoard)
    switch choice {
    case .success(.open(let board)): then(open(board))
    case .success(.makeSample): makeSample(then)
    case .failure(let failure): then(.failure(failure))
    }
  }

  private func makeSample(_ then: @escaping Completion) {
    let sample = SampleBoard(cluster: setting.identity.cluster, user: setting.identity.user)
    let creation = CreateBoard(board: sample.id, operation: sample.creation)
    DirectoryInquiry.ask(.createBoard(creation), setting.way) { answer in
      switch answer {
      case .success(.outcome(let outcome)):
        if outcome.stored.outcome.isRejected {
          return then(.failure(.refused("the coordinator does not take the sample board")))
        }
        then(self.open(sample.id))
      case .success: return
      case .failure(let failure): then(.failure(failure))
      }
    }
  }

  private func make(on board: BoardID) throws(WindowStoreError) -> OpenedWindow {
    let activity = Activity(.board, title: "")
    let session = SavedSession(
      board: board, session: .random(), configuration: .board, epoch: 0,
      incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0,
      window: SavedWindow(activity: activity, instance: .random(), confirmed: nil))
    return OpenedWindow(try setting.windows.create(session))
  }
}
