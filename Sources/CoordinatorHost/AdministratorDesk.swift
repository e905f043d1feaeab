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
      let finish = server.onLoop { (_, result: Result<[StoredAudit], StoreError>) in
        switch result {
        case .success(let audit): answer(AdministratorReply.parts(of: audit))
        case .failure(let error): answer([.refused(reason: "\(error)")])
        }
      }
      server.store.audit(after: number) { finish($0) }
    case .invite, .devices, .revoke, .take, .confirm:
      guard let request = try? command.request() else {
        return answer([.refused(reason: "the request cannot be read")])
      }
      server.administer(request) { answer(AdministratorReply.parts(of: $0)) }
    }
  }
}
