import ArgumentParser
import CoordinatorHost
import Foundation
import OperationLog

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads a whole store and says whether everything in it can be read.",
    discussion: """
      A coordinator that has the store open goes on meanwhile; it makes a copy beside the store, \
      which is read and removed.
      """)

  @OptionGroup var folder: DataFolder

  @Flag(help: "Report as one JSON object.")
  var json = false

  private struct Report: Encodable {
    let sound: Bool
    let boards: Int
    let sessions: Int
    let faults: [String]
  }

  func run() throws {
    let report = try StoreMaintenance.check(folder.store)
    if json {
      try printJSON(
        Report(
          sound: report.isSound, boards: report.boards.count, sessions: report.sessions,
          faults: report.faults))
    } else {
      print(report.summary)
    }
    if !report.isSound { throw ExitCode.failure }
  }
}

struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies a store; the copy is checked and has a new incarnation.",
    discussion: """
      A coordinator that has the store open goes on meanwhile. The identity beside the store, with \
      the authority's key, is not in the copy: keep it too.
      """)

  @OptionGroup var folder: DataFolder

  @Option(help: "The folder to make; it becomes `store` below --data of another coordinator.")
  var to: String

  @Flag(help: "Say what was written as one JSON object.")
  var json = false

  private struct Copied: Encodable {
    let store: String
    let folder: String
  }

  func run() throws {
    let target =
      to.hasPrefix("/") ? to : FileManager.default.currentDirectoryPath + "/" + to
    try StoreMaintenance.backup(folder.store, to: target)
    if json {
      try printJSON(Copied(store: folder.store, folder: to))
    } else {
      print("wrote a copy of \(folder.store) to \(to)")
    }
  }
}
