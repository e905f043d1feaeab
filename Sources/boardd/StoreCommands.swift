import ArgumentParser
import Foundation
import OperationLog

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads a whole store and says whether everything in it can be read.")

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
    let report = try StoreRequest.wait(in: folder) { store, done in store.check(completion: done) }
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
    abstract: "Copies a store while no coordinator uses it; the copy has a new incarnation.")

  @OptionGroup var folder: DataFolder

  @Option(help: "The folder to make; it becomes `store` below --data of another coordinator.")
  var to: String

  func run() throws {
    try StoreRequest.wait(in: folder) { [to] store, done in
      store.backup(to: to, completion: done)
    }
    print("wrote a copy of \(folder.store) to \(to)")
  }
}

/// One request to a store that nobody else has open.
enum StoreRequest {
  static func wait<Value: Sendable>(
    in folder: DataFolder,
    _ request: (Store, @escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
  ) throws -> Value {
    let store = try Store.open(folder: folder.store)
    defer { try? store.close() }
    let box = Box<Value>()
    request(store) { box.put($0) }
    return try box.take().get()
  }

  private final class Box<Value: Sendable>: Sendable {
    private let condition = NSCondition()
    private nonisolated(unsafe) var result: Result<Value, StoreError>?

    func put(_ new: Result<Value, StoreError>) {
      condition.lock()
      result = new
      condition.signal()
      condition.unlock()
    }

    func take() -> Result<Value, StoreError> {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let result { return result }
        condition.wait()
      }
    }
  }
}
