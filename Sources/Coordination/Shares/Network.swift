/// The part of a peer's address that counts for shares: an IPv4 address, or the first 64 bits of an
/// IPv6 address, since one host has all addresses behind these.
struct Network: Hashable, Sendable {
  private let text: String

  /// - Parameter host: an address as text; anything else counts as it is.
  init(host: String) {
    let parts = host.split(separator: "%", maxSplits: 1).first ?? ""
    guard parts.contains(":") else {
      text = host
      return
    }
    if let mapped = parts.split(separator: ":").last, mapped.contains(".") {
      text = String(mapped)
      return
    }
    let halves = Network.halves(parts)
    let missing = max(8 - halves.reduce(0) { $0 + $1.count }, 0)
    let groups =
      halves.count == 2
      ? halves[0] + Array(repeating: "0", count: missing) + halves[1] : halves[0]
    text = groups.prefix(4).map { String($0.drop { $0 == "0" }) }.joined(separator: ":") + "/64"
  }

  /// The groups before and behind the colons that stand for zeros.
  private static func halves(_ text: Substring) -> [[Substring]] {
    guard let gap = text.firstRange(of: "::") else { return [text.split(separator: ":")] }
    return [text[..<gap.lowerBound], text[gap.upperBound...]].map { $0.split(separator: ":") }
  }
}
