public import Wire

/// One connection of `board-join/1`, seen from the device: its only request is JOIN or RENEW, and the
/// answer is CERTIFICATE or ERROR (SPEC.md JOI-004).
public struct CertificateExchange: Sendable {
  public enum Request: Hashable, Sendable {
    case join(Join)
    case renew(Renew)

    fileprivate var bytes: [UInt8] {
      switch self {
      case .join(let body): body.frame(request: CertificateExchange.number).bytes
      case .renew(let body): body.frame(request: CertificateExchange.number).bytes
      }
    }
  }

  public enum Event: Hashable, Sendable {
    case connected
    case received([UInt8])
    /// The connection ended, or its time is over.
    case ended(reason: String)
  }

  public enum Effect: Hashable, Sendable {
    case send([UInt8])
    /// What came of it; nothing follows but the end of the connection.
    case finish(Result<CertificateMessage, Failure>)
  }

  /// Why there is no certificate.
  public enum Failure: Error, Hashable, Sendable {
    case refused(ErrorMessage)
    /// The connection ended before the answer, which may be lost: asking again is safe.
    case lost(reason: String)
    /// The peer does not speak the protocol.
    case broken(reason: String)
  }

  private enum State {
    case dialing
    case awaiting(FrameDecoder)
    case finished
  }

  /// The number of the request.
  private static let number: UInt64 = 1
  private let request: Request
  private var state = State.dialing

  public init(_ request: Request) {
    self.request = request
  }

  public mutating func handle(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.dialing, .connected):
      state = .awaiting(FrameDecoder(limit: Limits.frameBytes))
      return [.send(request.bytes)]
    case (.awaiting(var decoder), .received(let bytes)):
      decoder.feed(bytes)
      state = .awaiting(decoder)
      return take(&decoder)
    case (.dialing, .ended(let reason)), (.awaiting, .ended(let reason)):
      return finish(.failure(.lost(reason: reason)))
    case (.dialing, .received), (.awaiting, .connected), (.finished, _): return []
    }
  }

  private mutating func take(_ decoder: inout FrameDecoder) -> [Effect] {
    do {
      while let frame = try decoder.next() {
        state = .awaiting(decoder)
        if let result = try Self.result(of: frame) { return finish(result) }
      }
      state = .awaiting(decoder)
      return []
    } catch {
      return finish(.failure(.broken(reason: "its answer cannot be read")))
    }
  }

  /// - Returns: nil for what may come beside the answer and means nothing.
  private static func result(
    of frame: Frame
  ) throws -> Result<CertificateMessage, Failure>? {
    let isAnswer = frame.request == number && frame.flags == .response
    switch try Message(frame) {
    case .certificate(let body) where isAnswer: return .success(body)
    case .error(let error) where isAnswer || frame.request == 0:
      return .failure(.refused(error.bounded))
    case .goodbye(let goodbye):
      let code = ErrorCode(rawValue: goodbye.reason)
      guard code.rawValue != 0 else {
        return .failure(.lost(reason: "the coordinator ended the connection without an answer"))
      }
      return .failure(.refused(ErrorMessage(code: code, text: goodbye.text).bounded))
    case nil where frame.type.isElective: return nil
    default: return .failure(.broken(reason: "it answers with something else"))
    }
  }

  private mutating func finish(_ result: Result<CertificateMessage, Failure>) -> [Effect] {
    state = .finished
    return [.finish(result)]
  }
}
