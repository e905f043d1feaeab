import Files
import Foundation
import Identity
import JoinDoor
import OwnThread
import Testing
import Transport
import Wire

@testable import Launcher

@Suite("The files of a device that joins", .ownThread, .timeLimit(.minutes(1)))
final class JoiningDeviceTests {
  private let folders = BoardFolders(
    root: FileManager.default.temporaryDirectory.path + "/board-joining-\(UUID())")
  private let authority: Authority
  private let address = Endpoint(host: "127.0.0.1", port: 4_000)
  private var clusters: Clusters { Clusters(folders) }

  init() throws { authority = try Authority.create(cluster: NamePart("team")) }

  deinit { try? FileManager.default.removeItem(atPath: folders.root) }

  private func line() throws -> InvitationLine {
    try InvitationLine(
      addresses: [InvitationLine.Address(host: address.host, port: address.port)],
      cluster: authority.cluster, pin: authority.pin, token: InvitationLine.freshToken(),
      secret: InvitationLine.freshSecret())
  }

  private func answer(
    _ request: [UInt8], user: String = "ann", device: String = "laptop"
  ) throws -> CertificateMessage {
    let signed = try authority.sign(
      request, user: UserName(user), device: NamePart(device),
      notBefore: SystemClock.seconds - 3_600)
    return CertificateMessage(certificate: signed.certificate, authority: signed.authority)
  }

  private func request(_ start: JoiningDevice.Start) throws -> [UInt8] {
    guard case .ask(let request) = start else { throw NoRequest() }
    return request
  }

  private struct NoRequest: Error {}

  private let laptop = try? NamePart("laptop")

  private func join(
    _ line: InvitationLine, as name: String? = nil, user: String = "ann", replaces: Bool = false
  ) throws -> IdentityName {
    let device = try #require(laptop)
    let joining = try JoiningDevice(line, as: name, folders)
    let request = try request(joining.start(replaces: replaces))
    try joining.install(answer(request, user: user), from: address)
    return try joining.adopt(device: device)
  }

  @Test("It becomes a cluster of that name, the one in use, with its addresses")
  func joined() throws {
    let joined = try join(line())
    #expect(joined.user.description == "ann")
    #expect(clusters.used == "team")
    #expect(try clusters.find("team").addresses() == [address])
    #expect(try clusters.find("team").identity.load().device.description == "laptop")
    #expect(try Folder.names(in: folders.clusters) == ["team"])
  }

  @Test(
    "Until the certificate is there nothing is joined, and the same invitation has the same key")
  func interrupted() throws {
    let line = try line()
    let first = try JoiningDevice(line, as: nil, folders).start(replaces: false)
    #expect(clusters.joined.isEmpty && clusters.used == "own")
    let joining = try JoiningDevice(line, as: nil, folders)
    // A signature is another each time, so what is compared is what the key is certified as.
    let answer = try answer(request(first))
    _ = try request(joining.start(replaces: false))
    try joining.install(answer, from: address)
    // Killed here, the next run has only to adopt; it may give another name.
    let again = try JoiningDevice(line, as: "work", folders)
    guard case .adopt = try again.start(replaces: false) else { throw NoRequest() }
    #expect(clusters.joined.isEmpty)
    _ = try again.adopt(device: #require(laptop))
    #expect(clusters.used == "work")
    // Killed behind that, the next run finds that all is done.
    try clusters.use("own")
    guard case .done(let device) = try again.start(replaces: false) else { throw NoRequest() }
    #expect(device.device == laptop)
    try again.useAgain()
    #expect(clusters.used == "work")
  }

  @Test("An identity that works is not lost by accident")
  func kept() throws {
    _ = try join(line())
    #expect(throws: JoiningDevice.Refusal.joined(as: "team", user: "ann", device: "laptop")) {
      try self.join(self.line())
    }
    _ = try join(line(), as: "again")
    #expect(clusters.joined.map(\.name) == ["again", "team"])
    _ = try join(line(), replaces: true)
    #expect(throws: JoiningDevice.Refusal.otherUser(name: "team", there: "ann", given: "ben")) {
      try self.join(self.line(), user: "ben", replaces: true)
    }
    #expect(clusters["team"]?.identity.deviceName()?.user.description == "ann")
  }

  @Test("One that has ended, however long ago, gives way by itself")
  func ended() throws {
    let there = JoinedCluster(name: "team", folder: folders.clusters + "/team")
    try Folder.make(there.folder)
    let end = SystemClock.seconds - 60 * 86_400
    try there.identity.write(
      authority.mint(
        user: UserName("ann"), device: NamePart("laptop"),
        validity: Validity(from: end - 86_400, to: end)))
    #expect(throws: IdentityError.self) { try self.clusters.find("team").identity.load() }
    _ = try join(line())
    #expect(try clusters.find("team").identity.load().user.description == "ann")
    #expect(try Folder.names(in: folders.clusters) == ["team"])
  }

  @Test("A certificate for another device or key, or of another cluster of that name, is refused")
  func wrong() throws {
    let joining = try JoiningDevice(line(), as: nil, folders)
    let request = try request(joining.start(replaces: false))
    let key = try answer(IdentityFolder(folders.root + "/other").prepareKey())
    #expect(throws: IdentityError.self) { try joining.install(key, from: self.address) }
    try joining.install(answer(request, device: "desk"), from: address)
    #expect(throws: JoiningDevice.Refusal.otherDevice(asked: "laptop", given: "desk")) {
      try joining.adopt(device: #require(self.laptop))
    }
    _ = try joining.adopt(device: NamePart("desk"))
    let other = try Authority.create(cluster: NamePart("else"))
    let line = try InvitationLine(
      addresses: line().addresses, cluster: other.cluster, pin: other.pin,
      token: InvitationLine.freshToken(), secret: InvitationLine.freshSecret())
    #expect(throws: JoiningDevice.Refusal.otherCluster(name: "team", cluster: "team")) {
      try JoiningDevice(line, as: "team", self.folders).start(replaces: true)
    }
  }
}
