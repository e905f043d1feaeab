public import NIOCore
public import TLS
public import Transport
public import Wire

/// Asks a coordinator for a certificate, over connections of their own. Confined to its event loop.
public final class CertificateConnection {
  /// Why there is no certificate.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// `wasAsked` says whether a coordinator at an earlier address may have got the request.
    case refused(ErrorMessage, wasAsked: Bool)
    /// No address was reached, or none answered. Asking again is safe. `wasAsked` says whether a
    /// coordinator may have got the request.
    case unreached(reason: String, concernsIdentity: Bool, wasAsked: Bool)

    public var description: String {
      switch self {
      case .refused(let error, _): error.text
      case .unreached(let reason, _, _): reason
      }
    }
  }

  public typealias Completion = (Result<(CertificateMessage, Endpoint), Failure>) -> Void

  /// The time that a coordinator has to answer: it writes what it answers to its disk first.
  private static let patience = TimeAmount.seconds(10)
  /// The time that it has to close its side once the answer is there.
  private static let drain = TimeAmount.seconds(1)

  private var exchange: CertificateExchange
  private let endpoint: Endpoint
  private let stream: ByteStream
  private var timer: Scheduled<Void>?
  private var finish: ((Result<CertificateMessage, CertificateExchange.Failure>) -> Void)?

  private init(
    _ request: CertificateExchange.Request, _ stream: ByteStream, _ endpoint: Endpoint,
    then finish: @escaping (Result<CertificateMessage, CertificateExchange.Failure>) -> Void
  ) {
    exchange = CertificateExchange(request)
    self.stream = stream
    self.endpoint = endpoint
    self.finish = finish
  }

  /// Asks at the first address that gives an answer. Must be called on `loop`, where `then` is called
  /// once.
  public static func ask(
    _ request: CertificateExchange.Request, at endpoints: [Endpoint], context: TLSContext,
    loop: any EventLoop, then: @escaping Completion
  ) {
    ask(request, at: endpoints[...], [], context, loop, then)
  }

  private static func ask(
    _ request: CertificateExchange.Request, at rest: ArraySlice<Endpoint>,
    _ troubles: [Trouble], _ context: TLSContext,
    _ loop: any EventLoop, _ then: @escaping Completion
  ) {
    let wasAsked = troubles.contains(where: \.wasAsked)
    guard let endpoint = rest.first else {
      let reason = troubles.map(\.text).joined(separator: "; ")
      let isIdentity = !troubles.isEmpty && troubles.allSatisfy(\.concernsIdentity)
      return then(
        .failure(
          .unreached(
            reason: reason, concernsIdentity: isIdentity, wasAsked: wasAsked)))
    }
    func goOn(_ text: String, concernsIdentity: Bool = false, wasAsked: Bool = true) {
      let trouble = Trouble(text: text, concernsIdentity: concernsIdentity, wasAsked: wasAsked)
      ask(request, at: rest.dropFirst(), troubles + [trouble], context, loop, then)
    }
    Dialer.connect(
      to: endpoint, context: context, eventLoop: loop,
      opened: { stream in
        let connection = CertificateConnection(request, stream, endpoint) { result in
          switch result {
          case .success(let answer): then(.success((answer, endpoint)))
          case .failure(.refused(let error)): then(.failure(.refused(error, wasAsked: wasAsked)))
          case .failure(.lost(let reason)):
            goOn("\(endpoint) gave no answer: \(reason)")
          case .failure(.broken(let reason)):
            goOn("\(endpoint) is no coordinator that this program understands: \(reason)")
          }
        }
        return connection.start()
      },
      failed: { failure in
        goOn(
          words(of: failure, for: request), concernsIdentity: failure.reason.concernsIdentity,
          wasAsked: false)
      })
  }

  /// What came of one address.
  private struct Trouble {
    let text: String
    let concernsIdentity: Bool
    let wasAsked: Bool
  }

  /// Who joins has no certificate yet: where the coordinator's is not the one that the invitation
  /// names, the invitation is of no use there.
  private static func words(
    of failure: DialFailure, for request: CertificateExchange.Request
  ) -> String {
    guard case .join = request, case .tls(let error) = failure.reason,
      [.unknownAuthority, .wrongName, .certificateRefused].contains(error.kind)
    else { return "\(failure)" }
    return
      "\(failure.fact); the invitation was not made for the coordinator that is there: copy the "
      + "whole line again, or ask for a new one"
  }

  private func start() -> StreamHandlers {
    timer = stream.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
      self.handle(.ended(reason: "it took longer than 10 seconds"))
    }
    handle(.connected)
    return StreamHandlers(
      received: { self.handle(.received(Array($0.readableBytesView))) },
      ended: { self.handle(.ended(reason: "\($0)")) })
  }

  private func handle(_ event: CertificateExchange.Event) {
    for effect in exchange.handle(event) {
      switch effect {
      case .send(let bytes): stream.write(bytes)
      case .finish(let result):
        timer?.cancel()
        stream.finish(deadline: Self.drain)
        let finish = finish
        self.finish = nil
        finish?(result)
      }
    }
  }
}
