import Foundation
import OwnThread
import Statements
import TLS
import Testing

@testable import Identity

@Suite("When certificates are renewed", .ownThread, .timeLimit(.minutes(1)))
struct RenewalTests {
  private let temporary: TemporaryFolder
  private let folder: IdentityFolder
  private static let hour = 3_600
  private static let day = 86_400
  private static let now = SystemClock.seconds

  init() throws {
    temporary = try TemporaryFolder()
    folder = IdentityFolder("\(temporary.path)/identity")
  }

  @discardableResult
  private func open(at now: Int = now, renewingAuthority: Bool = false) throws -> Identity {
    try folder.open(
      user: part("ada"), device: part("laptop"), renewingAuthority: renewingAuthority, now: now)
  }

  private func validity(_ pair: IdentityFolder.Pair) throws -> Validity {
    let pem = try Data(contentsOf: URL(filePath: "\(folder.path)/\(pair.certificate)"))
    return try Certificate(pem: Array(pem), what: pair.certificate).validity(pair.certificate)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
  }

  @Test("A certificate begins an hour early and lasts as long as its kind does")
  func lives() throws {
    try open()
    for (pair, days) in [
      (IdentityFolder.Pair.authority, 3_653), (.coordinator, 90), (.user, 7),
    ] {
      #expect(
        try validity(pair)
          == Validity(from: Self.now - Self.hour, to: Self.now + days * Self.day))
    }
  }

  @Test(
    "A certificate is due after two thirds of the time from its making", .holds("REN-002"),
    arguments: [
      (0, false), (4 * day, false), (7 * day / 3 * 2 - 1, false), (7 * day / 3 * 2, true),
      (7 * day, true), (400 * day, true),
    ])
  func due(after seconds: Int, isDue: Bool) throws {
    #expect(Validity.device(now: Self.now).isRenewalDue(at: Self.now + seconds) == isDue)
    try open()
    #expect(folder.isRenewalDue(now: Self.now + seconds) == isDue)
  }

  @Test("Nothing is due where there is no certificate, nor where it cannot be read")
  func nothingDue() throws {
    #expect(!folder.isRenewalDue(now: Self.now))
    try open()
    try Data("not PEM".utf8).write(to: URL(filePath: folder.path + "/user.pem"))
    #expect(!folder.isRenewalDue(now: Self.now + 6 * Self.day))
  }

  /// Days after the first start at which it is opened again, and what is then made anew.
  private static let openings: [(day: Int, renewed: Set<IdentityFolder.Pair>, authorityToo: Bool)] =
    [
      (1, [], false),
      (5, [.user], false),
      (59, [.user], false),
      (61, [.user, .coordinator], false),
      (2_434, [.user, .coordinator], false),
      (2_436, [.user, .coordinator], true),
      (3_652, [.user, .coordinator], true),
      (3_654, [.user, .coordinator, .authority], true),
    ]

  @Test(
    "What is due is renewed when the folder is opened, with the same keys; the authority only where it is asked for, or out of its time",
    arguments: openings, [false, true])
  func opened(
    row: (day: Int, renewed: Set<IdentityFolder.Pair>, authorityToo: Bool), renewingAuthority: Bool
  ) throws {
    let made = try open()
    let before = try Dictionary(
      uniqueKeysWithValues: IdentityFolder.Pair.allCases.map { ($0, try validity($0)) })
    let then = Self.now + row.day * Self.day
    let found = try open(at: then, renewingAuthority: renewingAuthority)
    var expected = row.renewed
    if renewingAuthority, row.authorityToo { expected.insert(.authority) }
    for pair in IdentityFolder.Pair.allCases {
      #expect(
        (try validity(pair) != before[pair]) == expected.contains(pair), "\(pair) at \(row.day)")
      #expect(try validity(pair).to <= validity(.authority).to)
    }
    #expect(found.name == made.name)
    #expect(found.credentials.privateKey == made.credentials.privateKey)
    #expect(found.coordinator?.privateKey == made.coordinator?.privateKey)
    #expect(found.authority?.pin == made.authority?.pin)
  }

  @Test("The authority is renewed on demand while it is valid, and who has joined goes on")
  func authority() throws {
    let made = try open()
    let then = Self.now + Self.hour
    #expect(try folder.renewAuthority(now: then) == .authority(now: then))
    #expect(try validity(.authority) == .authority(now: then))
    let renewed = try folder.load()
    #expect(renewed.authority?.pin == made.authority?.pin)
    for (client, server) in [(made, renewed), (renewed, made)] {
      let pair = try SessionPair(
        client: client.windowContext(), server: server.coordinatorContext())
      pair.exchange()
      #expect(pair.serverState.peer?.uris == [made.name.description])
    }
    let error = #expect(throws: IdentityError.self) {
      try folder.renewAuthority(now: Self.now + 9_000 * Self.day)
    }
    #expect(error?.kind == .expired)
    #expect(try validity(.authority) == .authority(now: then))
  }

  @Test("Only where its key is can the authority be renewed")
  func noAuthority() throws {
    try open()
    try remove("authority.key")
    let before = try validity(.authority)
    let error = #expect(throws: IdentityError.self) { try folder.renewAuthority(now: Self.now) }
    #expect(error?.kind == .windowOnly)
    #expect(try validity(.authority) == before)
  }

  @Test(
    "A running coordinator gets new credentials when it is time, and when another process has renewed"
  )
  func coordinator() throws {
    let made = try #require(try open().coordinator)
    #expect(try folder.renewCoordinator(now: Self.now + Self.day) == nil)
    #expect(try folder.renewCoordinator(unlike: made, now: Self.now + Self.day) == nil)
    let renewed = try #require(try folder.renewCoordinator(now: Self.now + 61 * Self.day))
    #expect(renewed.privateKey == made.privateKey)
    #expect(renewed.certificateChain != made.certificateChain)
    #expect(try validity(.user) == .device(now: Self.now + 61 * Self.day))
    // Nothing is due any more; who still has the old one is told.
    let later = Self.now + 62 * Self.day
    #expect(try folder.renewCoordinator(now: later) == nil)
    #expect(try folder.renewCoordinator(unlike: renewed, now: later) == nil)
    #expect(
      try folder.renewCoordinator(unlike: made, now: later)?.certificateChain
        == renewed.certificateChain)
    try folder.renewAuthority(now: later)
    let told = try #require(try folder.renewCoordinator(unlike: renewed, now: later))
    #expect(told.certificateChain == renewed.certificateChain)
    #expect(told.authority != renewed.authority)
  }

  @Test("A folder without a coordinator has none to renew")
  func noCoordinator() throws {
    let authority = try Authority.create(cluster: part("home"))
    try folder.write(authority.mint(user: part("ada"), device: part("pc")))
    #expect(try folder.renewCoordinator(now: Self.now + 61 * Self.day) == nil)
  }

  // MARK: Too late

  /// Days after the end of this device's certificate, and what is said where it may not be late, and
  /// where it may: nil where it is loaded.
  private static let latenesses: [(days: Int, strictly: String?, late: String?)] = [
    (-1, nil, nil),
    (1, "start board while the coordinator is reachable", nil),
    (29, "start board while the coordinator is reachable", nil),
    (31, "boardd invite ada", "boardd invite ada"),
  ]

  @Test(
    "What has expired says what to do, and up to 30 days late it can be renewed",
    arguments: latenesses)
  func late(days: Int, strictly: String?, late: String?) throws {
    try open()
    try remove("authority.key")
    try remove("coordinator.key")
    try remove("coordinator.pem")
    let then = Self.now + (7 + days) * Self.day
    for (allowed, advice) in [(false, strictly), (true, late)] {
      guard let advice else {
        _ = try folder.load(now: then, allowingExpired: allowed)
        continue
      }
      let error = try #require(throws: IdentityError.self) {
        try folder.load(now: then, allowingExpired: allowed)
      }
      #expect(error.kind == .expired)
      #expect(error.description.contains("user.pem has expired"))
      #expect(error.description.contains(advice), "\(error)")
      #expect(error.description.contains("set this machine's clock if it is wrong"))
    }
  }

  @Test("What is not valid yet is not late")
  func early() throws {
    try open()
    try remove("authority.key")
    let error = #expect(throws: IdentityError.self) {
      try folder.load(now: Self.now - 2 * Self.day, allowingExpired: true)
    }
    #expect(error?.kind == .expired)
    #expect(error?.description.contains("is not valid yet by this machine's clock") == true)
  }

  @Test("Beside its authority the own coordinator is what renews")
  func ownCoordinator() throws {
    try open()
    let error = #expect(throws: IdentityError.self) {
      try folder.load(now: Self.now + 8 * Self.day)
    }
    #expect(error?.description.contains("run board here") == true)
    try open(at: Self.now + 8 * Self.day)
    _ = try folder.load(now: Self.now + 8 * Self.day)
  }

  @Test("With a certificate that has ended a device gets in for its renewal alone")
  func lateContext() throws {
    let authority = try Authority.create(cluster: part("home"))
    let end = Self.now - 10 * Self.day
    let identity = try authority.mint(
      user: part("ada"), device: part("pc"),
      validity: Validity(from: end - 7 * Self.day, to: end))
    try folder.write(identity)
    let loaded = try folder.load(now: Self.now, allowingExpired: true)
    let coordinator = try loaded.coordinatorContext(authority.mintCoordinator())
    let late = try SessionPair(client: loaded.lateRenewalContext(), server: coordinator)
    late.exchange()
    #expect(late.serverState.peer?.alpn == "board-join/1")
    #expect(late.serverState.peer?.uris == ["board://home/u/ada/d/pc"])
    #expect(late.serverState.peer?.certificate?.notAfter == end)
    let window = try SessionPair(client: loaded.windowContext(), server: coordinator)
    window.exchange()
    #expect(window.serverFailure?.kind == .certificateExpired)
  }
}
