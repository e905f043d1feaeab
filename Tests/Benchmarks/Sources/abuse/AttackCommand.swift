import ArgumentParser
import Foundation
import LoadParts

/// The process of the attackers, which the program starts itself.
struct AttackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attack", abstract: "Attacks a coordinator.", shouldDisplay: false)

  @Argument(help: "What to do, as JSON.")
  var order: String

  func run() throws {
    let order = try JSONDecoder().decode(AttackOrder.self, from: Data(order.utf8))
    OpenFiles.allowMost()
    try OneProcessor.take()
    let loop = Loop()
    let attack = try Attacks.make(Field(order, loop))
    let began = Loop.now
    let end = began + UInt64(order.seconds * 1e9)
    while Loop.now < end {
      try attack.step()
      try loop.step(until: attack.isBusy ? Loop.now : Loop.now + 5_000_000)
    }
    let seconds = Double(Loop.now - began) / 1e9
    let tally = attack.tally
    let report = AttackReport(
      count: tally.count, seconds: seconds, processor: Loop.processorSeconds / seconds,
      connections: tally.connections, disconnections: tally.disconnections, errors: tally.errors,
      facts: tally.facts)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }
}
