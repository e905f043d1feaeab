import HandmadeHello
import LoadParts

/// Hellos one after the other, each on a connection of its own, which is over with the first answer.
final class HelloFlood: Attack {
  let tally = Tally()
  let isBusy = false
  private static let count = 256

  private let field: Field
  private let hellos: [[UInt8]]
  private var sockets: [RawSocket?] = Array(repeating: nil, count: HelloFlood.count)
  private var absent = Array(0..<HelloFlood.count)

  init(_ field: Field, _ hellos: [[UInt8]]) { (self.field, self.hellos) = (field, hellos) }

  func step() throws {
    let coming = absent
    absent = []
    for index in coming {
      tally.connections += 1
      sockets[index] = try RawSocket(
        field.loop, port: field.order.port, from: field.nextAddress(),
        sending: hellos[tally.connections % hellos.count]
      ) { [unowned self] event in
        switch event {
        case .answered: tally.count += 1
        case .ended: tally.disconnections += 1
        }
        sockets[index]?.reset()
        sockets[index] = nil
        absent.append(index)
      }
    }
  }
}
