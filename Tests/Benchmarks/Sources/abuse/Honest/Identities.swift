import Foundation
import Identity
import LoadParts

/// Signs certificates of people and devices with the key of the coordinator's authority.
final class Identities {
  struct Device {
    let user: String
    /// The folder with its key and its certificate.
    let path: String
    let credentials: Credentials
    /// The address that it always comes from.
    let address: Loopback
  }

  private let authority: Authority
  private let folder: OwnFolder
  private var made: UInt32 = 0

  /// - Parameter path: the identity folder of the coordinator.
  init(coordinator path: String) throws {
    guard let authority = try IdentityFolder(path).load().authority else {
      throw Link.Failure(description: "\(path) holds no key of an authority")
    }
    self.authority = authority
    folder = try OwnFolder()
  }

  /// Makes a device, at an address of its own.
  func device(_ name: String, of user: String) throws -> Device {
    made += 1
    let path = "\(folder.path)/\(user)-\(name)"
    let identity = try authority.mint(user: try UserName(typed: user), device: try NamePart(name))
    try IdentityFolder(path).write(identity)
    return Device(
      user: user, path: path,
      credentials: try Credentials(folder: path, application: Identity.boardProtocol),
      address: Loopback(1 << 16 | made))
  }
}
