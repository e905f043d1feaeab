import BoardModel
import LoadParts
import Wire

/// Whole handshakes of strangers: without a certificate where one is needed, or on the way to join.
final class StrangerFlood: Attack {
  enum Purpose {
    /// They have no certificate, and are refused for that.
    case work
    /// They bring invitations that nobody made.
    case join
  }

  let tally = Tally()
  let isBusy = false
  private static let count = 128

  private let field: Field
  private let purpose: Purpose
  private let credentials: Credentials
  private var strangers: [Stranger?] = Array(repeating: nil, count: StrangerFlood.count)
  private var absent = Array(0..<StrangerFlood.count)

  init(_ field: Field, _ purpose: Purpose) throws {
    (self.field, self.purpose) = (field, purpose)
    credentials = try Credentials(
      authority: field.order.authority,
      application: purpose == .join ? ProtocolVersion.joinALPN : ProtocolVersion.alpn)
  }

  func step() throws {
    let coming = absent
    absent = []
    for index in coming {
      tally.connections += 1
      let link = try Link(
        field.loop, credentials, port: field.order.port, from: field.nextAddress())
      let stranger = Stranger(link, asks: purpose == .join)
      link.whenFailed = { [unowned self] _ in left(index) }
      strangers[index] = stranger
    }
  }

  private func left(_ index: Int) {
    tally.count += 1
    tally.disconnections += 1
    strangers[index] = nil
    absent.append(index)
  }
}

/// One connection of somebody without a certificate.
private final class Stranger: LinkReader {
  private let link: Link
  private let asks: Bool

  init(_ link: Link, asks: Bool) {
    (self.link, self.asks) = (link, asks)
    link.reader = self
  }

  func opened() {
    guard asks else { return }
    let secret = (0..<Limits.secretBytes).map { _ in UInt8.random(in: 0...255) }
    let join = Join(
      invitation: .random(), secret: secret, device: "device",
      request: [UInt8](repeating: 1, count: 300),
      replaces: false)
    link.write(join.frame(request: 1).bytes)
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws -> Int { bytes.count }
}
