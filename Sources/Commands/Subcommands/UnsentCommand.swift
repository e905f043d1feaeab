import ArgumentParser
import BoardModel
import Identity
import Launcher
import WindowStore
import Wording
import WindowSync

struct UnsentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsent",
    abstract: "Prints what was typed in this device's windows and is not sent.",
    discussion: """
      Reads the files of the windows and changes nothing: it needs no coordinator, and works for \
      windows that are open, were killed, or are too old for their board. Edits that no coordinator \
      has acknowledged stand in their order, with their whole text; behind them stands what is no \
      edit yet, or was refused. Where a coordinator's data was replaced, as when a backup is \
      restored, what was on a board before may be nowhere else: a copy of the board as a window had \
      it is named below the windows, `board export --copy FILE` prints it, and it stays until you \
      remove the file, something of the board is purged, or 20 newer ones are kept. --cluster limits \
      all this to one team.
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    StandardOutput.ignoreBrokenPipes()
    let folders = try Setting.folders()
    let wanted = try UnsentCommand.cluster(named: output.cluster.cluster, folders)
    var work: [UnsentWork]
    var lost: [LostBoard]
    do {
      work = try DeviceWindows.unsentWork(root: folders.windows)
      lost = try DeviceWindows.lostBoards(root: folders.windows)
    } catch {
      throw CommandFailure(.files, folders.unusable("\(error)"))
    }
    if let wanted {
      work.removeAll { $0.cluster != wanted }
      lost.removeAll { $0.cluster != wanted }
    }
    let reports = work.map { UnsentReport($0) }
    let copies = lost.map { LostBoardReport($0) }
    let parts = reports.map(\.text) + copies.map(\.text)
    try Reply(
      json: .object([
        "windows": .array(reports.map(\.json)), "copies": .array(copies.map(\.json)),
      ]),
      text: parts.isEmpty ? "nothing waits for a coordinator" : parts.joined(separator: "\n\n")
    ).print(asJSON: output.json)
  }
}

extension UnsentCommand {
  /// The cluster, by the name in its certificates, to which the windows are limited; nil for all.
  private static func cluster(
    named name: String?, _ folders: BoardFolders
  ) throws(CommandFailure) -> String? {
    guard name != nil else { return nil }
    // Where nobody has an identity, there are no windows: a name that no cluster has finds none.
    return try Setting.choice(in: folders).identityFolder.deviceName()?.cluster.description ?? ""
  }
}

/// The unsent work of one window, for people and for scripts.
struct UnsentReport {
  private let work: UnsentWork
  /// Nil where the device keeps none of it.
  private let board: Board?

  init(_ work: UnsentWork) {
    self.work = work
    board = work.board.flatMap { kept in
      try? Board(id: kept.board, sequence: kept.sequence, entities: kept.entities)
    }
  }

  private var id: BoardID { work.window.session.board }
  private var title: String { board?.title?.value ?? "" }

  var json: JSON {
    .object([
      "window": .string(work.window.session.session.description),
      "board": .string(id.description), "title": .string(title),
      "coordinator": .string(work.coordinator), "user": .string(work.user),
      "open": .bool(work.window.isOpen),
      "edits": .array(
        work.operations.map { operation in
          .object([
            "operation": .string(operation.id.description), "base": .number(operation.base),
            "queued": .bool(operation.queued), "what": .string(deed(operation.intent)),
            "text": .string(operation.intent.typedText ?? ""),
          ])
        }),
      "bodies": .array(
        work.bodies.map { body in
          .object([
            "card": .string(body.card.description), "file": .string(body.path),
            "text": .string(String(decoding: body.text, as: UTF8.self)),
          ])
        }),
      "torn": .array(
        work.window.cuts.map { cut in
          .object(["file": .string(cut.path), "bytes": .number(UInt64(cut.bytes))])
        }),
      "drafts": .array(
        work.drafts.map { draft in
          .object(["what": .string(what(draft)), "text": .string(draft.text)])
        }),
    ])
  }

  var text: String {
    let name = title.isEmpty ? "the board \(id)" : Wording.quote(title)
    let window = work.window.session.session.description.prefix(8)
    let state = work.window.isOpen ? "open" : "not open"
    var lines = [
      PlainText.line(
        "window \(window) on \(name), of \(work.user), coordinator: \(work.coordinator), \(state)")
    ]
    for operation in work.operations {
      let remark = operation.queued ? " (made without a connection)" : ""
      lines.append("  " + PlainText.line(deed(operation.intent) + remark))
      lines += indented(operation.intent.typedText ?? "")
    }
    for body in work.bodies {
      lines.append("  " + PlainText.line("a body in an editor: \(body.path)"))
    }
    for cut in work.window.cuts {
      lines.append(
        "  " + PlainText.line("an edit that was not kept whole: \(cut.bytes) bytes in \(cut.path)"))
    }
    for draft in work.drafts {
      lines.append("  " + PlainText.line(what(draft)))
      lines += indented(draft.text)
    }
    return lines.joined(separator: "\n")
  }

  private func indented(_ text: String) -> [String] {
    text.split(separator: "\n").map { "    " + PlainText.line(String($0)) }
  }

  /// What a draft was to become.
  private func what(_ draft: ViewState.Draft) -> String {
    let place = draft.card.map { card in
      board?.purge(of: card).map { "on a card that \($0.author.user) purged" }
        ?? "on \(Wording(board: board).card(card))"
    }
    return switch draft {
    case .edit(let intent, _): "not made yet: \(deed(intent))"
    case .refused(_, let intent): "refused: \(deed(intent))"
    case .title: "a title \(place ?? "")"
    case .comment: "a comment \(place ?? "")"
    case .item: "an item \(place ?? "")"
    case .newCard, .firstCard: "a new card"
    case .newColumn, .newColumnCards, .columnForm: "a new column"
    case .columnTitle: "a column's title"
    case .boardTitle: "the board's title"
    case .newBoard: "a new board's title"
    }
  }

  private func deed(_ intent: Intent) -> String { Wording(board: board).deed(intent) }
}
