import COpenSSL
import Identity
import NIOCore
import Statements
import TLS
import Testing

/// What a peer can make the TLS layer do once its handshake is complete.
@Suite("Floods behind the handshake")
struct FloodTests {
  private let authority: TestAuthority

  init() throws {
    authority = try TestAuthority()
  }

  private func client() throws -> RawPeer {
    try #require(
      RawPeer(
        role: .client,
        .init(
          credentials: authority.authority.mint(user: part("ada"), device: part("pc")).credentials)
      ))
  }

  /// A record of a key update, and that of an answer.
  private static let updateBytes = 27
  private static let free = 32

  @Test(
    "Of a flood of key updates a session takes the first ones only, however many come at once",
    .holds("TLS-021"))
  func keyUpdates() throws {
    let raw = try client()
    var server = try TLSSession(context: authority.server())
    #expect(raw.exchange(with: &server) == [])
    for _ in 0..<2_000 { raw.requestKeyUpdate() }
    let flood = raw.drain()
    #expect(flood.readableBytes == 2_000 * Self.updateBytes)
    flood.withUnsafeReadableBytes { server.receive($0) }
    var received = ByteBuffer()
    server.read(into: &received)
    let failure = server.state.failure
    #expect(failure?.kind == .violation)
    #expect(failure?.detail.contains("changes its keys again and again") == true)
    // What was answered: the first ones, and the one that was too much.
    let answers = server.drain()?.readableBytes ?? 0
    #expect(answers <= (Self.free + 1) * Self.updateBytes)
    #expect(received.readableBytes == 0)
  }

  @Test("Key updates that come with enough else are taken for as long as it lasts")
  func honestUpdates() throws {
    let raw = try client()
    var server = try TLSSession(context: authority.server())
    #expect(raw.exchange(with: &server) == [])
    var received = ByteBuffer()
    for _ in 0..<200 {
      raw.requestKeyUpdate()
      for _ in 0..<4 { raw.write([UInt8](repeating: 5, count: 16_384)) }
      SessionPair.deliver(raw.drain(), to: &server, into: &received, 10_000)
      if let answer = server.drain() {
        raw.receive(answer)
        #expect(raw.advance() == [])
      }
    }
    let failure = server.state.failure
    #expect(failure == nil)
    #expect(received.readableBytes == 200 * 65_536)
    // The free ones are still there.
    for _ in 0..<Self.free { raw.requestKeyUpdate() }
    SessionPair.deliver(raw.drain(), to: &server, into: &received, .max)
    let later = server.state.failure
    #expect(later == nil)
    for _ in 0..<3 { raw.requestKeyUpdate() }
    SessionPair.deliver(raw.drain(), to: &server, into: &received, .max)
    let last = server.state.failure
    #expect(last?.kind == .violation)
  }

  @Test("A flood of records without contents ends the session soon")
  func emptyRecords() throws {
    let raw = try client()
    var server = try TLSSession(context: authority.server())
    #expect(raw.exchange(with: &server) == [])
    let sealer = try #require(RecordSealer(raw.clientSecret))
    var flood = ByteBuffer()
    for number in 0..<1_000 { flood.writeBytes(try sealer.record(UInt64(number), [])) }
    var received = ByteBuffer()
    var count = 0
    while flood.readableBytes > 0, server.isEstablished {
      var record = ByteBuffer()
      record.writeBytes(flood.readBytes(length: sealer.bytes(of: 0)) ?? [])
      SessionPair.deliver(record, to: &server, into: &received, .max)
      count += 1
    }
    #expect((32...34).contains(count), "\(count)")
    let failure = server.state.failure
    #expect(failure?.kind == .violation)
  }

  @Test("Records made by hand are taken where they have contents")
  func sealedByHand() throws {
    let raw = try client()
    var server = try TLSSession(context: authority.server())
    #expect(raw.exchange(with: &server) == [])
    let sealer = try #require(RecordSealer(raw.clientSecret))
    var received = ByteBuffer()
    for number in 0..<100 {
      let record = try sealer.record(UInt64(number), [UInt8(number)])
      SessionPair.deliver(ByteBuffer(bytes: record), to: &server, into: &received, .max)
    }
    #expect(received.readableBytesView.elementsEqual(0..<100))
  }
}

extension TLSSession {
  var isEstablished: Bool { state.peer != nil }
}
