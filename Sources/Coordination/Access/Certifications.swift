import LogRecords
import Wire

/// A certificate that the shell was asked to sign and has not answered for.
public struct CertificateToken: Hashable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A certificate as the authority signed it.
public struct SignedDevice: Hashable, Sendable {
  /// The device's certificate and the authority's, in DER.
  public let certificate: [UInt8]
  public let authority: [UInt8]
  /// The SHA-256 of the key.
  public let keyHash: [UInt8]
  /// The seconds, since 1970, in which it begins and ends.
  public let notBefore: UInt64
  public let notAfter: UInt64

  public init(
    certificate: [UInt8], authority: [UInt8], keyHash: [UInt8], notBefore: UInt64, notAfter: UInt64
  ) {
    self.certificate = certificate
    self.authority = authority
    self.keyHash = keyHash
    self.notBefore = notBefore
    self.notAfter = notAfter
  }
}

/// Why no certificate was signed, with a sentence for its peer.
public enum SigningFailure: Error, Hashable, Sendable {
  /// The signing request is none that can be certified.
  case request(String)
  /// The coordinator has no authority, or cannot use it.
  case authority(String)
}

/// The certificates that are being signed, at most one of each device.
struct Certifications: Sendable {
  /// Who waits for one, and for what.
  struct Waiting: Sendable {
    let connection: ConnectionID
    let request: UInt64
    let name: DeviceName
    let purpose: Purpose
  }

  enum Purpose: Sendable {
    case join(Join)
    case renew
  }

  private var waiting: [CertificateToken: Waiting] = [:]
  private var lastToken: UInt64 = 0
  /// How many certificates the devices got by RENEW in this hour. It ends with a turn of the clock,
  /// whatever a device does.
  private var renewals: [DeviceName: Int] = [:]
  private var hour: UInt64 = 0

  mutating func begin(_ new: Waiting) -> CertificateToken {
    lastToken += 1
    let token = CertificateToken(lastToken)
    waiting[token] = new
    return token
  }

  mutating func end(_ token: CertificateToken) -> Waiting? { waiting.removeValue(forKey: token) }

  /// Whether one is being signed for the device.
  func isBusy(_ name: DeviceName) -> Bool { waiting.values.contains { $0.name == name } }

  /// How many are being signed.
  var count: Int { waiting.count }

  mutating func noteRenewal(of name: DeviceName, now: Moment) {
    startHour(now)
    renewals[name, default: 0] += 1
  }

  mutating func mayRenew(_ name: DeviceName, most: Int, now: Moment) -> Bool {
    startHour(now)
    return renewals[name] ?? 0 < most
  }

  /// The milliseconds until devices may renew again that have done so often.
  func untilNextHour(_ now: Moment) -> UInt32 {
    UInt32(clamping: (now.monotonic / 3_600_000 + 1) * 3_600_000 - now.monotonic)
  }

  private mutating func startHour(_ now: Moment) {
    guard now.monotonic / 3_600_000 != hour else { return }
    hour = now.monotonic / 3_600_000
    renewals = [:]
  }
}
