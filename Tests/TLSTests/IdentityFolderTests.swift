import Foundation
import Identity
import Synchronization
import OwnThread
import TLS
import Testing

@Suite("The folder of an identity", .ownThread, .timeLimit(.minutes(1)))
struct IdentityFolderTests {
  let temporary: TemporaryFolder
  let folder: IdentityFolder

  init() throws {
    self.temporary = try TemporaryFolder()
    self.folder = IdentityFolder("\(self.temporary.path)/data/board/identity")
  }

  private func open(_ folder: IdentityFolder? = nil) throws -> Identity {
    try (folder ?? self.folder).open(user: part("ada"), device: part("laptop"))
  }

  private func mode(_ name: String = "") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: name.isEmpty ? self.folder.path : "\(self.folder.path)/\(name)")
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func setMode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode],
      ofItemAtPath: name.isEmpty ? self.folder.path : "\(self.folder.path)/\(name)")
  }

  private func replace(_ name: String, with bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(self.folder.path)/\(name)"))
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(self.folder.path)/\(name)")
  }

  private func expect(
    _ kind: IdentityError.Kind, naming name: String, _ advice: String,
    _ folder: IdentityFolder? = nil
  ) throws {
    let error = try #require(throws: IdentityError.self) { try self.open(folder) }
    #expect(error.kind == kind)
    #expect(error.description.contains("\((folder ?? self.folder).path)/\(name)"), "\(error)")
    #expect(error.description.contains(advice), "\(error)")
  }

  // MARK: First start

  @Test("A first start makes everything, for the owner's eyes only")
  func firstStart() throws {
    let identity = try self.open()
    #expect(identity.cluster.description.count == 16)
    #expect(
      identity.name.description == "board://\(identity.cluster)/u/ada/d/laptop")
    #expect(identity.coordinator != nil)
    #expect(identity.authority != nil)
    #expect(try self.mode() == 0o700)
    for key in ["authority.key", "coordinator.key", "user.key"] {
      #expect(try self.mode(key) == 0o600)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: self.folder.path)
    #expect(
      names.sorted() == [
        "authority.key", "authority.pem", "coordinator.key", "coordinator.pem", "lock",
        "user.key", "user.pem",
      ])
  }

  @Test("A second start finds what the first made, whatever name it brings")
  func secondStart() throws {
    let first = try self.open()
    let second = try self.folder.open(user: part("eve"), device: part("other"))
    #expect(second.name == first.name)
    #expect(second.credentials.certificateChain == first.credentials.certificateChain)
    #expect(second.credentials.privateKey == first.credentials.privateKey)
    #expect(try self.folder.load().name == first.name)
  }

  @Test("Of many first starts at once one makes the identity and all have it", arguments: 0..<5)
  func race(round: Int) async throws {
    let folder = self.folder
    let made = Mutex<[Result<[UInt8], any Error>]>([])
    let starters = 8
    // Threads of their own, let go together: tasks would start one after the other.
    let gate = NSCondition()
    let waiting = Mutex(0)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      for index in 0..<starters {
        Thread.detachNewThread {
          gate.lock()
          if waiting.withLock({ waiting in
            waiting += 1
            return waiting == starters
          }) {
            gate.broadcast()
          }
          while waiting.withLock({ $0 < starters }) { gate.wait() }
          gate.unlock()
          let result = Result {
            try folder.open(user: part("user\(index)"), device: part("d"))
              .credentials.certificateChain
          }
          let isLast = made.withLock { made in
            made.append(result)
            return made.count == starters
          }
          if isLast { done.resume() }
        }
      }
    }
    let chains = try made.withLock { try $0.map { try $0.get() } }
    #expect(chains.count == starters)
    #expect(Set(chains).count == 1)
  }

  @Test("What an interrupted first start left is made anew")
  func interrupted() throws {
    let first = try self.open()
    try self.replace("first-start", with: [])
    try self.remove("user.pem")
    let second = try self.open()
    #expect(second.cluster != first.cluster)
    #expect(!FileManager.default.fileExists(atPath: "\(self.folder.path)/first-start"))
    _ = try second.coordinatorContext()
  }

  @Test("Window and coordinator of one folder accept each other; those of two do not")
  func contexts() throws {
    let identity = try self.open()
    let pair = try SessionPair(
      client: identity.windowContext(), server: identity.coordinatorContext())
    pair.exchange()
    #expect(pair.serverState.peer?.uris == [identity.name.description])
    #expect(pair.serverState.peer?.alpn == "board/1")
    let other = try self.open(IdentityFolder("\(self.temporary.path)/other"))
    let strangers = try SessionPair(
      client: other.windowContext(), server: identity.coordinatorContext())
    strangers.exchange()
    #expect(strangers.clientFailure?.kind == .unknownAuthority)
  }

  // MARK: Minting

  @Test("An authority mints users into folders that serve windows, and nothing else")
  func minted() throws {
    let identity = try self.open()
    let authority = try #require(identity.authority)
    for user in ["bob", "eve", "mallory"] {
      let folder = IdentityFolder("\(self.temporary.path)/\(user)")
      try folder.write(authority.mint(user: part(user), device: part("phone")))
      let loaded = try folder.load()
      #expect(loaded.user.description == user)
      #expect(loaded.cluster == identity.cluster)
      #expect(loaded.authority == nil)
      let error = try #require(throws: IdentityError.self) { try loaded.coordinatorContext() }
      #expect(error.kind == .windowOnly)
      let pair = try SessionPair(
        client: loaded.windowContext(), server: identity.coordinatorContext())
      pair.exchange()
      #expect(
        pair.serverState.peer?.uris == ["board://\(identity.cluster)/u/\(user)/d/phone"])
    }
  }

  @Test("Minting never overwrites an identity")
  func occupied() throws {
    let identity = try self.open()
    let other = try #require(identity.authority).mint(user: part("bob"), device: part("d"))
    let error = try #require(throws: IdentityError.self) { try self.folder.write(other) }
    #expect(error.kind == .occupied)
    #expect(try self.folder.load().name == identity.name)
  }

  // MARK: Errors

  @Test("A folder without an identity cannot be loaded")
  func nothingThere() throws {
    let error = try #require(throws: IdentityError.self) { try self.folder.load() }
    #expect(error.kind == .missing)
    #expect(error.description.contains("\(self.folder.path)/authority.pem is missing"))
  }

  @Test("A lost authority is not replaced by a new one")
  func lostAuthority() throws {
    _ = try self.open()
    try self.remove("authority.pem")
    try self.expect(.occupied, naming: "authority.key", "restore it from a backup")
  }

  @Test(
    "Half of a pair is missed by name",
    arguments: ["user.key", "user.pem", "coordinator.key", "coordinator.pem"])
  func halfPair(name: String) throws {
    _ = try self.open()
    try self.remove(name)
    try self.expect(.missing, naming: name, "boardd invite USER")
  }

  @Test(
    "A private key that others may read is refused",
    arguments: ["user.key", "coordinator.key", "authority.key"], [0o640, 0o604, 0o660])
  func keyPermissions(name: String, mode: Int) throws {
    _ = try self.open()
    try self.setMode(name, mode)
    try self.expect(.permissions, naming: name, "run chmod 600")
    try self.expect(
      .permissions, naming: name,
      name == "user.key" ? "(boardd revoke, then boardd invite)" : "(boardd authority replace)")
    try self.setMode(name, 0o600)
    _ = try self.open()
  }

  @Test("A folder that others may write to is refused")
  func folderPermissions() throws {
    _ = try self.open()
    try self.setMode("", 0o770)
    let error = try #require(throws: IdentityError.self) { try self.open() }
    #expect(error.kind == .permissions)
    #expect(error.description.contains("run chmod 700"))
  }

  @Test("A key of another certificate is refused", arguments: ["user.key", "authority.key"])
  func keyMismatch(name: String) throws {
    _ = try self.open()
    let other = try Authority.create(cluster: part("c")).mintCoordinator()
    try self.replace(name, with: other.privateKey)
    try self.setMode(name, 0o600)
    try self.expect(.keyMismatch, naming: name, "restore the two files together")
  }

  @Test("A certificate of another authority is refused")
  func foreignCertificate() throws {
    let identity = try self.open()
    let other = try Authority.create(cluster: identity.cluster)
      .mint(user: part("ada"), device: part("laptop"))
    try self.replace("user.key", with: other.credentials.privateKey)
    try self.setMode("user.key", 0o600)
    try self.replace("user.pem", with: other.credentials.certificateChain)
    try self.expect(.foreignCertificate, naming: "user.pem", "boardd invite ada")
  }

  @Test("An expired certificate is refused")
  func expired() throws {
    let identity = try self.open()
    let old = try #require(identity.authority)
      .mint(user: part("ada"), device: part("laptop"), validity: TestAuthority.expired)
    try self.replace("user.key", with: old.credentials.privateKey)
    try self.setMode("user.key", 0o600)
    try self.replace("user.pem", with: old.credentials.certificateChain)
    // Where the authority's key is, it would be made anew.
    try self.remove("authority.key")
    try self.expect(.expired, naming: "user.pem", "set this machine's clock if it is wrong")
  }

  @Test("A coordinator's certificate cannot stand for a user's")
  func wrongKindOfName() throws {
    let identity = try self.open()
    let coordinator = try #require(identity.coordinator)
    try self.replace("user.key", with: coordinator.privateKey)
    try self.setMode("user.key", 0o600)
    try self.replace("user.pem", with: coordinator.certificateChain)
    try self.expect(.malformedFile, naming: "user.pem", "which is no device of team")
  }

  @Test(
    "A file that is something else is refused by name",
    arguments: ["user.pem", "user.key", "authority.pem", "coordinator.pem"])
  func garbage(name: String) throws {
    _ = try self.open()
    try self.replace(name, with: Array("not PEM\n".utf8))
    try self.setMode(name, 0o600)
    try self.expect(.malformedFile, naming: name, "cannot be used")
    try self.replace(name, with: [UInt8](repeating: 0x41, count: 300 * 1024))
    try self.setMode(name, 0o600)
    try self.expect(.malformedFile, naming: name, "too large")
    try self.replace(name, with: [])
    try self.setMode(name, 0o600)
    try self.expect(.malformedFile, naming: name, "cannot be used")
  }

  @Test("Where no folder can be made, the system's reason is told")
  func unwritable() throws {
    let file = try self.temporary.file("file", [1])
    let error = try #require(throws: IdentityError.self) {
      try self.open(IdentityFolder("\(file)/identity"))
    }
    #expect(error.kind == .system)
    #expect(error.description.contains("\(file)/identity: Not a directory"), "\(error)")
  }

  // MARK: openssl

  @Test("openssl verify accepts what a first start made, each for its purpose and no other")
  func verified() async throws {
    _ = try self.open()
    func verify(_ name: String, _ purpose: String) async throws -> (status: Int32, text: String) {
      try await OpenSSLTool([
        "verify", "-x509_strict", "-purpose", purpose,
        "-CAfile", "\(self.folder.path)/authority.pem", "\(self.folder.path)/\(name)",
      ]).finish()
    }
    for (name, purpose) in [("coordinator.pem", "sslserver"), ("user.pem", "sslclient")] {
      let (status, text) = try await verify(name, purpose)
      #expect(status == 0, "\(text)")
      #expect(text.hasSuffix(": OK\n"), "\(text)")
    }
    for (name, purpose) in [("coordinator.pem", "sslclient"), ("user.pem", "sslserver")] {
      let (status, text) = try await verify(name, purpose)
      #expect(status != 0, "\(text)")
    }
  }

  @Test("Serial numbers are random, positive and never the same")
  func serialNumbers() async throws {
    let authority = try Authority.create(cluster: part("c"))
    var serials: Set<String> = []
    for index in 0..<5 {
      let file = try self.temporary.file(
        "\(index).pem", authority.mintCoordinator().certificateChain)
      let (status, text) = try await OpenSSLTool(["x509", "-noout", "-serial", "-in", file])
        .finish()
      #expect(status == 0)
      #expect(text.count == "serial=\n".count + 32, "\(text)")
      serials.insert(text)
    }
    #expect(serials.count == 5)
  }
}
