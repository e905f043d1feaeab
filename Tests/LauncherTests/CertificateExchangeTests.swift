import Statements
import Testing
import Wire

@testable import Launcher

@Suite("A connection on which a certificate is asked for")
struct CertificateExchangeTests {
  private let request = Renew(request: [1, 2, 3])
  private let certificate = CertificateMessage(certificate: [4], authority: [5])

  private func asked() -> CertificateExchange {
    var exchange = CertificateExchange(.renew(request))
    #expect(exchange.handle(.connected) == [.send(request.frame(request: 1).bytes)])
    return exchange
  }

  private func result(of bytes: [UInt8]) -> [CertificateExchange.Effect] {
    var exchange = asked()
    return exchange.handle(.received(bytes))
  }

  @Test("The certificate comes in pieces of any size, and what follows it counts for nothing")
  func pieces() {
    let bytes = certificate.frame(request: 1, flags: .response).bytes
    for size in 1...bytes.count {
      var exchange = asked()
      var effects: [CertificateExchange.Effect] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        effects += exchange.handle(.received(piece))
      }
      #expect(effects == [.finish(.success(certificate))])
      #expect(exchange.handle(.received(bytes)).isEmpty)
      #expect(exchange.handle(.ended(reason: "closed")).isEmpty)
      #expect(exchange.handle(.connected).isEmpty)
    }
  }

  @Test("An ERROR and a GOODBYE with a code refuse, whether they answer or not")
  func refused() {
    let error = ErrorMessage(code: .invitationRefused, text: "used")
    let refusal = [CertificateExchange.Effect.finish(.failure(.refused(error)))]
    #expect(result(of: error.frame(request: 1, flags: .response).bytes) == refusal)
    #expect(result(of: error.frame().bytes) == refusal)
    let goodbye = Goodbye(reason: ErrorCode.invitationRefused.rawValue, text: "used")
    #expect(result(of: goodbye.frame().bytes) == refusal)
  }

  @Test(
    "Of words as long as can be as many are kept as a person may be shown", .holds("ERR-008"))
  func longWords() {
    let text = String(repeating: "é", count: 32_767)
    for bytes in [
      ErrorMessage(code: .invitationRefused, text: text).frame().bytes,
      Goodbye(reason: ErrorCode.invitationRefused.rawValue, text: text).frame().bytes,
    ] {
      let kept = ErrorMessage(
        code: .invitationRefused, text: String(repeating: "é", count: 1_024) + "…")
      #expect(result(of: bytes) == [.finish(.failure(.refused(kept)))])
    }
  }

  @Test("An end without an answer, and a GOODBYE without a code, leave the question open")
  func lost() {
    var dialing = CertificateExchange(.renew(request))
    #expect(dialing.handle(.received([1])).isEmpty)
    #expect(dialing.handle(.ended(reason: "no")) == [.finish(.failure(.lost(reason: "no")))])
    var exchange = asked()
    #expect(exchange.handle(.connected).isEmpty)
    #expect(exchange.handle(.ended(reason: "no")) == [.finish(.failure(.lost(reason: "no")))])
    guard
      case .finish(.failure(.lost))? = result(of: Goodbye(reason: 0, text: "").frame().bytes)
        .first
    else { return #expect(Bool(false)) }
  }

  @Test("Elective frames are skipped; anything else is not understood")
  func others() {
    let elective = Frame(
      type: FrameType(rawValue: 0x8F00), flags: [], request: 0, payload: [1])
    #expect(result(of: elective.bytes).isEmpty)
    let answer = certificate.frame(request: 1, flags: .response).bytes
    #expect(result(of: elective.bytes + answer) == [.finish(.success(certificate))])
    let wrong: [[UInt8]] = [
      Pong(nonce: 1).frame(request: 1, flags: .response).bytes,
      certificate.frame(request: 2, flags: .response).bytes,
      certificate.frame(request: 1).bytes,
      certificate.frame(request: 1, flags: [.response, .more]).bytes,
      Frame(type: FrameType(rawValue: 0x7F00), flags: [], request: 0, payload: []).bytes,
      Frame(type: CertificateMessage.type, flags: .response, request: 1, payload: [9]).bytes,
      [0x00, 0x10, 0x00, 0x01] + Array(repeating: 0, count: 12),
    ]
    for bytes in wrong {
      guard case .finish(.failure(.broken))? = result(of: bytes).first else {
        Issue.record("\(bytes) was understood")
        continue
      }
    }
  }
}
