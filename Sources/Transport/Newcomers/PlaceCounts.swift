/// How many places each address has, and which has most.
struct PlaceCounts: Hashable, Sendable {
  private var counts: [PeerAddress: Int] = [:]
  /// The addresses that have as many places as the index says, in the order in which they came to
  /// have so many. The last list is not empty.
  private var bySize: [[PeerAddress]] = []
  private(set) var total = 0

  func count(of address: PeerAddress) -> Int { counts[address] ?? 0 }

  mutating func add(_ address: PeerAddress) { move(address, by: 1) }

  mutating func remove(_ address: PeerAddress) {
    if count(of: address) > 0 { move(address, by: -1) }
  }

  private mutating func move(_ address: PeerAddress, by change: Int) {
    let (before, after) = (count(of: address), count(of: address) + change)
    total += change
    if before > 0, let index = bySize[before].firstIndex(of: address) {
      bySize[before].remove(at: index)
    }
    counts[address] = after == 0 ? nil : after
    if after > 0 {
      while bySize.count <= after { bySize.append([]) }
      bySize[after].append(address)
    }
    while bySize.last?.isEmpty == true { bySize.removeLast() }
  }

  /// The address with most places of those that fit; of as many, the one that has had so many for
  /// longest.
  func greediest(where fits: (PeerAddress) -> Bool = { _ in true }) -> PeerAddress? {
    for addresses in bySize.reversed() {
      if let first = addresses.first(where: fits) { return first }
    }
    return nil
  }
}
