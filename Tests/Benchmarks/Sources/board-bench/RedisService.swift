import Foundation
import LoadParts

/// Debian's redis-server, which writes each command to its disk before it answers, as a coordinator
/// does.
final class RedisService: Service {
  let name = "redis"
  let process: ServedProcess?
  private let port: UInt16
  private let credentials: Credentials
  private let folder = try? OwnFolder()
  private var places: UInt64 = 0

  /// - Parameter identity: the folder with the certificates of the coordinator beside it.
  init(program: String, identity: String) throws {
    guard let folder else { throw Link.Failure(description: "no folder for Redis") }
    port = try RedisService.freePort()
    credentials = try Credentials(folder: identity, application: nil)
    process = try ServedProcess(
      program,
      [
        "--port", "0", "--tls-port", String(port), "--bind", "127.0.0.1",
        "--tls-cert-file", identity + "/coordinator.pem",
        "--tls-key-file", identity + "/coordinator.key",
        "--tls-ca-cert-file", identity + "/authority.pem", "--tls-auth-clients", "yes",
        "--appendonly", "yes", "--appendfsync", "always", "--save", "", "--dir", folder.path,
        "--maxclients", "20000",
        "--client-output-buffer-limit", "pubsub 0 0 0",
      ]
    ) { $0.contains("Ready to accept connections") }
  }

  func stop() { process?.stop() }

  private static func freePort() throws -> UInt16 {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(file, address, length) == 0 ? getsockname(file, address, &length) : -1
      }
    }
    guard result == 0 else { throw Link.Failure(description: "no free port: error \(errno)") }
    return UInt16(bigEndian: address.sin_port)
  }

  private func connect(_ purpose: RedisClient.Purpose, _ loop: Loop) throws -> RedisClient {
    RedisClient(try Link(loop, credentials, port: port), purpose)
  }

  /// Makes a hash with a field for each card.
  func makePlace(cards: Int, _ loop: Loop) throws -> Place {
    places += 1
    let place = Place(number: places, cards: cards)
    let maker = try connect(.fetch(hash: "none"), loop)
    try loop.run("connecting to Redis") { maker.isReady }
    for index in 0..<cards {
      let value = EditWords.words(index) + String(repeating: "w", count: 300)
      maker.send(["HSET", "hash\(places)", "card\(index)", value])
    }
    try loop.run("making \(cards) fields", within: 600) { maker.completed == cards }
    maker.drop()
    return place
  }

  func writer(_ index: Int, of place: Place, follows: Bool, _ loop: Loop) throws -> any Client {
    let channel = follows ? "channel\(place.number)" : nil
    return try connect(.write(stream: "stream\(place.number)", channel: channel), loop)
  }

  func reader(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client {
    try connect(.subscribe(channel: "channel\(place.number)"), loop)
  }

  func joiner(_ index: Int, of place: Place, _ loop: Loop) throws -> any Client {
    try connect(.fetch(hash: "hash\(place.number)"), loop)
  }
}
