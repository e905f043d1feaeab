import BoardModel
import Wire

/// What a window knows of its user's drag, and what it asked the coordinator about it.
struct Dragging: Hashable, Sendable {
  /// The drag that this window lifted.
  var own: Own?
  var carrying = Carrying.unknown
  var loading: Loading?
  /// The drags that the window let go of, while the coordinator may not have heard of that.
  private(set) var gone: [DragID] = []
  /// The generation of the next request for a part; answers to requests of earlier ones are late.
  var generation = 0

  /// The most drags in `gone`: more are not let go of while one answer of the coordinator is on its
  /// way.
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
    /// Whether the coordinator has named this drag.
    var isNamed = false
  }

  enum Stage: Hashable, Sendable {
    case unsaid
    /// LIFT is on its way: what the coordinator says of other drags is older than this one.
    case asked
    /// The coordinator knows of the drag, or may know of it.
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
    /// How often the card changed while it was loaded, so that loading began again.
    var restarts = 0

    /// A card that changes more often than this while it is loaded is given up.
    static let mostRestarts = 3
    /// The largest representation that is loaded, in bytes; no card is as large.
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

  /// The card has changed meanwhile, so loading begins again.
  private mutating func restart() -> Step {
    restarts += 1
    guard restarts <= Self.mostRestarts else { return .failed("it changes all the time") }
    (digest, total, bytes) = (nil, nil, [])
    return .more
  }
}
