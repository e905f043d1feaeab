import BoardModel
import Coordination
import Glibc
import OperationLog

/// What an administrator asks on the host, of a coordinator that runs or of its store alone.
public enum Administration {
  /// Asks, and waits for the answer: what it changes is durable then.
  ///
  /// - Parameters:
  ///   - folder: that of the store.
  ///   - cluster: whose boards the store holds.
  /// - Returns: the parts of the answer, at least one.
  /// - Throws: `StoreError`, `CoordinatorSilent`, `CoordinatorRefusal`, `FileError`; `Refused` where the
  ///   coordinator says no.
  public static func ask(
    _ command: AdministratorCommand, of folder: String, cluster: String?
  ) throws -> [AdministratorReply] {
    let parts: [AdministratorReply]
    switch try StoreMaintenance.access(folder, cluster: cluster) {
    case .shared(let coordinator): parts = try coordinator.administer(command)
    case .alone(let store):
      defer { try? store.close() }
      parts = try ask(command, of: store, cluster: cluster ?? "")
    }
    if case .refused(let reason)? = parts.last { throw Refused(description: reason) }
    return parts
  }

  /// The coordinator does not do what it was asked.
  public struct Refused: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  /// Asks of a store that this process has open.
  static func ask(
    _ command: AdministratorCommand, of store: Store, cluster: String
  ) throws -> [AdministratorReply] {
    switch command {
    case .addresses: return [.addresses([], cluster: cluster)]
    case .audit(let number):
      return AdministratorReply.parts(
        of: try StoreMaintenance.wait { store.audit(after: number, completion: $0) })
    case .invite, .devices, .revoke, .take, .confirm, .users, .boards, .windows, .edit, .drop: break
    }
    guard let request = try command.request() else { return [] }
    switch try decide(request, of: store, cluster) {
    case .boards(let boards):
      let configuration = Self.configuration(cluster)
      return AdministratorReply.parts(of: boards.map { BoardLine($0, of: store, configuration) })
    case let answer: return AdministratorReply.parts(of: answer)
    }
  }

  private static func configuration(_ cluster: String) -> CoordinatorConfiguration {
    CoordinatorConfiguration(cluster: cluster, agent: Program.agent)
  }

  /// Has a coordinator decide that serves nobody, and writes what it wants written.
  private static func decide(
    _ request: AdministratorRequest, of store: Store, _ cluster: String
  ) throws -> AdministratorAnswer {
    let configuration = Self.configuration(cluster)
    var coordinator = Coordinator(configuration: configuration)
    var events: [CoordinatorEvent] = [
      .opened(try store.contents()), .administer(AdministratorToken(1), request),
    ]
    var answer = AdministratorAnswer.refused("the store's coordinator did not answer")
    while !events.isEmpty {
      let now = Moment(monotonic: 0, wall: UInt64(clamping: time(nil)) * 1_000)
      let effects = coordinator.handle(events, now: now)
      events = []
      for effect in effects {
        switch effect {
        case .append(let group):
          try StoreMaintenance.wait { store.append(group, completion: $0) }
          events.append(.appended)
        case .administered(_, let given): answer = given
        case .load(let board):
          events.append(StoredBoard(board, configuration, from: store).event(of: board))
        case .send, .finish, .drop, .refused, .pauseReading, .resumeReading, .continueTurn, .read,
          .readCard, .encode, .saveSnapshot, .certify, .wake, .stopped:
          break
        }
      }
    }
    return answer
  }
}
