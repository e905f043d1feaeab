import Identity
import NIOCore
import NIOPosix
import TLS
import Transport
import Wire
import Wording

/// The connection of one machine to its coordinator. It dials with the newest certificate of this
/// device, renews one that has ended, starts this user's own coordinator where it does not run, and
/// carries bytes. Confined to its event loop.
public final class CoordinatorLink {
  public enum Event {
    case connected
    case received([UInt8])
    /// The link is down; this event comes exactly once for each `connect`.
    case disconnected(StreamFailure)
  }

  private enum State {
    case idle
    /// The link waits for this attempt; results of older ones are ignored.
    case dialing(attempt: Int)
    case open(ByteStream)
  }

  /// What the coordinator thinks of the certificate, where the two clocks differ.
  private enum Verdict {
    case accepted
    /// It said that the certificate has ended: it is renewed before the next dial.
    case ended
    /// It was renewed for that.
    case renewed
  }

  private let way: Way
  private let deliver: (Event) -> Void
  private var state = State.idle
  private var attempts = 0
  private var verdict = Verdict.accepted
  /// Until when RENEW is not sent again (SPEC.md ERR-006), and what it was answered.
  private var refusedRenewal: (until: NIODeadline, failure: StreamFailure)?
  /// The files by which it dialed last; nil where it never did.
  private var dialed: Way.Stamp?

  /// The time that the peer has to close its side after `disconnect`: a person may be waiting to
  /// leave.
  private static let drain = TimeAmount.seconds(1)
  /// The time after which it is looked again whether another process has renewed the certificate,
  /// and how often: for as long as a coordinator may take to answer.
  private static let renewalPause = TimeAmount.milliseconds(200)
  private static let renewalLooks = 60

  /// - Parameter deliver: called on the event loop.
  public init(_ way: Way, deliver: @escaping (Event) -> Void) {
    self.way = way
    self.deliver = deliver
  }

  public func connect() {
    guard case .idle = state else { return }
    attempts += 1
    let attempt = attempts
    state = .dialing(attempt: attempt)
    prepare(attempt)
  }

  /// Looks whether the files by which it dialed last have been replaced since: this device's identity,
  /// or the coordinator's addresses.
  /// - Parameter then: called on the event loop.
  public func lookForNews(then: @escaping (Bool) -> Void) {
    let way = way
    way.threads.runIfActive(eventLoop: way.loop) { way.stamp }.assumeIsolated().whenComplete {
      guard case .success(let stamp) = $0, let dialed = self.dialed else { return then(false) }
      then(stamp != dialed)
    }
  }

  public func send(_ bytes: [UInt8]) {
    if case .open(let stream) = state { stream.write(bytes) }
  }

  /// Sends the rest of what was given to `send`, and ends.
  public func disconnect() {
    switch state {
    case .idle: return
    case .dialing:
      state = .idle
      way.loop.assumeIsolated().execute {
        self.deliver(.disconnected(StreamFailure(reason: "given up", concern: .connection)))
      }
    case .open(let stream): stream.finish(deadline: CoordinatorLink.drain)
    }
  }

  // MARK: The certificate

  /// Gets the newest certificate of this device, and renews one that has ended.
  /// - Parameters:
  ///   - looks: how often it was looked already whether another process has renewed it.
  ///   - hasRenewed: whether this attempt has renewed it already.
  private func prepare(_ attempt: Int, looks: Int = 0, hasRenewed: Bool = false) {
    let way = way
    let isRefused = if case .ended = verdict { !hasRenewed } else { false }
    way.threads.runIfActive(eventLoop: way.loop) {
      (
        way.stamp,
        Result { (try way.access.prepare(isRefused: isRefused), try way.place.addresses()) }
      )
    }.assumeIsolated().whenComplete { outcome in
      guard self.isCurrent(attempt) else { return }
      let result = outcome.flatMap { stamp, prepared in
        self.dialed = stamp
        return prepared
      }
      switch result {
      case .success((.ready(let context), let addresses)):
        if isRefused { self.verdict = .renewed }
        self.dial(addresses, context, attempt)
      case .success((.late(let held, let context), let addresses)):
        guard !hasRenewed else {
          let now = LocalTime.text(UInt64(clamping: SystemClock.seconds) * 1_000)
          return self.end(
            "the certificate that the coordinator has just made for this device is of another time than "
              + "here, where it is \(now): set the clock that is wrong, this machine's or the "
              + "coordinator's", .identity)
        }
        if let refused = self.refusedRenewal, NIODeadline.now() < refused.until {
          return self.end(refused.failure)
        }
        self.renew(held, context, addresses ?? [], attempt)
      case .success((.busy, _)):
        guard looks < CoordinatorLink.renewalLooks else {
          return self.end("another program is renewing this device's certificate", .connection)
        }
        self.way.loop.assumeIsolated().scheduleTask(in: CoordinatorLink.renewalPause) {
          guard self.isCurrent(attempt) else { return }
          self.prepare(attempt, looks: looks + 1, hasRenewed: hasRenewed)
        }
      case .failure(let error as IdentityError) where error.kind == .system:
        self.end("\(error)", .files)
      case .failure(let error as JoinedCluster.UnusableAddresses): self.end("\(error)", .files)
      case .failure(let error): self.end("\(error)", .identity)
      }
    }
  }

  private func renew(
    _ held: HeldRenewal, _ context: TLSContext, _ addresses: [Endpoint], _ attempt: Int
  ) {
    CertificateConnection.ask(
      .renew(Renew(request: held.request)), at: addresses, context: context, loop: way.loop
    ) { result in
      guard self.isCurrent(attempt) else { return }
      switch result {
      case .success((let answer, _)): self.install(answer, held, attempt)
      case .failure(.refused(let error, _)):
        let reason = Wording.refusal(error.code, device: "", text: error.text)
        if error.code.retry == .later { return self.endLate(reason, error.retryAfter) }
        self.end("this device's certificate was not renewed: \(reason)", .identity)
      case .failure(.unreached(let reason, let concernsIdentity, _)):
        self.end(
          concernsIdentity ? "this device's certificate was not renewed: \(reason)" : reason,
          concernsIdentity ? .identity : .connection)
      }
    }
  }

  private func endLate(_ reason: String, _ retryAfter: UInt32) {
    let failure = StreamFailure(reason: reason, concern: .renewal, retryAfter: retryAfter)
    let pause = Int64(min(retryAfter, Limits.retryAfterMilliseconds))
    refusedRenewal = (.now() + .milliseconds(pause), failure)
    end(failure)
  }

  private func install(_ answer: CertificateMessage, _ held: HeldRenewal, _ attempt: Int) {
    way.threads.runIfActive(eventLoop: way.loop) { try held.install(answer) }
      .assumeIsolated().whenComplete { result in
        guard self.isCurrent(attempt) else { return }
        switch result {
        case .success:
          if case .ended = self.verdict { self.verdict = .renewed }
          self.prepare(attempt, hasRenewed: true)
        case .failure(let error): self.end("\(error)", .files)
        }
      }
  }

  // MARK: Dialing

  /// - Parameter addresses: nil for this user's own coordinator.
  private func dial(_ addresses: [Endpoint]?, _ context: TLSContext, _ attempt: Int) {
    switch way.place {
    case .own(let coordinator): find(coordinator, context, attempt)
    case .named, .joined:
      dial(addresses ?? [], context, attempt) { self.failed($0, attempt) }
    }
  }

  /// Dials the address in the file. The file stays when the coordinator crashes, so a failure
  /// there, or a stranger at the same port, means that the coordinator must be started.
  private func find(_ coordinator: LocalCoordinator, _ context: TLSContext, _ attempt: Int) {
    guard let last = coordinator.lastAddress else {
      return start(coordinator, context, insteadOf: nil, attempt)
    }
    dial([last], context, attempt) { failures in
      guard self.isCurrent(attempt) else { return }
      self.start(coordinator, context, insteadOf: last, attempt, after: failures)
    }
  }

  private func start(
    _ coordinator: LocalCoordinator, _ context: TLSContext, insteadOf known: Endpoint?,
    _ attempt: Int, after first: AddressDialer.Failures? = nil
  ) {
    way.threads.runIfActive(eventLoop: way.loop) { try coordinator.ensureRunning(insteadOf: known) }
      .assumeIsolated()
      .whenComplete { result in
        guard self.isCurrent(attempt) else { return }
        switch result {
        case .success(let endpoint):
          self.dial([endpoint], context, attempt) { self.failed($0, attempt) }
        // The coordinator runs but refused the certificate: that is the cause, and the failed
        // second start is not.
        case .failure where first?.concernsIdentity ?? false:
          if let first { self.failed(first, attempt) }
        case .failure(let error as LocalCoordinator.UnusableFiles): self.end("\(error)", .files)
        case .failure(let error): self.end("\(error)", .connection)
        }
      }
  }

  private func dial(
    _ endpoints: [Endpoint], _ context: TLSContext, _ attempt: Int,
    failed: @escaping (AddressDialer.Failures) -> Void
  ) {
    AddressDialer.dial(
      endpoints, context: context, loop: way.loop, isWanted: { self.isCurrent(attempt) },
      opened: { self.opened($0, at: $1, attempt) }, failed: failed)
  }

  private func failed(_ failures: AddressDialer.Failures, _ attempt: Int) {
    guard isCurrent(attempt) else { return }
    end("\(failures)", failures.concernsIdentity ? .identity : .connection)
  }

  private func isCurrent(_ attempt: Int) -> Bool {
    if case .dialing(attempt) = state { true } else { false }
  }

  // MARK: The stream

  private func opened(
    _ stream: ByteStream, at endpoint: Endpoint, _ attempt: Int
  ) -> StreamHandlers {
    guard isCurrent(attempt) else {
      stream.abort()
      return StreamHandlers(received: { _ in }, ended: { _ in })
    }
    state = .open(stream)
    // `connected` comes before any bytes, which are delivered only after the handlers are returned.
    deliver(.connected)
    var hasReceived = false
    return StreamHandlers(
      received: { bytes in
        if !hasReceived {
          hasReceived = true
          self.accepted(at: endpoint)
        }
        self.deliver(.received(Array(bytes.readableBytesView)))
      },
      ended: { end in
        guard case .open(let current) = self.state, current === stream else { return }
        self.ended(end)
      })
  }

  /// Only the first bytes tell that the coordinator took the certificate: in TLS 1.3 it sees that
  /// after this side takes the handshake for done.
  private func accepted(at endpoint: Endpoint) {
    verdict = .accepted
    guard case .joined(let cluster) = way.place else { return }
    way.threads.runIfActive(eventLoop: way.loop) { cluster.noteReached(endpoint) }
      .whenComplete { _ in }
  }

  private func ended(_ end: StreamEnd) {
    if case .accepted = verdict, end.saysThatCertificateEnded {
      verdict = .ended
      return self.end("\(end)", .connection)
    }
    self.end("\(end)", end.concernsIdentity ? .identity : .connection)
  }

  private func end(_ reason: String, _ concern: StreamFailure.Concern) {
    end(StreamFailure(reason: reason, concern: concern))
  }

  private func end(_ failure: StreamFailure) {
    state = .idle
    deliver(.disconnected(failure))
  }
}

extension StreamEnd {
  /// Whether the coordinator's clock says that this device's certificate has ended.
  fileprivate var saysThatCertificateEnded: Bool {
    guard case .tls(let error) = self else { return false }
    return error.kind == .certificateExpired && error.origin == .peer
  }
}
