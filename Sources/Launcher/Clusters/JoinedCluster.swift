import Files
public import Identity
public import Transport

/// A cluster that this device has joined: a folder with this device's identity in it and the
/// addresses of its coordinator.
public struct JoinedCluster: Hashable, Sendable {
  /// What the cluster is called on this device.
  public let name: String
  public let folder: String

  public init(name: String, folder: String) {
    self.name = name
    self.folder = folder
  }

  public static func == (left: Self, right: Self) -> Bool { left.folder == right.folder }
  public func hash(into hasher: inout Hasher) { hasher.combine(folder) }

  public var identity: IdentityFolder { IdentityFolder(folder + "/identity") }

  /// The addresses cannot be used.
  public struct UnusableAddresses: Error, CustomStringConvertible {
    public let description: String
  }

  var addressPath: String { folder + "/address" }
  /// The file with the address that was reached last.
  private var reachedPath: String { folder + "/reached" }

  /// A person may write more, but each is tried in turn while somebody waits.
  public static let mostAddresses = 8
  /// The most bytes of the file that are read.
  private static let longest = 4_096

  /// The addresses in the order in which they are written.
  /// - Throws: `UnusableAddresses`, which says what to do.
  public func writtenAddresses() throws -> [Endpoint] {
    let bytes: [UInt8]
    do {
      bytes = try OpenFile(addressPath, .read).read(Self.longest)
    } catch {
      throw unusable("\(error)")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let addresses: [Endpoint]
    do {
      addresses = try lines.map { try Endpoint(parsing: String($0)) }
    } catch {
      throw unusable("\(addressPath): \(error)")
    }
    guard !addresses.isEmpty else { throw unusable("\(addressPath) names no address") }
    return addresses
  }

  /// The addresses in the order in which they are tried: the one that was reached last stands first.
  /// - Throws: `UnusableAddresses`.
  public func addresses() throws -> [Endpoint] {
    let written = try writtenAddresses()
    guard let reached, written.contains(reached) else { return written }
    return [reached] + written.filter { $0 != reached }
  }

  private var reached: Endpoint? {
    guard let bytes = try? OpenFile(reachedPath, .read).read(Self.longest) else { return nil }
    return try? Endpoint(
      parsing: String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Replaces the addresses. Running windows without a link take them within seconds.
  public func write(_ addresses: [Endpoint]) throws {
    let text = addresses.map { "\($0)\n" }.joined()
    try Folder.replace(addressPath, with: Array(text.utf8), synced: true)
  }

  /// Notes the address that was reached. A failure means only that the next attempt begins with
  /// another one.
  func noteReached(_ address: Endpoint) {
    guard reached != address else { return }
    try? Folder.replace(reachedPath, with: Array("\(address)\n".utf8), synced: false)
  }

  private func unusable(_ reason: String) -> UnusableAddresses {
    UnusableAddresses(
      description: "\(reason): `board clusters address \(name) HOST:PORT` writes where the "
        + "coordinator of \(name) is")
  }
}
