import Identity
import Launcher
import Wording

/// A cluster of this device, for people and for scripts.
struct ListedCluster {
  let name: String
  /// Nil for this user's own, and where the files cannot be read.
  private let device: IdentityName?
  /// The addresses in the order in which they are tried; none for this user's own coordinator.
  private let addresses: [String]
  /// The end of this device's certificate, in milliseconds since 1970; 0 where it has none.
  private let expires: UInt64
  private let isUsed: Bool

  init(_ name: String, _ clusters: Clusters) {
    self.name = name
    let joined = name == Clusters.own ? nil : clusters[name]
    let folder = joined?.identity ?? clusters.ownIdentity
    device = folder.deviceName()
    addresses = ((try? joined?.addresses()) ?? []).map { "\($0)" }
    expires = folder.certificateLife().map { UInt64(clamping: $0.to) * 1_000 } ?? 0
    isUsed = clusters.used == name
  }

  var json: JSON {
    .object([
      "name": .string(name), "cluster": .string(device?.cluster.description ?? ""),
      "user": .string(device?.user.description ?? ""),
      "device": .string(device?.device.description ?? ""),
      "addresses": .array(addresses.map { .string($0) }),
      "expires": .string(expires == 0 ? "" : Timestamp.text(expires)), "used": .bool(isUsed),
    ])
  }

  /// The cells of a row.
  var row: [String] {
    [
      isUsed ? "*" : " ", name,
      device.map { "\($0.user) on \($0.device)" } ?? "nobody yet",
      name == Clusters.own ? "this device's own" : addresses.joined(separator: " "),
      expires == 0 ? "" : "certificate until \(LocalTime.text(expires))",
    ]
  }
}
