import LoadParts

/// Sockets that say nothing, or the head of a TLS record byte by byte, and come again as soon as they
/// are closed.
final class Crowd: Attack {
  let tally = Tally()
  let isBusy = false
  private static let count = 2_000
  private static let record: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]

  private let field: Field
  private let isSlow: Bool
  private var sockets: [RawSocket?] = Array(repeating: nil, count: Crowd.count)
  private var said = [Int](repeating: 0, count: Crowd.count)
  private var absent = Array(0..<Crowd.count)
  /// The socket that says the next byte: each says one in a second.
  private var next = 0
  private let began = Loop.now

  init(_ field: Field, isSlow: Bool) { (self.field, self.isSlow) = (field, isSlow) }

  func step() throws {
    let coming = absent
    absent = []
    for index in coming {
      tally.connections += 1
      if !isSlow { tally.count += 1 }
      said[index] = 0
      sockets[index] = try RawSocket(
        field.loop, port: field.order.port, from: field.nextAddress(), sending: []
      ) { [unowned self] event in
        if case .ended = event { left(index) }
      }
    }
    guard isSlow else { return }
    let due = Int(Double(Loop.now - began) / 1e9 * Double(Self.count))
    while next < due {
      let index = next % Self.count
      next += 1
      guard let socket = sockets[index] else { continue }
      try socket.say(Self.record[said[index] % Self.record.count])
      said[index] += 1
      tally.count += 1
    }
  }

  private func left(_ index: Int) {
    tally.disconnections += 1
    sockets[index]?.reset()
    sockets[index] = nil
    absent.append(index)
  }
}
