import BoardModel
import Glibc
import WindowSync
import Wire

// What a failed world tells of its last events, with `SIMULATION_TRACE` set.
extension World {
  static let traces = getenv("SIMULATION_TRACE") != nil

  mutating func record(_ line: String) {
    if trace.count > 2_000 { trace.removeFirst(1_000) }
    trace.append("\(time) \(line)")
  }

  /// The last events, and the log as it came to be.
  var story: [String] {
    guard World.traces else { return [] }
    return trace
      + store.log.map { one in
        "\(one.sequence) \(one.author.user) \(one.id)"
          + (one.operation.map {
            " on \($0.base)\($0.queued ? " queued" : ""): \($0.intent)"
          } ?? "") + " -> \(one.outcome)"
      }
  }

  func summary(of event: ReplicaEvent) -> String {
    switch event {
    case .received(let bytes): "received \(frames(bytes))"
    case .edit(let intent): "edit \(intent.marker ?? "without a marker")"
    default: String("\(event)".prefix(120))
    }
  }

  func summary(of effect: ReplicaEffect) -> String {
    switch effect {
    case .send(let bytes): "send \(frames(bytes))"
    case .persist(let operations): "persist \(operations.map(\.id))"
    case .carryOver(let old, let new, let pending):
      "carry over from \(old) to \(new.session) \(pending.map(\.id))"
    case .saveSession(let session): "save \(session.session) epoch \(session.epoch)"
    case .settled(let operation, let outcome): "settled \(operation.id) \(outcome)"
    case .committed(let operations): "committed \(operations.map(\.id))"
    case .saveBoard, .mayRead, .forgetBoard, .changed: ""
    default: String("\(effect)".prefix(120))
    }
  }

  func frames(_ bytes: [UInt8]) -> String {
    var decoder = FrameDecoder(limit: 1 << 21)
    decoder.feed(bytes)
    var result: [String] = []
    while let frame = try? decoder.next() {
      switch try? Message(frame) {
      case .attach(let body):
        result.append("ATTACH \(body.session) epoch \(body.epoch) from \(body.firstPending)")
      case .attached(let body):
        result.append(
          "ATTACHED epoch \(body.epoch) last \(body.lastCounter) outcomes "
            + "\(body.outcomes.map(\.counter))")
      case .submit(let body): result.append("SUBMIT \(body.operation.id)")
      case .outcome(let body): result.append("OUTCOME \(body.stored.counter)")
      case .error(let body): result.append("ERROR \(body.code.rawValue)")
      case .committed(let body):
        result.append("COMMITTED \(body.operations.map(\.sequence))")
      default: result.append(String(frame.type.rawValue, radix: 16))
      }
    }
    return result.joined(separator: ", ")
  }
}
