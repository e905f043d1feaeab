import Foundation
public import Identity
import NIOCore
import NIOPosix
import Synchronization

public import Transport
public import TLS
public import Wire

/// A coordinator on a free port of loopback that knows JOIN and RENEW and nothing else: it gives
/// certificates as it is told, and notes what it was asked. On `board/1` it answers HELLO with
/// something.
public final class JoinDoor: Sendable {
  public enum Answer: Sendable {
    /// The certificate that was asked for.
    case certificate
    /// One for another name than was asked for.
    case certificateFor(user: String, device: String)
    /// One for a key that nobody asked for.
    case otherKey
    case error(ErrorCode, String)
    /// The certificate is made, and the connection ends before it is sent.
    case lost
    case bytes([UInt8])
  }

  public let authority: Authority
  public let endpoint: Endpoint
  private let desk: Desk
  private let group: MultiThreadedEventLoopGroup

  /// - Parameters:
  ///   - user: whom it invites.
  ///   - answers: what it answers, in this order; the last one again and again.
  ///   - greeting: what it says to whoever sends something on `board/1`, before it ends that connection;
  ///     nil for something that goes on.
  public init(
    _ cluster: String = "team", user: String = "ann", answers: [Answer] = [.certificate],
    authority: Authority? = nil, greeting: (@Sendable () -> [UInt8])? = nil
  ) throws {
    self.authority = try authority ?? Authority.create(cluster: NamePart(cluster))
    let device = try self.authority.mint(user: UserName(user), device: NamePart("door"))
    let identity = Identity(
      cluster: device.cluster, user: device.user, device: device.device,
      credentials: device.credentials, coordinator: try self.authority.mintCoordinator(),
      authority: self.authority)
    let context = try identity.coordinatorContext()
    let desk = Desk(self.authority, device.user, answers, greeting)
    self.desk = desk
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    endpoint = try loop.flatSubmit {
      Listener.bind(
        Endpoint(host: "127.0.0.1", port: 0), context: { context }, eventLoop: loop,
        accepted: { desk.serve($0) })
    }.wait().local
  }

  deinit { group.shutdownGracefully { _ in } }

  /// What it was asked on `board-join/1`.
  public var requests: [Message] { desk.state.withLock { $0.requests } }
  /// Who came on `board/1`.
  public var boardPeers: [TLSPeer] { desk.state.withLock { $0.boardPeers } }

  /// An invitation by which it lets somebody in.
  public func line(
    at addresses: [Endpoint]? = nil, pin: [UInt8]? = nil, cluster: String? = nil
  ) throws -> InvitationLine {
    try InvitationLine(
      addresses: (addresses ?? [endpoint]).map {
        try InvitationLine.Address(host: $0.host, port: $0.port)
      },
      cluster: try cluster.map { try NamePart($0) } ?? authority.cluster,
      pin: pin ?? authority.pin, token: InvitationLine.freshToken(),
      secret: InvitationLine.freshSecret())
  }
}

private final class Desk: Sendable {
  struct State {
    var answers: [JoinDoor.Answer]
    var requests: [Message] = []
    var boardPeers: [TLSPeer] = []
    /// When the next certificate begins: each later than the one before.
    var notBefore = SystemClock.seconds - 3_000
  }

  private let authority: Authority
  private let user: UserName
  let state: Mutex<State>

  private let greeting: (@Sendable () -> [UInt8])?

  init(
    _ authority: Authority, _ user: UserName, _ answers: [JoinDoor.Answer],
    _ greeting: (@Sendable () -> [UInt8])?
  ) {
    self.greeting = greeting
    self.authority = authority
    self.user = user
    state = Mutex(State(answers: answers))
  }

  func serve(_ stream: ByteStream) -> StreamHandlers {
    guard stream.peer.alpn == Identity.joinProtocol else {
      state.withLock { $0.boardPeers.append(stream.peer) }
      if let greeting {
        return StreamHandlers(
          received: { _ in
            stream.write(greeting())
            stream.finish()
          }, ended: { _ in })
      }
      return StreamHandlers(
        received: { _ in stream.write(Pong(nonce: 0).frame(request: 1, flags: .response).bytes) },
        ended: { _ in })
    }
    var decoder = FrameDecoder(limit: 4_096)
    return StreamHandlers(
      received: { bytes in
        decoder.feed(Array(bytes.readableBytesView))
        guard let frame = try? decoder.next(), let message = try? Message(frame) else { return }
        self.answer(message, frame.request, stream)
      },
      ended: { _ in })
  }

  private func answer(_ message: Message, _ request: UInt64, _ stream: ByteStream) {
    let (answer, notBefore) = state.withLock { state in
      state.requests.append(message)
      state.notBefore += 1
      return (
        state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0], state.notBefore
      )
    }
    func give(_ key: [UInt8], _ user: UserName, _ device: NamePart) throws {
      let signed = try authority.sign(key, user: user, device: device, notBefore: notBefore)
      stream.write(
        CertificateMessage(certificate: signed.certificate, authority: signed.authority)
          .frame(request: request, flags: .response).bytes)
    }
    do {
      let (key, asked) = try asked(message, stream)
      switch answer {
      case .certificate: try give(key, user, asked)
      case .certificateFor(let user, let device): try give(key, UserName(user), NamePart(device))
      case .otherKey:
        let folder = FileManager.default.temporaryDirectory.path + "/board-door-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try give(IdentityFolder(folder).prepareKey(), user, asked)
      case .error(let code, let text):
        stream.write(
          ErrorMessage(code: code, text: text).frame(request: request, flags: .response).bytes)
      case .lost: return stream.abort()
      case .bytes(let bytes): stream.write(bytes)
      }
      stream.write(Goodbye(reason: 0, text: "").frame().bytes)
      stream.finish()
    } catch {
      stream.abort()
    }
  }

  /// The request for a key, and the device that it is for.
  private func asked(
    _ message: Message, _ stream: ByteStream
  ) throws -> (key: [UInt8], device: NamePart) {
    switch message {
    case .join(let join): return (join.request, try NamePart(join.device))
    case .renew(let renew):
      guard case .device(_, _, let device) = try PeerName(certificateURIs: stream.peer.uris) else {
        throw Confused()
      }
      return (renew.request, device)
    default: throw Confused()
    }
  }

  private struct Confused: Error {}
}
