import Glibc
import TLS

/// The validity period of a certificate, in seconds since 1970.
public struct Validity: Hashable, Sendable {
  public let from: Int
  public let to: Int

  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }

  /// The seconds by which a certificate begins before it is made: the clocks of two machines differ.
  public static let allowance = 3_600

  private static let day = 86_400

  /// Of an authority: ten years.
  public static func authority(now: Int = SystemClock.seconds) -> Validity {
    Validity(from: now - allowance, to: now + 3_653 * day)
  }

  /// Of a coordinator: 90 days.
  public static func coordinator(now: Int = SystemClock.seconds) -> Validity {
    Validity(from: now - allowance, to: now + 90 * day)
  }

  /// Of a device: 7 days.
  public static func device(now: Int = SystemClock.seconds) -> Validity {
    device(from: now - allowance)
  }

  /// Of a device's certificate that begins at `notBefore`, which tells it from the device's others.
  public static func device(from notBefore: Int) -> Validity {
    Validity(from: notBefore, to: notBefore + allowance + 7 * day)
  }

  /// The seconds after its end for which a device's certificate may still be renewed.
  public static let lateRenewal = 30 * day

  /// Whether two thirds of the time between making and end have passed.
  func isRenewalDue(at now: Int) -> Bool {
    let made = min(from + Self.allowance, to)
    return now - made >= (to - made) / 3 * 2
  }

  /// OpenSSL takes the last second for the end, too.
  func contains(_ now: Int) -> Bool { from <= now && now < to }

  /// No certificate outlives the one that it was signed with.
  func within(_ issuer: Validity) -> Validity {
    Validity(from: from, to: min(to, issuer.to))
  }
}

/// This machine's clock, the default wherever a function takes the present as an argument.
public enum SystemClock {
  /// The present, in seconds since 1970.
  public static var seconds: Int { time(nil) }
}

extension Certificate {
  /// - Parameter what: names the source in the error.
  func validity(_ what: String) throws -> Validity {
    guard let dates = PeerCertificate(pointer) else {
      throw IdentityError(kind: .malformedFile, detail: "\(what) has no readable dates")
    }
    return Validity(from: dates.notBefore, to: dates.notAfter)
  }
}
