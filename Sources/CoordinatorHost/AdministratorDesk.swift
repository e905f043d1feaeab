import Coordination
import NIOCore
import OperationLog
import Transport

/// Passes on what an administrator asks: to the coordinator, its store, or the doors. Confined to the
/// event loop.
final class AdministratorDesk {
  private let server: CoordinatorServer
  private let cluster: String
  private let addresses: () -> [Endpoint]

  /// - Parameter addresses: those that people are told to dial.
  init(server: CoordinatorServer, cluster: String, addresses: @escaping () -> [Endpoint]) {
    self.server = server
    self.cluster = cluster
    self.addresses = addresses
  }

  /// - Parameter answer: called on the event loop, with all parts of the answer.
  func take(_ command: AdministratorCommand, answer: @escaping ([AdministratorReply]) -> Void) {
    switch command {
    case .addresses:
      answer([.addresses(addresses().map { "\($0)" }, cluster: cluster)])
    case .audit(let number):
      let finish = server.onLoop { (_, result: Result<AuditPart, StoreError>) in
        switch result {
        case .success(let audit): answer(AdministratorReply.parts(of: audit))
        case .failure(let error): answer([.refused(reason: "\(error)")])
        }
      }
      server.store.audit(after: number) { finish($0) }
    case .invite, .devices, .revoke, .take, .confirm, .users, .boards, .windows, .edit, .drop:
      let request: AdministratorRequest
      do throws(AdministratorCommand.Unreadable) {
        guard let known = try command.request() else {
          return answer([.refused(reason: "unknown")])
        }
        request = known
      } catch {
        return answer([.refused(reason: "\(error)")])
      }
      server.administer(request) { [server] given in
        guard case .boards(let boards) = given else {
          return answer(AdministratorReply.parts(of: given))
        }
        let finish = server.onLoop { (_, lines: [BoardLine]) in
          answer(AdministratorReply.parts(of: lines))
        }
        server.count(boards) { finish($0) }
      }
    }
  }
}
