import CAffinity
import Glibc
import LoadParts

/// The one processor that attackers may use.
enum OneProcessor {
  /// Keeps this thread, and those that it starts, to the last processor that it may use.
  static func take() throws {
    var set = [UInt8](repeating: 0, count: 128)
    guard board_get_affinity(&set, UInt(set.count)) > 0,
      let last = set.lastIndex(where: { $0 != 0 })
    else { throw failure }
    let bit = UInt8(1) << (7 - set[last].leadingZeroBitCount)
    for index in set.indices { set[index] = index == last ? bit : 0 }
    guard board_set_affinity(set, UInt(set.count)) == 0 else { throw failure }
  }

  private static var failure: Link.Failure {
    Link.Failure(description: "the attackers cannot be kept to one processor: error \(errno)")
  }
}
