import BoardModel
import Identity
import WindowStore
import WindowSync
import Wire

/// Finds the window to open: one that this device has kept, else a new one on a board of the
/// coordinator, else one on the sample board.
struct OpeningSequence {
  let setting: WindowSetting
  /// The wanted board, by its title or the beginning of its identifier; nil for the last used.
  let wanted: String?

  typealias Completion = (Result<OpenedWindow, WindowFailure>) -> Void

  /// Finds or makes a window on the wanted board.
  /// - Parameter adopting: whether a window that was left on this device may be continued.
  func open(adopting: Bool = true, then: @escaping Completion) {
    do throws(WindowStoreError) {
      if adopting, let kept = try adopt() { return then(.success(kept)) }
    } catch {
      return then(.failure(.system(error.description)))
    }
    DirectoryInquiry.list(setting.way) { answer in
      switch answer {
      case .boards(let boards): self.choose(boards, then)
      case .failed(let failure): then(.failure(failure))
      case .created, .windows, .opened: return
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
      return try setting.windows.adoptLatest(.board).map { OpenedWindow($0) }
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
    DirectoryInquiry.window(session, setting.way) { answer in
      switch answer {
      case .windows(let windows):
        guard let window = windows.first else {
          return then(.failure(.refused("there is no such window")))
        }
        then(self.make(window, takeOver: takeOver))
      case .failed(let failure): then(.failure(failure))
      case .boards, .created, .opened: return
      }
    }
  }

  private func make(
    _ window: WindowSummary, takeOver: Bool
  ) -> Result<OpenedWindow, WindowFailure> {
    let session = SavedSession(
      board: window.board, session: window.session, configuration: window.configuration, epoch: 0,
      incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0,
      window: SavedWindow(activity: window.activity, instance: .random()))
    do throws(WindowStoreError) {
      // The files get a random name, since another process of this device may have files of the
      // same session open.
      let files = try setting.windows.create(session, named: .random())
      if !window.activity.userInfo.isEmpty { try files.saveView(window.activity.userInfo) }
      return .success(OpenedWindow(files, arrival: takeOver ? .takeOver : .adopt))
    } catch {
      return .failure(.system(error.description))
    }
  }

  // MARK: A new window

  private func choose(_ boards: [BoardSummary], _ then: @escaping Completion) {
    if let wanted {
      return then(OpeningSequence.board(wanted, among: boards).flatMap { self.open($0) })
    }
    if let last = setting.windows.lastBoard, boards.contains(where: { $0.id == last }) {
      return then(open(last))
    }
    if let first = boards.max(by: { $0.time < $1.time }) { return then(open(first.id)) }
    let sample = SampleBoard(cluster: setting.identity.cluster)
    DirectoryInquiry.create(sample.id, sample.creation, setting.way) { answer in
      switch answer {
      case .created(let stored):
        if case .rejected = stored.outcome {
          return then(.failure(.refused("the coordinator does not take the sample board")))
        }
        then(self.open(sample.id))
      case .failed(let failure): then(.failure(failure))
      case .boards, .windows, .opened: return
      }
    }
  }

  static func board(_ wanted: String, among boards: [BoardSummary]) -> Result<
    BoardID, WindowFailure
  > {
    let titled = boards.filter { $0.title == wanted }
    let found = titled.isEmpty ? boards.filter { wanted.names($0.id) } : titled
    if found.count == 1 { return .success(found[0].id) }
    let listed = (found.isEmpty ? boards : found)
      .map { "  \($0.id.description.prefix(8))  \($0.title)" }.joined(separator: "\n")
    if boards.isEmpty { return .failure(.refused("there is no board \(wanted.debugDescription)")) }
    return .failure(
      .refused(
        found.isEmpty
          ? "there is no board \(wanted.debugDescription); these are there:\n\(listed)"
          : "several boards go by \(wanted.debugDescription); name one by its identifier:\n\(listed)"
      ))
  }

  private func make(on board: BoardID) throws(WindowStoreError) -> OpenedWindow {
    let activity = Activity(.board, title: "")
    let session = SavedSession(
      board: board, session: .random(), configuration: .board, epoch: 0,
      incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0,
      window: SavedWindow(activity: activity, instance: .random()))
    return OpenedWindow(try setting.windows.create(session))
  }
}

extension String {
  /// Whether this is the beginning of the board's identifier, of at least 4 digits so that it is
  /// hardly one by accident.
  fileprivate func names(_ board: BoardID) -> Bool {
    utf8.count >= 4 && board.description.hasPrefix(lowercased())
  }
}
