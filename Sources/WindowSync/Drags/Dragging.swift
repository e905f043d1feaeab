import BoardModel
import Wire

/// What the person at this window has to do with drags.
struct Dragging: Hashable, Sendable {
  /// What the window lifted.
  var own: Own?
  var carrying = Carrying.unknown
  var loading: Loading?
  /// What the window let go of, as long as the coordinator may not have heard of it.
  private(set) var gone: [DragID] = []
  /// Of the next question for a part: answers to earlier ones are late.
  var generation = 0

  /// More are not let go of while a word of the coordinator is on its way.
  private static let mostGone = 16

  mutating func letGo(of id: DragID) {
    guard !gone.contains(id) else { return }
    gone.append(id)
    if gone.count > Self.mostGone { gone.removeFirst() }
  }

  struct Own: Hashable, Sendable {
    let id: DragID
    let content: DragContent
    var stage = Stage.unsaid
    /// The coordinator has named it.
    var isNamed = false
  }

  enum Stage: Hashable, Sendable {
    case unsaid
    /// LIFT is on its way: what the coordinator says of others is older than that.
    case asked
    /// The coordinator knows, or may know.
    case lifted
  }

  /// A representation that is being loaded, part by part.
  struct Loading: Hashable, Sendable {
    let drag: DragID
    let item: Int
    let type: CardRepresentation
    var digest: [UInt8]?
    var total: UInt64?
    var bytes: [UInt8] = []
    var isAsked = false
    /// How often it was another while it was loaded.
    var restarts = 0

    /// Of what changes more often nothing is to be had.
    static let mostRestarts = 3
    /// No card is as large.
    static let mostBytes: UInt64 = 32 << 20
  }
}

extension Dragging.Loading {
  enum Step: Hashable {
    case more
    case complete
    case failed(String)
  }

  mutating func take(_ part: Part) -> Step {
    isAsked = false
    guard part.total <= Self.mostBytes else { return .failed("it is too large") }
    if let digest, digest != part.digest || total != part.total { return restart() }
    (digest, total) = (part.digest, part.total)
    let room = Int(part.total) - bytes.count
    guard part.bytes.count <= room, !part.bytes.isEmpty || room == 0 else {
      return .failed("the coordinator sent something else")
    }
    bytes += part.bytes
    guard bytes.count == Int(part.total) else { return .more }
    return SHA256.hash(bytes) == digest ? .complete : restart()
  }

  /// The card has changed meanwhile.
  private mutating func restart() -> Step {
    restarts += 1
    guard restarts <= Self.mostRestarts else { return .failed("it changes all the time") }
    (digest, total, bytes) = (nil, nil, [])
    return .more
  }
}
