public import BoardModel
import LogRecords

/// A device as the certificate of its connection names it.
public struct CertifiedDevice: Hashable, Sendable {
  public let author: Author
  /// The seconds, since 1970, in which the certificate begins and ends.
  public let notBefore: UInt64
  public let notAfter: UInt64

  public init(author: Author, notBefore: UInt64, notAfter: UInt64) {
    self.author = author
    self.notBefore = notBefore
    self.notAfter = notAfter
  }

  /// What the audit says of one that the authority signed, and not for this store.
  public static let foreign = "with a certificate that is not of this store"

  /// Whether no coordinator with this store had the certificate signed.
  /// - Parameter known: what the store has of the device. Without the hash of a key, none of its certificates
  ///   is from here: its owner signs them, or they came so before.
  func isForeign(to known: DeviceRecord?) -> Bool {
    guard let known else { return true }
    return known.revoked != nil || notBefore > known.newest && !known.keyHash.isEmpty
  }
}

/// Who is at the other end of a connection, by its TLS handshake (SPEC.md TLS-003).
public enum Visitor: Hashable, Sendable {
  /// A device with a certificate that has not expired, by `board/1`.
  case device(CertifiedDevice, from: String)
  /// Somebody without a certificate, by `board-join/1`.
  case newcomer(from: String)
  /// A device that wants nothing but a new certificate, by `board-join/1`: its own may have expired.
  case renewing(CertifiedDevice, from: String)

  /// The author of what comes on the connection; nil where nothing may be authored on it.
  var author: Author? {
    if case .device(let device, _) = self { device.author } else { nil }
  }

  /// The device of the certificate, whatever it may do here.
  public var certified: CertifiedDevice? {
    switch self {
    case .device(let device, _), .renewing(let device, _): device
    case .newcomer: nil
    }
  }

  /// The host's address; empty where it is not known.
  var address: String {
    switch self {
    case .device(_, let address), .newcomer(let address), .renewing(_, let address): address
    }
  }

  /// When the certificate ends, in milliseconds since 1970; nil where that is no matter.
  var expires: UInt64? {
    if case .device(let device, _) = self { device.notAfter * 1_000 } else { nil }
  }
}
