import BoardModel
import Wire

extension Dragging {
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

  /// The request for the part that comes next.
  var request: Load {
    Load(
      drag: drag, item: UInt32(clamping: item), type: type.rawValue,
      offset: UInt64(bytes.count))
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
