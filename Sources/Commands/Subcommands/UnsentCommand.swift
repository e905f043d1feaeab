import ArgumentParser
import BoardModel
import Launcher
import WindowStore
import Wording
import WindowSync

struct UnsentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsent",
    abstract: "Prints the edits of this device's windows that no coordinator has acknowledged.",
    discussion: """
      Reads the files of the windows and changes nothing: it needs no coordinator, and works for \
      windows that are open, were killed, or are too old for their board. What a window sends is \
      printed until it is acknowledged. Edits stand in their order, with their whole text.
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    StandardOutput.ignoreBrokenPipes()
    let folders: BoardFolders
    do {
      folders = try BoardFolders()
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
    let work: [UnsentWork]
    do {
      work = try DeviceWindows.unsentWork(root: folders.windows)
    } catch {
      throw CommandFailure(.files, folders.unusable("\(error)"))
    }
    let reports = work.map { UnsentReport($0) }
    try Reply(
      json: .object(["windows": .array(reports.map(\.json))]),
      text: reports.isEmpty
        ? "nothing waits for a coordinator" : reports.map(\.text).joined(separator: "\n\n")
    ).print(asJSON: output.json)
  }
}

/// The unsent work of one window, for people and for scripts.
struct UnsentReport {
  private let work: UnsentWork
  private let board: Board

  init(_ work: UnsentWork) {
    self.work = work
    let id = work.window.session.board
    board =
      work.board.flatMap { kept in
        try? Board(id: kept.board, sequence: kept.sequence, entities: kept.entities)
      } ?? Board(id: id)
  }

  private var title: String { board.title?.value ?? "" }

  var json: JSON {
    .object([
      "window": .string(work.window.session.session.description),
      "board": .string(board.id.description), "title": .string(title),
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
    ])
  }

  var text: String {
    let name = title.isEmpty ? board.id.description : Wording.quote(title)
    let window = work.window.session.session.description.prefix(8)
    let state = work.window.isOpen ? "open" : "not open"
    var lines = [
      PlainText.line(
        "window \(window) on \(name), of \(work.user), coordinator: \(work.coordinator), \(state)")
    ]
    for operation in work.operations {
      let remark = operation.queued ? " (made without a connection)" : ""
      lines.append("  " + PlainText.line(deed(operation.intent) + remark))
      let typed = operation.intent.typedText ?? ""
      lines += typed.split(separator: "\n").map { "    " + PlainText.line(String($0)) }
    }
    for body in work.bodies {
      lines.append("  " + PlainText.line("a body in an editor: \(body.path)"))
    }
    return lines.joined(separator: "\n")
  }

  private func deed(_ intent: Intent) -> String { Wording(board: board).deed(intent) }
}
